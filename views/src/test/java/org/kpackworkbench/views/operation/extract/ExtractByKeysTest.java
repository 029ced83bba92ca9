package org.kpackworkbench.views.operation.extract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonType;
import javafx.scene.control.DialogPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import javafx.stage.Window;
import javafx.util.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.views.format.kpack.ArchiveFiles;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.theme.SystemLook;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.kit.theme.Zoom;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.shell.FileSession;
import org.kpackworkbench.views.window.shell.ShellState;
import org.kpackworkbench.views.window.shell.Workbench;
import org.kpackworkbench.views.window.shell.WorkbenchWindow;
import org.kpackworkbench.views.window.standard.StandardViews;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

/** Extract and Enter, in a new user's window with the program's own dialogs. */
@ExtendWith(WindowRobot.class)
class ExtractByKeysTest {
  @TempDir Path temp;
  private static final String BESIDE = "beside";
  private static final String ARCHIVE = "golden.kpack";

  private String homeBefore = "";
  private Path home;
  private Stage stage;
  private Workbench workbench;

  @Start
  void start(Stage primary) {
    stage = primary;
    WorkbenchWindow window =
        new WorkbenchWindow(
            primary,
            StandardViews.parts().newsTime(Duration.INDEFINITE),
            ShellState.inMemory(),
            Background.onThreads(),
            new Themes(new SystemLook(false, false), new Zoom()));
    workbench = window.workbench();
    primary.setX(0);
    primary.setY(0);
    primary.setWidth(1000);
    primary.setHeight(800);
    window.show();
  }

  @BeforeEach
  void home() throws IOException {
    homeBefore = System.getProperty("user.home");
    home = Files.createDirectory(temp.resolve("home"));
    System.setProperty("user.home", home.toString());
  }

  @AfterEach
  void away(FxRobot robot) {
    System.setProperty("user.home", homeBefore);
    robot.interact(() -> workbench.close());
  }

  private static void await(Callable<Boolean> state) throws Exception {
    WaitForAsyncUtils.waitFor(60, TimeUnit.SECONDS, state);
    WaitForAsyncUtils.waitForFxEvents();
  }

  /** Opens the archive and asks to extract its second row, or all. */
  private void extract(FxRobot robot, ActionId action) throws Exception {
    Path archive = ArchiveFiles.golden(Files.createDirectory(temp.resolve(BESIDE)));
    robot.interact(() -> workbench.openAll(List.of(archive)));
    await(
        () -> {
          FileSession session = workbench.files().active();
          return session != null && session.state() == FileSession.State.OPEN;
        });
    robot.interact(() -> assertThat(workbench.showView("contents")).isTrue());
    await(() -> robot.lookup("#archive-table").tryQuery().isPresent());
    TableView<?> table = robot.lookup("#archive-table").queryTableView();
    await(() -> !table.getItems().isEmpty());
    robot.interact(() -> workbench.actions().run(ActionId.VIEW_FLAT));
    await(() -> table.getItems().size() == 3);
    robot.interact(
        () -> {
          table.requestFocus();
          table.getSelectionModel().clearAndSelect(1);
        });
    if (action == ActionId.EXTRACT) {
      robot.push(KeyCode.CONTROL, KeyCode.E);
    } else {
      robot.push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.E);
    }
    await(() -> form() != null);
  }

  private DialogPane form() {
    return Window.getWindows().stream()
        .filter(window -> !window.equals(stage))
        .map(window -> window.getScene().getRoot())
        .filter(DialogPane.class::isInstance)
        .map(DialogPane.class::cast)
        .findFirst()
        .orElse(null);
  }

  private Button main() {
    DialogPane pane = Objects.requireNonNull(form());
    ButtonType yes = pane.getButtonTypes().getFirst();
    return (Button) pane.lookupButton(yes);
  }

  private List<Path> written() throws IOException {
    try (Stream<Path> all = Files.walk(temp.resolve(BESIDE))) {
      return all.filter(Files::isRegularFile).filter(file -> !file.endsWith(ARCHIVE)).toList();
    }
  }

  private void itIsWritten(FxRobot robot, int files) throws Exception {
    await(() -> form() == null);
    await(() -> written().size() == files && !robot.lookup(".notice").queryAll().isEmpty());
  }

  @Test
  void enterWritesWhatIsSelectedAndSaysSo(FxRobot robot) throws Exception {
    extract(robot, ActionId.EXTRACT);
    await(() -> !main().isDisabled());
    assertThat(main().isFocused()).as("the main button has the focus").isTrue();
    assertThat(main().isDefaultButton()).isTrue();
    robot.type(KeyCode.ENTER);
    itIsWritten(robot, 1);
  }

  @Test
  void anEnterThatComesEarlyIsNotLost(FxRobot robot) throws Exception {
    extract(robot, ActionId.EXTRACT_ALL);
    // Whether or not the form has worked out yet what it would write.
    robot.type(KeyCode.ENTER);
    itIsWritten(robot, 3);
  }

  @Test
  void enterDoesTheMainThingFromFieldsAndBoxes(FxRobot robot) throws Exception {
    extract(robot, ActionId.EXTRACT);
    await(() -> !main().isDisabled());
    robot.interact(() -> robot.lookup("#form-as-file").query().requestFocus());
    robot.type(KeyCode.ENTER);
    itIsWritten(robot, 1);
  }

  @Test
  void escapeWritesNothing(FxRobot robot) throws Exception {
    extract(robot, ActionId.EXTRACT);
    await(() -> !main().isDisabled());
    robot.type(KeyCode.ESCAPE);
    await(() -> form() == null);
    assertThat(written()).isEmpty();
    assertThat(workbench.jobs().list()).isEmpty();
  }

  @Test
  void aMissingNameIsSaidAndEnterWaits(FxRobot robot) throws Exception {
    extract(robot, ActionId.EXTRACT);
    await(() -> !main().isDisabled());
    TextField file = robot.lookup("#form-output").queryAs(TextField.class);
    robot.interact(
        () -> {
          file.requestFocus();
          file.clear();
        });
    robot.type(KeyCode.ENTER);
    assertThat(robot.lookup("#form-output-problem").queryLabeled().getText())
        .isEqualTo("Choose a file.");
    assertThat(form()).isNotNull();
    assertThat(written()).isEmpty();
  }
}
