package org.kpackworkbench.views.window.standard;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.image.Image;
import javafx.stage.Stage;
import javafx.util.Duration;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.picture.Snapshots;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.theme.SystemLook;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.kit.theme.Zoom;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.window.shell.ShellState;
import org.kpackworkbench.views.window.shell.Workbench;
import org.kpackworkbench.views.window.shell.WorkbenchParts;
import org.kpackworkbench.views.window.shell.WorkbenchWindow;
import org.testfx.api.FxRobot;

/** The real window with all views over the fixtures, with everything on one thread. */
public final class StandardWindow {
  private static final Path FIXTURES = Path.of("../model/src/test/fixtures/bin");

  public final AnsweredDialogs dialogs = new AnsweredDialogs();
  public final Workbench workbench;
  public final Stage stage;

  /** Shows the window; on the JavaFX thread. */
  public StandardWindow(Stage stage) {
    this(stage, StandardViews.parts(), Background.sameThread());
  }

  /** Shows the window with some parts, whose work is done somewhere; on the JavaFX thread. */
  public StandardWindow(Stage stage, WorkbenchParts parts, Background background) {
    this.stage = stage;
    Themes themes =
        new Themes(new SystemLook(Boolean.getBoolean("kpack.test.dark"), false), new Zoom());
    WorkbenchWindow window =
        new WorkbenchWindow(
            stage,
            parts.newsTime(Duration.INDEFINITE),
            ShellState.inMemory(),
            background,
            themes,
            dialogs);
    workbench = window.workbench();
    stage.setX(0);
    stage.setY(0);
    stage.setWidth(1000);
    stage.setHeight(800);
    window.show();
  }

  public static Path fixture(String name) {
    return FIXTURES.resolve(name).toAbsolutePath().normalize();
  }

  /** Debian's librocrand; skips the test where it has not been fetched, unless it is required. */
  public static Path realLibrary() throws IOException {
    Path folder = Path.of(System.getProperty("kpack.real.dir", "../target/real"));
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        Optional<Path> found =
            files
                .filter(Files::isRegularFile)
                .filter(file -> file.getFileName().toString().startsWith("librocrand.so.1."))
                .findFirst();
        if (found.isPresent()) {
          return found.get().toAbsolutePath().normalize();
        }
      }
    }
    String message = "librocrand1 is not below " + folder + "; .ci/fetch-real fetches it";
    return Boolean.getBoolean("kpack.real.required") ? fail(message) : abort(message);
  }

  public void open(FxRobot robot, Path... files) {
    robot.interact(() -> workbench.openAll(List.of(files)));
  }

  /** The file of the active tab. */
  public OpenedFile activeFile() {
    return Objects.requireNonNull(Objects.requireNonNull(workbench.files().active()).file());
  }

  /** The id of the selected view of the active tab. */
  public String shownView() {
    TabPane files = (TabPane) stage.getScene().lookup("#file-tabs");
    TabPane views =
        (TabPane) files.getSelectionModel().getSelectedItem().getContent().lookup(".view-tabs");
    return views.getSelectionModel().getSelectedItem().getId().replaceFirst("view-", "");
  }

  /** What a column of a table shows, a text a row. */
  public static List<String> cells(TableView<?> table, String column) {
    TableColumn<?, ?> wanted =
        table.getColumns().stream()
            .filter(each -> each.getText().equals(column))
            .findFirst()
            .orElseThrow();
    return IntStream.range(0, table.getItems().size())
        .mapToObj(wanted::getCellData)
        .map(cell -> cell instanceof RowColumn.Face face ? face.text() : String.valueOf(cell))
        .toList();
  }

  /** Saves a picture of the window where a folder for pictures was named; else does nothing. */
  public void picture(FxRobot robot, String name) throws IOException {
    String folder = System.getProperty("kpack.test.pictures", "");
    if (!folder.isEmpty()) {
      Image[] image = new Image[1];
      robot.interact(() -> image[0] = Snapshots.of(stage.getScene()));
      Files.createDirectories(Path.of(folder));
      Snapshots.save(image[0], Path.of(folder, name + ".png"));
    }
  }
}
