package org.kpackworkbench.views.kit.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.StackWalker.Option;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javafx.application.Platform;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.DialogPane;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.views.format.folder.MadeShard;
import org.kpackworkbench.views.format.kpack.ArchiveFiles;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.theme.SystemLook;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.kit.theme.Zoom;
import org.kpackworkbench.views.window.crash.CrashNews;
import org.kpackworkbench.views.window.crash.CrashView;
import org.kpackworkbench.views.window.shell.ShellState;
import org.kpackworkbench.views.window.shell.Workbench;
import org.kpackworkbench.views.window.shell.WorkbenchWindow;
import org.kpackworkbench.views.window.standard.AnsweredDialogs;
import org.kpackworkbench.views.window.standard.StandardViews;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

/**
 * Every dialog of the window opens at its whole size under a window manager, ten times out of ten.
 *
 * <p>The dialogs are found by running every action on files of several kinds; what opens one
 * without an action is listed, and a class that is neither found nor listed fails the test.
 */
@Tag("xvfb")
@ExtendWith(ApplicationExtension.class)
class WholeDialogsTest {
  private static final int TIMES = 10;

  /** What asks or shows, but only after more than an action. Their panes are opened by others. */
  private static final Set<String> NOT_BY_AN_ACTION =
      Set.of(
          "org.kpackworkbench.views.analysis.compare.Comparing",
          "org.kpackworkbench.views.analysis.compare.ComparisonExporter",
          "org.kpackworkbench.views.analysis.compare.ProblemBars",
          "org.kpackworkbench.views.analysis.coverage.CoverageViews",
          "org.kpackworkbench.views.analysis.findings.Fixes",
          "org.kpackworkbench.views.operation.edit.EditNotices",
          "org.kpackworkbench.views.operation.edit.kpm.ManifestEditView",
          "org.kpackworkbench.views.operation.extract.Exporter",
          "org.kpackworkbench.views.window.shell.Workbench");

  /** Actions that close what the others need, or leave the window. */
  private static final Set<ActionId> NOT_RUN =
      EnumSet.of(
          ActionId.QUIT,
          ActionId.CLOSE_TAB,
          ActionId.CLOSE_OTHERS,
          ActionId.CLOSE_ALL,
          ActionId.FULL_SCREEN,
          ActionId.COMMAND_PALETTE);

  @TempDir Path temp;
  private final Map<String, Region> found = new LinkedHashMap<>();
  private final Set<String> callers = new TreeSet<>();
  private Stage stage;
  private Workbench workbench;
  private DesktopDialogs dialogs;

  @Start
  void start(Stage primary) {
    stage = primary;
    Themes themes = new Themes(new SystemLook(false, false), new Zoom());
    WorkbenchWindow window =
        new WorkbenchWindow(
            primary,
            StandardViews.parts(),
            ShellState.inMemory(),
            Background.sameThread(),
            themes,
            new Recorder());
    workbench = window.workbench();
    dialogs =
        new DesktopDialogs(
            primary,
            themes,
            new ChosenFolders(key -> java.util.Optional.empty(), (key, value) -> {}));
    window.show();
  }

  /** Notes what would be shown, and by whom. */
  private final class Recorder extends AnsweredDialogs {
    Recorder() {
      confirmed = false;
    }

    private void note(String title, Region content) {
      found.putIfAbsent(title.replaceAll(" .*\\.\\w+$", ""), content);
      callers.add(
          StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE)
              .walk(
                  frames ->
                      frames
                          .map(frame -> outer(frame.getDeclaringClass().getName()))
                          .filter(name -> !name.contains(".views.kit.dialog."))
                          .findFirst()
                          .orElseThrow()));
    }

    @Override
    public void show(String title, Region content) {
      note(title, content);
    }

    @Override
    public void ask(
        String title,
        Region content,
        String yes,
        javafx.beans.value.ObservableValue<Boolean> possible,
        Runnable action) {
      note(title, content);
    }

    @Override
    public void showError(String title, Throwable failure) {}
  }

  private static String outer(String name) {
    int inner = name.indexOf('$');
    return inner < 0 ? name : name.substring(0, inner);
  }

  private List<Path> files() throws IOException {
    return List.of(
        StandardWindow.fixture("libmany.so"),
        StandardWindow.fixture("kinds-gfx942.hsaco"),
        ArchiveFiles.golden(temp),
        Path.of("../app/sample/.kpack/kpackfix.kpm").toAbsolutePath().normalize(),
        MadeShard.shard(temp.resolve("shard")));
  }

  @Test
  void everyDialogOpensWhole(FxRobot robot) throws Exception {
    for (Path file : files()) {
      robot.interact(() -> workbench.openAll(List.of(file)));
      for (ActionId id : ActionId.values()) {
        if (!NOT_RUN.contains(id)) {
          robot.interact(
              () -> {
                workbench.openAll(List.of(file));
                workbench.actions().run(id);
              });
        }
      }
    }
    assertThat(found).containsKeys("Settings", "Keyboard Shortcuts", "Extract Code Objects");
    Set<String> unseen = new TreeSet<>(whoOpensDialogs());
    unseen.removeAll(callers);
    unseen.removeAll(NOT_BY_AN_ACTION);
    assertThat(unseen).as("opens a dialog that was not tried; seen: %s", found.keySet()).isEmpty();
    found.put(
        "Crash",
        new CrashView(
            new CrashNews(
                "It went wrong.", "trace\n".repeat(60), temp.resolve("report.txt"), "", "", 1),
            List.of("a.kpack"),
            folder -> {}));
    for (Map.Entry<String, Region> dialog : found.entrySet()) {
      for (int i = 0; i < TIMES; i++) {
        open(robot, dialog.getKey(), () -> dialogs.show(dialog.getKey(), dialog.getValue()));
      }
    }
  }

  @Test
  void errorsAndQuestionsOpenWhole(FxRobot robot) throws Exception {
    FormatException unpacking =
        FormatException.in("rocblas.kpack", "blob", "data", FormatException.Reason.BAD_COMPRESSION)
            .expected("a Zstandard frame")
            .found("noise")
            .advice("Build the archive again.")
            .build();
    for (int i = 0; i < TIMES; i++) {
      open(
          robot,
          "error",
          () -> dialogs.showError("The code object could not be unpacked", unpacking));
      open(robot, "missing", () -> dialogs.showError("Gone", new NoSuchFileException("/a/b")));
      open(
          robot,
          "confirm",
          () -> dialogs.confirm("Replace?", "It is there already. ".repeat(9), "Replace"));
      open(robot, "unsaved", () -> dialogs.askUnsaved("rocblas.kpack"));
      open(
          robot,
          "form",
          () ->
              dialogs.ask(
                  "Form",
                  new javafx.scene.control.Label("text ".repeat(20)),
                  "Do It",
                  new SimpleBooleanProperty(true),
                  () -> {}));
    }
  }

  /** Opens a dialog, and waits until the window manager has given it the focus. */
  private void open(FxRobot robot, String name, Runnable show) throws Exception {
    double[] least = {Double.MAX_VALUE, Double.MAX_VALUE};
    List<Stage> opened = new ArrayList<>();
    javafx.collections.ListChangeListener<Window> watching =
        change -> {
          while (change.next()) {
            for (Window added : change.getAddedSubList()) {
              if (added instanceof Stage dialog && stage.equals(dialog.getOwner())) {
                opened.add(dialog);
                dialog.getScene().widthProperty().subscribe(w -> least(least, dialog));
                dialog.getScene().heightProperty().subscribe(h -> least(least, dialog));
              }
            }
          }
        };
    // Questions block the thread that asks them.
    Platform.runLater(
        () -> {
          Window.getWindows().addListener(watching);
          show.run();
        });
    WaitForAsyncUtils.waitFor(
        30, TimeUnit.SECONDS, () -> !opened.isEmpty() && opened.getFirst().isFocused());
    WaitForAsyncUtils.waitForFxEvents(4);
    Stage dialog = opened.getFirst();
    List<String> cut = new ArrayList<>();
    robot.interact(
        () -> {
          Window.getWindows().removeListener(watching);
          DialogPane pane = (DialogPane) dialog.getScene().getRoot();
          double width = pane.prefWidth(-1);
          double height = pane.prefHeight(width);
          if (least[0] < Math.floor(width) || least[1] < Math.floor(height)) {
            cut.add(
                "%s was %.0f×%.0f, wants %.0f×%.0f"
                    .formatted(name, least[0], least[1], width, height));
          }
          inside(name, pane.getContent(), pane, cut);
          pane.getButtonTypes().forEach(type -> inside(name, pane.lookupButton(type), pane, cut));
        });
    robot.interact(dialog::hide);
    WaitForAsyncUtils.waitFor(30, TimeUnit.SECONDS, stage::isFocused);
    assertThat(cut).isEmpty();
  }

  private static void least(double[] least, Stage dialog) {
    // It counts as showing a moment before it has any size.
    if (dialog.isShowing()
        && dialog.getScene().getWidth() > 0
        && dialog.getScene().getHeight() > 0) {
      least[0] = Math.min(least[0], dialog.getScene().getWidth());
      least[1] = Math.min(least[1], dialog.getScene().getHeight());
    }
  }

  private static void inside(String name, Node node, Parent root, List<String> cut) {
    Bounds seen = node.localToScene(node.getLayoutBounds());
    if (seen.getMinX() < -1
        || seen.getMinY() < -1
        || seen.getMaxX() > root.getScene().getWidth() + 1
        || seen.getMaxY() > root.getScene().getHeight() + 1
        || seen.getHeight() < 8) {
      String what = node instanceof Button button ? button.getText() : "the content";
      cut.add("%s: %s is at %s".formatted(name, what, seen));
    }
  }

  /** The classes of the views that call {@code show} or {@code ask} of {@link Dialogs}. */
  private static Set<String> whoOpensDialogs() throws Exception {
    Path classes =
        Path.of(Dialogs.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Set<String> calling = new TreeSet<>();
    try (Stream<Path> all = Files.walk(classes)) {
      for (Path file : all.filter(path -> path.toString().endsWith(".class")).toList()) {
        ClassModel model = ClassFile.of().parse(file);
        for (MethodModel method : model.methods()) {
          for (CodeElement element :
              method.code().map(code -> code.elementList()).orElse(List.of())) {
            if (element instanceof InvokeInstruction call
                && call.owner()
                    .asInternalName()
                    .equals("org/kpackworkbench/views/kit/dialog/Dialogs")
                && Set.of("show", "ask").contains(call.name().stringValue())) {
              calling.add(outer(model.thisClass().asInternalName().replace('/', '.')));
            }
          }
        }
      }
    }
    calling.removeIf(name -> name.contains(".views.kit.dialog."));
    return calling;
  }
}
