package org.kpackworkbench.views.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.operation.edit.EditedRows.EditedRow;
import org.kpackworkbench.views.format.kpack.ArchiveFiles;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.rows.LoadedRow;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** A working day in the window: an archive is edited, saved, compared, and reported on. */
@ExtendWith(WindowRobot.class)
class EditedThenComparedTest {
  @TempDir Path temp;
  private CompareWindow page;

  @Start
  void start(Stage stage) {
    page = new CompareWindow(stage);
  }

  private void edit(FxRobot robot, Path file) {
    page.window.open(robot, file);
    robot.interact(() -> assertThat(page.window.workbench.showView("edit")).isTrue());
  }

  private static TableView<LoadedRow<EditedRow>> table(FxRobot robot) {
    return robot.lookup("#edit-rows").queryTableView();
  }

  private static List<String> rows(FxRobot robot) {
    return table(robot).getItems().stream()
        .map(line -> Objects.requireNonNull(line.content()))
        .map(row -> row.ref().words())
        .toList();
  }

  private void selectRow(FxRobot robot, String words) {
    robot.interact(
        () -> {
          int row = rows(robot).indexOf(words);
          assertThat(row).as(words).isNotNegative();
          table(robot).requestFocus();
          table(robot).getSelectionModel().clearAndSelect(row);
        });
  }

  private void type(FxRobot robot, String field, String text) {
    robot.interact(
        () -> {
          TextInputControl input = robot.lookup(field).queryAs(TextInputControl.class);
          input.requestFocus();
          input.setText(text);
        });
    robot.type(KeyCode.ENTER);
  }

  private void replace(FxRobot robot, String words, String code) {
    selectRow(robot, words);
    page.window.dialogs.files = List.of(fixture(code));
    page.run(robot, ActionId.REPLACE);
  }

  /** Adds a file whose name says its key, as that of an extracted one. */
  private void add(FxRobot robot, String code, String key) throws IOException {
    Path named = temp.resolve(key.replace('/', '_').replace('#', '-') + "-gfx1100.hsaco");
    page.window.dialogs.files = List.of(Files.copy(fixture(code), named));
    page.run(robot, ActionId.ADD);
    robot.interact(() -> robot.lookup("#edit-form-yes").queryAs(Button.class).fire());
  }

  @Test
  void whatIsNotSavedIsComparedAsItIsInTheWindow(FxRobot robot) throws Exception {
    Path file = ArchiveFiles.golden(temp.toRealPath());
    Path original = Files.copy(file, temp.toRealPath().resolve("original.kpack"));
    byte[] before = Files.readAllBytes(file);
    edit(robot, file);
    selectRow(robot, "lib/libtest.so#0 @ gfx900");
    robot.type(KeyCode.DELETE);
    List<String> edited = rows(robot);
    page.compare(robot, List.of(original, file));
    assertThat(CompareWindow.rows(robot, "code object"))
        .contains("removed lib/libtest.so#0 @ gfx900");
    assertThat(unsaved(robot, 1)).isEqualTo("with unsaved changes");
    assertThat(robot.lookup("#compare-unsaved-0").tryQuery()).isEmpty();
    page.window.picture(robot, "compare-unsaved");
    robot.push(KeyCode.ALT, KeyCode.BACK_SLASH);
    assertThat(unsaved(robot, 0)).isEqualTo("with unsaved changes");
    assertThat(Files.readAllBytes(file)).as("nothing is saved").isEqualTo(before);
    robot.push(KeyCode.SHORTCUT, KeyCode.W);

    edit(robot, file);
    assertThat(rows(robot)).isEqualTo(edited);
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    assertThat(Files.readAllBytes(file)).as("it can still be saved").isNotEqualTo(before);
    page.compare(robot, List.of(file, original));
    assertThat(robot.lookup("#compare-unsaved-0").tryQuery()).isEmpty();
    assertThat(CompareWindow.rows(robot, "code object"))
        .contains("added lib/libtest.so#0 @ gfx900");
  }

  private static String unsaved(FxRobot robot, int side) {
    return robot.lookup("#compare-unsaved-" + side).queryAs(Label.class).getText();
  }

  @Test
  void renamedAddedDeletedUndoneRedoneSavedComparedAndReported(FxRobot robot) throws Exception {
    Path file = ArchiveFiles.golden(temp.toRealPath());
    edit(robot, file);
    // The kernels of the golden archive are no code; one gets some, so that there are kernels.
    replace(robot, "lib/libtest.so#0 @ gfx906", "axpy-gfx906-v4.hsaco");
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    robot.push(KeyCode.SHORTCUT, KeyCode.W);
    Path original = Files.copy(file, temp.toRealPath().resolve("original.kpack"));
    byte[] before = Files.readAllBytes(file);

    edit(robot, file);
    selectRow(robot, "bin/testapp#0 @ gfx900");
    robot.type(KeyCode.F2);
    type(robot, "#edit-name", "bin/renamed");
    add(robot, "axpy-gfx1100.hsaco", "bin/renamed#0");
    replace(robot, "lib/libtest.so#0 @ gfx906", "axpy-gfx1030-v4.hsaco");
    selectRow(robot, "lib/libtest.so#0 @ gfx900");
    robot.type(KeyCode.DELETE);
    List<String> edited = rows(robot);
    assertThat(edited)
        .hasSize(3)
        .contains("bin/renamed#0 @ gfx900", "lib/libtest.so#0 @ gfx906")
        .doesNotContain("lib/libtest.so#0 @ gfx900");

    for (int edit = 0; edit < 4; edit++) {
      page.run(robot, ActionId.UNDO);
    }
    assertThat(page.enabled(ActionId.UNDO)).isFalse();
    assertThat(rows(robot))
        .containsExactly(
            "lib/libtest.so#0 @ gfx900", "lib/libtest.so#0 @ gfx906", "bin/testapp#0 @ gfx900");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
    for (int edit = 0; edit < 4; edit++) {
      page.run(robot, ActionId.REDO);
    }
    assertThat(page.enabled(ActionId.REDO)).isFalse();
    assertThat(rows(robot)).isEqualTo(edited);

    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    robot.push(KeyCode.SHORTCUT, KeyCode.W);
    assertThat(page.window.dialogs.asked).isEmpty();
    edit(robot, file);
    assertThat(rows(robot)).isEqualTo(edited);

    page.window.open(robot, original);
    page.window.dialogs.files = List.of(file);
    page.run(robot, ActionId.COMPARE_WITH);
    assertThat(CompareWindow.tabInFront(robot)).isEqualTo("original.kpack ↔ golden.kpack");
    assertThat(CompareWindow.rows(robot, "code object"))
        .contains(
            "removed lib/libtest.so#0 @ gfx900",
            "changed lib/libtest.so#0 @ gfx906",
            "other name bin/testapp#0 @ gfx900")
        .anyMatch(row -> row.startsWith("added ") && row.endsWith(" @ gfx1100"));

    CompareWindow.select(robot, "lib/libtest.so#0 @ gfx906");
    robot.push(KeyCode.ENTER);
    assertThat(CompareWindow.rows(robot, "kernel"))
        .singleElement()
        .isEqualTo("changed _ZN8kpackfix4axpyEPfPKffi");
    page.window.picture(robot, "edited-kernels");
    CompareWindow.select(robot, "_ZN8kpackfix4axpyEPfPKffi");
    robot.push(KeyCode.ENTER);
    page.window.picture(robot, "edited-kernel");
    assertThat(CompareWindow.rows(robot, "code")).containsExactly("changed machine code");

    Path report = temp.resolve("report.html");
    page.window.dialogs.save = Optional.of(report);
    page.run(robot, ActionId.EXPORT_COMPARISON);
    var form = page.window.dialogs.shown.values().stream().toList().getLast();
    robot.interact(() -> robot.from(form).lookup("#dialog-yes").queryButton().fire());
    assertThat(Files.readString(report)).contains("machine code");
    assertThat(page.window.dialogs.errors).isEmpty();
  }
}
