package org.kpackworkbench.views.operation.extract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Objects;
import javafx.scene.Node;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import javafx.stage.Window;
import javafx.util.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
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
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.window.shell.ShellState;
import org.kpackworkbench.views.window.shell.Workbench;
import org.kpackworkbench.views.window.shell.WorkbenchWindow;
import org.kpackworkbench.views.window.standard.StandardViews;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** A row of an archive becomes a file in three actions, with the dialogs of a window system. */
@Tag("xvfb")
@ExtendWith(ApplicationExtension.class)
class ExportJourneyDisplayTest {
  @TempDir Path folder;
  @TempDir Path output;
  private Stage stage;
  private Workbench workbench;

  @Start
  void start(Stage primary) {
    stage = primary;
    ShellState state = ShellState.inMemory();
    state.text("extract.folder", output.toString());
    Themes themes = new Themes(new SystemLook(false, false), new Zoom());
    WorkbenchWindow window =
        new WorkbenchWindow(
            stage,
            StandardViews.parts().newsTime(Duration.INDEFINITE),
            state,
            Background.onThreads(),
            themes,
            new DesktopDialogs(stage, themes, new ChosenFolders(state::text, state::text)));
    workbench = window.workbench();
    stage.setWidth(1000);
    stage.setHeight(800);
    window.show();
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> workbench.close());
  }

  private boolean dialogHasFocus() {
    return Window.getWindows().stream()
        .anyMatch(
            each ->
                !each.equals(stage)
                    && each.isFocused()
                    && each.getScene().getFocusOwner() != null
                    && each.getScene().lookup("#form-summary") != null);
  }

  @Test
  void aClickKeysForExtractionAndEnter(FxRobot robot) throws Exception {
    Path archive = ArchiveFiles.small(folder);
    robot.interact(() -> workbench.openAll(java.util.List.of(archive)));
    Await.until("the view", () -> workbench.showView("contents"));
    Node row =
        Await.until(
            "a row",
            () ->
                robot.lookup("#archive-table .table-row-cell").queryAll().stream()
                    .skip(2)
                    .findFirst());
    robot.clickOn(row);
    Await.until(
        "the selection",
        () ->
            !robot
                .lookup("#archive-table")
                .<TableView<?>>query()
                .getSelectionModel()
                .getSelectedIndices()
                .isEmpty());
    robot.push(KeyCode.CONTROL, KeyCode.E);
    Await.until("the dialog", this::dialogHasFocus);
    robot.push(KeyCode.ENTER);
    Job job = Await.ended(workbench.jobs(), "xtract");
    assertThat(job.failureProperty().get()).isNull();
    assertThat(Objects.requireNonNull(output.toFile().listFiles())).isNotEmpty();
  }
}
