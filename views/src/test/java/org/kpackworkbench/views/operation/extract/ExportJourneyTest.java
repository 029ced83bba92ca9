package org.kpackworkbench.views.operation.extract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import javafx.stage.Window;
import javafx.util.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.views.format.kpack.ArchiveFiles;
import org.kpackworkbench.views.kit.dialog.ChosenFolders;
import org.kpackworkbench.views.kit.dialog.DesktopDialogs;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.theme.SystemLook;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.kit.theme.Zoom;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.shell.ShellState;
import org.kpackworkbench.views.window.shell.Workbench;
import org.kpackworkbench.views.window.shell.WorkbenchWindow;
import org.kpackworkbench.views.window.standard.StandardViews;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/**
 * From rows of a table to files on disk, with the program's own dialogs: each action of the user is
 * counted, and there are at most three.
 */
@ExtendWith(WindowRobot.class)
class ExportJourneyTest {
  private static final int MOST_ACTIONS = 3;

  @TempDir static Path folder;
  @TempDir Path output;
  private final List<String> actions = new ArrayList<>();
  private final List<Path> shownFolders = new ArrayList<>();
  private Stage stage;
  private Workbench workbench;

  @Start
  void start(Stage primary) {
    stage = primary;
    ShellState state = ShellState.inMemory();
    // Where the last extraction ended.
    state.text("extract.folder", output.toString());
    Themes themes = new Themes(new SystemLook(false, false), new Zoom());
    WorkbenchWindow window =
        new WorkbenchWindow(
            stage,
            StandardViews.parts().newsTime(Duration.INDEFINITE).folderOpener(shownFolders::add),
            state,
            Background.sameThread(),
            themes,
            new DesktopDialogs(stage, themes, new ChosenFolders(state::text, state::text)));
    workbench = window.workbench();
    stage.setX(0);
    stage.setY(0);
    stage.setWidth(1000);
    stage.setHeight(800);
    window.show();
  }

  private void act(String what, Runnable action) {
    actions.add(what);
    action.run();
  }

  private void show(FxRobot robot, Path file, String view) {
    robot.interact(() -> workbench.openAll(List.of(file)));
    robot.interact(() -> assertThat(workbench.showView(view)).isTrue());
  }

  /** Enter, wherever the focus is in the dialog that has opened. */
  private void enter(FxRobot robot) {
    Window dialog =
        Window.getWindows().stream()
            .filter(window -> !window.equals(stage))
            .findFirst()
            .orElseThrow();
    robot.interact(
        () -> {
          Node focused = Objects.requireNonNull(dialog.getScene().getFocusOwner());
          Event.fireEvent(
              focused,
              new KeyEvent(
                  KeyEvent.KEY_PRESSED, "", "", KeyCode.ENTER, false, false, false, false));
        });
  }

  private void extract(FxRobot robot) {
    act("Ctrl+E", () -> robot.push(KeyCode.SHORTCUT, KeyCode.E));
    act("Enter", () -> enter(robot));
    assertThat(workbench.jobs().list().getFirst().state()).isEqualTo(Job.State.DONE);
    assertThat(actions).hasSizeLessThanOrEqualTo(MOST_ACTIONS);
  }

  private List<File> written() {
    return List.of(Objects.requireNonNull(output.toFile().listFiles()));
  }

  @Test
  void aRowOfAnArchive(FxRobot robot) throws IOException {
    show(robot, ArchiveFiles.small(folder), "contents");
    robot.interact(
        () -> robot.lookup("#group-flat").queryAs(javafx.scene.control.ToggleButton.class).fire());
    Node row = robot.lookup("#archive-table .table-row-cell").nth(2).query();
    act("click", () -> robot.clickOn(row));
    extract(robot);
    assertThat(written()).singleElement().satisfies(file -> assertThat(file).isNotEmpty());
    robot.clickOn("#notice-folder");
    assertThat(shownFolders).containsExactly(written().getFirst().toPath());
  }

  @Test
  void allRowsOfABinary(FxRobot robot) {
    show(robot, fixture("libmany.so"), "code-objects");
    TableView<?> table = robot.lookup("#code-objects").queryTableView();
    robot.interact(table::requestFocus);
    act("Ctrl+A", () -> robot.push(KeyCode.SHORTCUT, KeyCode.A));
    extract(robot);
    assertThat(written()).hasSize(table.getItems().size());
    robot.clickOn("#notice-folder");
    assertThat(shownFolders).containsExactly(output);
  }
}
