package org.kpackworkbench.views.window.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javafx.stage.Stage;
import javafx.util.Duration;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.theme.SystemLook;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.kit.theme.Zoom;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.spi.WorkspaceNode;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;
import org.kpackworkbench.views.window.shell.AboutView.AboutText;
import org.kpackworkbench.views.window.standard.AnsweredDialogs;

/** The real window over made-up files, with everything on one thread. */
@ExtendWith(WindowRobot.class)
abstract class ShellTest {
  @TempDir static Path temp;

  final AnsweredDialogs dialogs = new AnsweredDialogs();
  final ShellState state = ShellState.inMemory();
  final FakePane bytes = new FakePane("Bytes");
  final FakePane inspector = new FakePane("Inspector");
  final Map<Path, FakeFile> loaded = new HashMap<>();
  final Map<String, FakeView> views = new HashMap<>();
  final SystemLook look = new SystemLook(false, false);
  final List<String> sample = new ArrayList<>();

  /** No test has to be quicker than a notice that goes away. */
  Duration newsTime = Duration.INDEFINITE;

  Themes themes;
  Workbench workbench;
  Stage stage;

  /** Call from a method with {@code @Start}, which TestFX finds in the class itself only. */
  void show(Stage primary) {
    show(primary, Background.sameThread());
  }

  /** Shows the window with a background of the test's own. */
  void show(Stage primary, Background background) {
    stage = primary;
    themes = new Themes(look, new Zoom());
    WorkbenchWindow window =
        new WorkbenchWindow(stage, parts(), state, background, themes, dialogs);
    workbench = window.workbench();
    stage.setWidth(1000);
    stage.setHeight(700);
    stage.setX(0);
    stage.setY(0);
    window.show();
  }

  /** A file that exists on disk and opens as a made-up library; {@code bad…} cannot be opened. */
  static Path file(String name) throws IOException {
    Path path = temp.resolve(name);
    if (!Files.exists(path)) {
      Files.writeString(path, "made up");
    }
    return path;
  }

  WorkbenchParts parts() {
    return new WorkbenchParts((path, progress) -> load(path))
        .views(new FakeViews())
        .nodes(new FakeNodes())
        .bytes(context -> bytes)
        .inspector(context -> inspector)
        .sample(() -> sample.add("opened"))
        .newsTime(newsTime)
        .about(new AboutText("1.2.3", List.of("A line")));
  }

  private OpenedFile load(Path path) throws IOException {
    Files.size(path);
    if (path.getFileName().toString().startsWith("bad")) {
      throw FormatException.in(
              path.toString(), "kpack header", "magic", FormatException.Reason.WRONG_MAGIC)
          .expected("\"KPAK\"")
          .found("\"made\"")
          .advice("Open the file that the archive was made from.")
          .build();
    }
    FakeFile file = new FakeFile(path);
    loaded.put(path, file);
    if (path.getFileName().toString().startsWith("parts-")) {
      for (String structure :
          List.of(
              "bundle 1",
              "symbol table",
              "bundle 2",
              "marker at 0x10",
              "bundle 3",
              "bundle 4",
              "bundle 20",
              "marker at 0xfe",
              "note")) {
        file.problems.add(
            FormatException.in(
                    path.toString(), structure, "size", FormatException.Reason.OUT_OF_BOUNDS)
                .build());
      }
    } else if (path.getFileName().toString().startsWith("part")) {
      file.problems.add(
          FormatException.in(
                  path.toString(), "bundle 1", "size", FormatException.Reason.OUT_OF_BOUNDS)
              .expected("at most 100")
              .found(200)
              .build());
    }
    return file;
  }

  final class FakeViews implements DocumentViewFactory {
    @Override
    public List<DocumentView> create(OpenedFile opened, ViewContext context) {
      FakeFile file = opened.as(FakeFile.class).orElse(null);
      if (file == null) {
        return List.of();
      }
      FakeView overview = new FakeView("overview", List.of(file.place));
      FakeView sections = new FakeView("sections", List.of(file.text, file.fat));
      FakeView objects = new FakeView("objects", file.objects);
      for (FakeView view : List.of(overview, sections, objects)) {
        views.put(file.path.getFileName() + "/" + view.id, view);
      }
      return List.of(overview, sections, objects);
    }
  }

  static final class FakeNodes implements WorkspaceNodeProvider {
    @Override
    public boolean handles(OpenedFile file) {
      return file.as(FakeFile.class).isPresent();
    }

    @Override
    public List<WorkspaceNode> children(OpenedFile opened, Place parent) {
      FakeFile file = opened.as(FakeFile.class).orElseThrow();
      if (parent.equals(file.place)) {
        return List.of(
            new WorkspaceNode(file.text, ".text", "2.0 KiB", OwnerKind.HOST_CODE, null, false),
            new WorkspaceNode(file.bundle, "bundle 0", "6.0 KiB", OwnerKind.METADATA, null, true));
      }
      return file.objects.stream()
          .map(
              object ->
                  new WorkspaceNode(
                      object,
                      object.target(),
                      "1.6 MB",
                      OwnerKind.DEVICE_CODE,
                      object.target(),
                      false))
          .toList();
    }
  }
}
