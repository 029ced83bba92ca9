package org.kpackworkbench.views.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.document.StandardWindow.fixture;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.Button;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.views.action.ActionId;
import org.kpackworkbench.views.archive.ArchiveFiles;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** An archive is edited, saved, opened again, and compared with what it was. */
@ExtendWith(ApplicationExtension.class)
class EditThenCompareTest {
  @TempDir Path temp;
  private CompareWindow page;

  @Start
  void start(Stage stage) {
    page = new CompareWindow(stage);
  }

  private void open(FxRobot robot, Path file) {
    page.window.open(robot, file);
    robot.interact(() -> assertThat(page.window.workbench.showView("edit")).isTrue());
  }

  private void select(FxRobot robot, int row) {
    robot.interact(
        () -> {
          TableView<?> table = robot.lookup("#edit-rows").queryTableView();
          table.requestFocus();
          table.getSelectionModel().clearAndSelect(row);
        });
  }

  private void rename(FxRobot robot, int row, String name) {
    select(robot, row);
    robot.type(KeyCode.F2);
    robot.interact(() -> robot.lookup("#edit-name").queryAs(TextField.class).setText(name));
    confirm(robot);
  }

  private static void confirm(FxRobot robot) {
    robot.interact(() -> robot.lookup("#edit-form-yes").queryAs(Button.class).fire());
  }

  private static int rows(FxRobot robot) {
    return robot.lookup("#edit-rows").queryTableView().getItems().size();
  }

  @Test
  void whatWasEditedIsWhatDiffersFromTheOriginal(FxRobot robot) throws Exception {
    Path file = ArchiveFiles.golden(temp.toRealPath());
    Path original = Files.copy(file, file.resolveSibling("original.kpack"));
    open(robot, file);
    page.window.dialogs.files = List.of(fixture("axpy-gfx1100.hsaco"));
    rename(robot, 1, "lib/renamed.so");
    select(robot, 2);
    page.run(robot, ActionId.REPLACE);
    page.run(robot, ActionId.ADD);
    confirm(robot);
    select(robot, 0);
    robot.type(KeyCode.DELETE);
    assertThat(rows(robot)).isEqualTo(3);
    for (int i = 0; i < 4; i++) {
      page.run(robot, ActionId.UNDO);
    }
    assertThat(CompareWindow.tabInFront(robot)).isEqualTo("golden.kpack");
    for (int i = 0; i < 4; i++) {
      page.run(robot, ActionId.REDO);
    }
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    assertThat(page.window.dialogs.errors).isEmpty();
    robot.push(KeyCode.SHORTCUT, KeyCode.W);
    open(robot, file);
    assertThat(rows(robot)).isEqualTo(3);

    page.compare(robot, List.of(original, file));
    assertThat(CompareWindow.outcome(robot)).isEqualTo("Different");
    assertThat(CompareWindow.rows(robot, "code object"))
        .containsExactlyInAnyOrder(
            "removed lib/libtest.so#0 @ gfx900",
            "other name lib/libtest.so#0 @ gfx906",
            "other name lib/renamed.so#0 @ gfx906",
            "changed bin/testapp#0 @ gfx900",
            "added bin/testapp#0 @ gfx1100");
    CompareWindow.select(robot, "bin/testapp#0 @ gfx900");
    robot.push(KeyCode.ENTER);
    assertThat(CompareWindow.crumbs(robot)).contains("bin/testapp#0 @ gfx900");
    robot.push(KeyCode.BACK_SPACE);

    Path report = temp.resolve("report.html");
    page.window.dialogs.save = Optional.of(report);
    page.run(robot, ActionId.EXPORT_COMPARISON);
    Region form =
        page.window.dialogs.shown.get("Export Comparison of original.kpack ↔ golden.kpack");
    robot.interact(() -> robot.from(form).lookup("#dialog-yes").queryButton().fire());
    assertThat(report).content().contains("lib/renamed.so", "bin/testapp", "gfx1100");
    assertThat(page.window.dialogs.errors).isEmpty();
  }
}
