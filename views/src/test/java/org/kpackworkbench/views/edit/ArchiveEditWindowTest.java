package org.kpackworkbench.views.edit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.archive.ArchiveEntry;
import org.kpackworkbench.model.archive.KpackArchive;
import org.kpackworkbench.model.edit.EditedRow;
import org.kpackworkbench.views.action.ActionControls;
import org.kpackworkbench.views.action.ActionId;
import org.kpackworkbench.views.archive.ArchiveFiles;
import org.kpackworkbench.views.dialog.Unsaved;
import org.kpackworkbench.views.document.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** An archive is edited in the real window. */
@ExtendWith(ApplicationExtension.class)
class ArchiveEditWindowTest {
  @TempDir Path temp;
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private Path open(FxRobot robot) throws IOException {
    Path file = ArchiveFiles.golden(temp.toRealPath());
    window.open(robot, file);
    robot.interact(() -> assertThat(window.workbench.showView("edit")).isTrue());
    return file;
  }

  private static TableView<EditedRow> table(FxRobot robot) {
    return robot.lookup("#edit-rows").queryTableView();
  }

  private static List<String> rows(FxRobot robot) {
    return table(robot).getItems().stream()
        .map(row -> row.ref().words() + (row.change() == EditedRow.Change.NONE ? "" : " *"))
        .toList();
  }

  private static List<String> history(FxRobot robot) {
    return robot.lookup("#edit-history").queryListView().getItems().stream()
        .map(Object::toString)
        .toList();
  }

  private static String tab(FxRobot robot) {
    Tab front =
        robot.lookup("#file-tabs").queryAs(TabPane.class).getSelectionModel().getSelectedItem();
    return front.getText();
  }

  private void select(FxRobot robot, int row) {
    robot.interact(
        () -> {
          table(robot).requestFocus();
          table(robot).getSelectionModel().clearAndSelect(row);
        });
  }

  private void type(FxRobot robot, String field, String text) {
    robot.interact(
        () -> {
          robot.lookup(field).queryAs(TextField.class).requestFocus();
          robot.lookup(field).queryAs(TextField.class).setText(text);
        });
    robot.type(KeyCode.ENTER);
  }

  private MenuItem item(ActionId id) {
    return new ActionControls(window.workbench.actions()).item(id, false);
  }

  private void run(FxRobot robot, ActionId id) {
    robot.interact(() -> assertThat(window.workbench.actions().run(id)).as(id.text()).isTrue());
  }

  private static List<String> stored(Path file) throws IOException {
    List<String> rows = new ArrayList<>();
    try (KpackArchive archive = KpackArchive.open(file)) {
      assertThat(archive.problems()).isEmpty();
      for (ArchiveEntry entry : archive.entries()) {
        rows.add(entry.key().text() + " @ " + entry.targetText());
      }
    }
    return rows;
  }

  @Test
  void renamedDeletedUndoneRedoneSavedAndReadAgain(FxRobot robot) throws Exception {
    Path file = open(robot);
    byte[] before = Files.readAllBytes(file);
    assertThat(rows(robot))
        .containsExactly(
            "lib/libtest.so#0 @ gfx900", "lib/libtest.so#0 @ gfx906", "bin/testapp#0 @ gfx900");
    assertThat(window.workbench.actions().run(ActionId.UNDO)).isFalse();

    select(robot, 0);
    robot.type(KeyCode.F2);
    assertThat(robot.lookup("#edit-key").queryAs(TextField.class).isFocused()).isTrue();
    type(robot, "#edit-key", "lib/renamed.so#0");
    assertThat(rows(robot))
        .containsExactly(
            "lib/renamed.so#0 @ gfx900 *", "lib/renamed.so#0 @ gfx906 *", "bin/testapp#0 @ gfx900");
    assertThat(tab(robot)).isEqualTo("● golden.kpack");
    select(robot, 1);
    type(robot, "#edit-target", "gfx90a:xnack+");
    select(robot, 2);
    robot.type(KeyCode.DELETE);
    assertThat(rows(robot))
        .containsExactly("lib/renamed.so#0 @ gfx900 *", "lib/renamed.so#0 @ gfx90a:xnack+ *");
    assertThat(history(robot))
        .containsExactly(
            "as opened (saved)",
            "rename of lib/libtest.so#0",
            "move of lib/renamed.so#0 @ gfx906 to gfx90a:xnack+",
            "delete of bin/testapp#0 @ gfx900");
    assertThat(item(ActionId.UNDO).getText()).isEqualTo("Undo delete of bin/testapp#0 @ gfx900");
    window.picture(robot, "edit-archive");

    run(robot, ActionId.UNDO);
    run(robot, ActionId.UNDO);
    run(robot, ActionId.UNDO);
    assertThat(tab(robot)).isEqualTo("golden.kpack");
    assertThat(item(ActionId.REDO).getText()).isEqualTo("Redo rename of lib/libtest.so#0");
    assertThat(history(robot)).filteredOn(line -> line.endsWith(" (undone)")).hasSize(3);
    assertThat(Files.readAllBytes(file)).as("opening and undoing write nothing").isEqualTo(before);
    run(robot, ActionId.REDO);
    run(robot, ActionId.REDO);
    run(robot, ActionId.REDO);
    assertThat(window.workbench.actions().run(ActionId.REDO)).isFalse();

    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    assertThat(window.dialogs.errors).isEmpty();
    assertThat(tab(robot)).isEqualTo("golden.kpack");
    assertThat(stored(file))
        .containsExactly("lib/renamed.so#0 @ gfx900", "lib/renamed.so#0 @ gfx90a:xnack+");
    robot.interact(() -> window.workbench.files().checkDisk());
    assertThat(robot.lookup(".message-bar").tryQuery()).isEmpty();

    // The history outlives the save: what was saved can be undone, and saved again.
    assertThat(history(robot))
        .hasSize(4)
        .last()
        .asString()
        .isEqualTo("delete of bin/testapp#0 @ gfx900 (saved)");
    run(robot, ActionId.UNDO);
    run(robot, ActionId.UNDO);
    run(robot, ActionId.UNDO);
    assertThat(tab(robot)).isEqualTo("● golden.kpack");
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  @Test
  void whatCannotBeIsSaidAndChangesNothing(FxRobot robot) throws Exception {
    open(robot);
    select(robot, 0);
    type(robot, "#edit-key", "../outside.so#0");
    assertThat(robot.lookup("#edit .message-bar .label").queryAll().toString())
        .contains("\"..\" part");
    assertThat(rows(robot)).noneMatch(row -> row.endsWith("*"));
    type(robot, "#edit-key", "bin/testapp#0");
    assertThat(robot.lookup("#edit .message-bar .label").queryAll().toString())
        .contains("again below");
    assertThat(tab(robot)).isEqualTo("golden.kpack");
    type(robot, "#edit-key", "lib/fine.so#0");
    assertThat(robot.lookup("#edit .message-bar").tryQuery()).isEmpty();
    assertThat(tab(robot)).isEqualTo("● golden.kpack");
  }

  @Test
  void aCodeObjectIsAddedWithTheTargetThatItStates(FxRobot robot) throws Exception {
    Path file = open(robot);
    window.dialogs.files = List.of(StandardWindow.fixture("axpy-gfx1100.hsaco"));
    robot.push(KeyCode.ALT, KeyCode.A);
    assertThat(rows(robot))
        .hasSize(4)
        .last()
        .asString()
        .startsWith("axpy-gfx1100.hsaco#0 @ gfx1100");
    window.dialogs.unsaved = Unsaved.SAVE;
    robot.push(KeyCode.SHORTCUT, KeyCode.W);
    assertThat(window.dialogs.asked).containsExactly("golden.kpack");
    assertThat(stored(file)).hasSize(4);
  }
}
