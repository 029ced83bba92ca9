package org.kpackworkbench.views.operation.edit.kpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.kpackworkbench.model.format.kpack.StorageScheme.ZSTD_SOLID;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import javafx.geometry.Insets;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioButton;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.Grouping;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.operation.edit.EditedRows.EditedRow;
import org.kpackworkbench.views.format.kpack.ArchiveFiles;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.action.FileDropTarget;
import org.kpackworkbench.views.kit.dialog.Unsaved;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.rows.LoadedRow;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.operation.edit.EditWindow;
import org.kpackworkbench.views.operation.forms.FormPictures;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** An archive is edited in the real window. */
class ArchiveEditWindowTest extends EditWindow {

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private Path open(FxRobot robot) throws IOException {
    Path file = ArchiveFiles.golden(temp.toRealPath());
    edit(robot, file);
    return file;
  }

  private static TableView<LoadedRow<EditedRow>> table(FxRobot robot) {
    return robot.lookup("#edit-rows").queryTableView();
  }

  private static List<String> rows(FxRobot robot) {
    return table(robot).getItems().stream()
        .map(line -> Objects.requireNonNull(line.content()))
        .map(row -> row.ref().words() + (row.change() == EditedRow.Change.NONE ? "" : " *"))
        .toList();
  }

  private static List<String> selected(FxRobot robot) {
    return table(robot).getSelectionModel().getSelectedItems().stream()
        .map(line -> Objects.requireNonNull(line.content()))
        .map(row -> row.ref().words())
        .toList();
  }

  private void select(FxRobot robot, int row, int... more) {
    robot.interact(
        () -> {
          table(robot).requestFocus();
          table(robot).getSelectionModel().clearAndSelect(row);
          if (more.length > 0) {
            table(robot).getSelectionModel().selectIndices(row, more);
          }
        });
  }

  /** Fills in a field of a form, and presses Enter in it. */
  private void type(FxRobot robot, String field, String text) {
    fill(robot, field, text);
    robot.type(KeyCode.ENTER);
  }

  private void press(FxRobot robot, String button) {
    robot.interact(() -> robot.lookup(button).queryAs(Button.class).fire());
  }

  private void choose(FxRobot robot, String button) {
    robot.interact(() -> robot.lookup(button).queryAs(RadioButton.class).setSelected(true));
  }

  private static String problem(FxRobot robot) {
    return robot.lookup("#edit-form-problem").queryLabeled().getText();
  }

  private static boolean asking(FxRobot robot) {
    return robot.lookup(".edit-form").tryQuery().isPresent();
  }

  private MenuItem item(ActionId id) {
    return new ActionControls(window.workbench.actions()).item(id, false);
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
    assertThat(robot.lookup("#edit-name").queryAs(TextInputControl.class).isFocused()).isTrue();
    choose(robot, "#rename-binary");
    type(robot, "#edit-name", "lib/renamed.so");
    assertThat(asking(robot)).isFalse();
    assertThat(rows(robot))
        .containsExactly(
            "lib/renamed.so#0 @ gfx900 *", "lib/renamed.so#0 @ gfx906 *", "bin/testapp#0 @ gfx900");
    assertThat(selected(robot)).containsExactly("lib/renamed.so#0 @ gfx900");
    assertThat(tab(robot)).isEqualTo("● golden.kpack");
    select(robot, 1);
    run(robot, ActionId.MOVE_TARGET);
    type(robot, "#edit-architecture", "gfx90a:xnack+");
    select(robot, 2);
    robot.type(KeyCode.DELETE);
    assertThat(rows(robot))
        .containsExactly("lib/renamed.so#0 @ gfx900 *", "lib/renamed.so#0 @ gfx90a:xnack+ *");
    assertThat(selected(robot)).as("the next row").hasSize(1);
    assertThat(history(robot))
        .containsExactly(
            "as opened (saved)",
            "rename of lib/libtest.so",
            "move of lib/renamed.so#0 @ gfx906 to gfx90a:xnack+",
            "delete of bin/testapp#0 @ gfx900");
    assertThat(item(ActionId.UNDO).getText()).isEqualTo("Undo delete of bin/testapp#0 @ gfx900");
    window.picture(robot, "edit-archive");

    run(robot, ActionId.UNDO);
    run(robot, ActionId.UNDO);
    run(robot, ActionId.UNDO);
    assertThat(tab(robot)).isEqualTo("golden.kpack");
    assertThat(item(ActionId.REDO).getText()).isEqualTo("Redo rename of lib/libtest.so");
    assertThat(history(robot)).filteredOn(line -> line.endsWith(" (undone)")).hasSize(3);
    assertThat(Files.readAllBytes(file)).as("opening and undoing write nothing").isEqualTo(before);
    run(robot, ActionId.REDO);
    run(robot, ActionId.REDO);
    run(robot, ActionId.REDO);
    assertThat(window.workbench.actions().run(ActionId.REDO)).isFalse();

    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    assertThat(window.dialogs.errors).isEmpty();
    assertThat(tab(robot)).isEqualTo("golden.kpack");
    assertThat(rows(robot)).as("nothing differs from the file").noneMatch(row -> row.contains("*"));
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
  void renamesTheRowThatWasSelected(FxRobot robot) throws Exception {
    open(robot);
    select(robot, 0);
    robot.type(KeyCode.F2);
    assertThat(robot.lookup("#rename-key").queryAs(RadioButton.class).isSelected()).isTrue();
    type(robot, "#edit-name", "lib/liblate.so");
    assertThat(asking(robot)).isFalse();
    assertThat(rows(robot)).contains("lib/liblate.so#0 @ gfx900 *", "bin/testapp#0 @ gfx900");
  }

  @Test
  void whatCannotBeIsSaidAndChangesNothing(FxRobot robot) throws Exception {
    open(robot);
    select(robot, 0);
    robot.type(KeyCode.F2);
    fill(robot, "#edit-name", "../outside.so");
    assertThat(problem(robot)).contains("\"..\" part", "relative path");
    assertThat(robot.lookup("#edit-form-yes").queryButton().isDisabled()).isTrue();
    choose(robot, "#rename-key");
    type(robot, "#edit-name", "bin/testapp");
    assertThat(problem(robot)).contains("again below");
    assertThat(asking(robot)).as("it can be fixed").isTrue();
    assertThat(rows(robot)).noneMatch(row -> row.endsWith("*"));
    assertThat(tab(robot)).isEqualTo("golden.kpack");
    type(robot, "#edit-index", "7");
    assertThat(asking(robot)).isFalse();
    assertThat(rows(robot)).contains("bin/testapp#7 @ gfx900 *", "bin/testapp#7 @ gfx906 *");
    run(robot, ActionId.MOVE_TARGET);
    fill(robot, "#edit-architecture", "sm_90");
    assertThat(problem(robot)).contains("not a GPU target", "gfx90a:xnack+");
    robot.type(KeyCode.ESCAPE);
    assertThat(asking(robot)).isFalse();
  }

  @Test
  void aCodeObjectIsAddedWithTheTargetThatItStates(FxRobot robot) throws Exception {
    Path file = open(robot);
    window.dialogs.files = List.of(StandardWindow.fixture("axpy-gfx1100.hsaco"));
    robot.push(KeyCode.ALT, KeyCode.A);
    typeInto(robot, 0, "add-key", "axpy-gfx1100.hsaco#0");
    press(robot, "#edit-form-yes");
    assertThat(rows(robot))
        .hasSize(4)
        .last()
        .asString()
        .startsWith("axpy-gfx1100.hsaco#0 @ gfx1100");
    assertThat(selected(robot)).containsExactly("axpy-gfx1100.hsaco#0 @ gfx1100");
    window.dialogs.unsaved = Unsaved.SAVE;
    robot.push(KeyCode.SHORTCUT, KeyCode.W);
    assertThat(window.dialogs.asked).containsExactly("golden.kpack");
    assertThat(stored(file)).hasSize(4);
  }

  /** The form says that F2 changes a key; nothing has to be selected before. */
  @Test
  void theFirstKeyChangesTheKeyOfAnAddedFile(FxRobot robot) throws Exception {
    open(robot);
    window.dialogs.files = List.of(StandardWindow.fixture("axpy-gfx1100.hsaco"));
    robot.push(KeyCode.ALT, KeyCode.A);
    robot.type(KeyCode.F2);
    robot.interact(() -> robot.lookup("#cell-editor").queryTextInputControl().setText("axpy#0"));
    robot.type(KeyCode.ENTER);
    assertThat(item(robot, 0).name()).isEqualTo("axpy#0 @ gfx1100");
    Region form = robot.lookup("#edit-form-add").queryAs(Region.class);
    Insets around = form.getInsets();
    assertThat(adding(robot).getWidth())
        .as("no word is cut beside blank space")
        .isCloseTo(form.getWidth() - around.getLeft() - around.getRight(), within(1.0));
  }

  private static RowsTable<AddItem> adding(FxRobot robot) {
    return robot.lookup("#add-files").query();
  }

  private static AddItem item(FxRobot robot, int row) {
    return Objects.requireNonNull(adding(robot).getItems().get(row).content());
  }

  /** Types into a cell of the form: F2, the text, Enter. */
  private static void typeInto(FxRobot robot, int row, String column, String text) {
    robot.interact(
        () -> {
          RowsTable<AddItem> table = adding(robot);
          table.requestFocus();
          table.pickPosition(row);
          table.getColumns().stream()
              .filter(each -> column.equals(each.getId()))
              .forEach(each -> table.getFocusModel().focus(row, each));
        });
    robot.type(KeyCode.F2);
    robot.interact(() -> robot.lookup("#cell-editor").queryTextInputControl().setText(text));
    robot.type(KeyCode.ENTER);
  }

  @Test
  void filesAreAddedUnderNamesThatCanBeChanged(FxRobot robot) throws Exception {
    open(robot);
    Path code = StandardWindow.fixture("axpy-gfx1100.hsaco");
    Path text = Files.writeString(temp.resolve("notes.txt"), "no code");
    select(robot, 2);
    robot.interact(
        () ->
            new FileDropTarget(
                    files -> {
                      window.dialogs.files = files;
                      assertThat(window.workbench.actions().run(ActionId.ADD)).isTrue();
                    })
                .dropped(List.of(code.toFile(), text.toFile(), code.toFile())));
    assertThat(
            adding(robot).getItems().stream()
                .map(line -> Objects.requireNonNull(line.content()).name()))
        .as("no key is guessed")
        .containsExactly(" @ gfx1100", " @ ", " @ gfx1100");
    assertThat(robot.lookup("#edit-form-yes").queryButton().isDisabled()).isTrue();
    assertThat(item(robot, 0).state()).contains("no key");
    typeInto(robot, 0, "add-key", "bin/testapp#0");
    typeInto(robot, 2, "add-key", "bin/testapp#1");
    assertThat(problem(robot)).contains("notes.txt", "code object");
    window.picture(robot, "edit-add");
    typeInto(robot, 2, "add-key", "bin/testapp#0");
    assertThat(problem(robot)).contains("twice in this list");
    typeInto(robot, 2, "add-target", "gfx900");
    assertThat(item(robot, 2).state()).isEqualTo("exists: replaced");
    robot.type(KeyCode.F2);
    robot.type(KeyCode.ESCAPE);
    assertThat(asking(robot)).as("Escape ends the cell, not the form").isTrue();
    robot.interact(() -> adding(robot).pickPosition(1));
    robot.type(KeyCode.F2);
    assertThat(robot.lookup("#cell-editor").tryQuery()).as("no code object").isEmpty();
    choose(robot, "#add-skip");
    assertThat(item(robot, 2).state()).isEqualTo("exists: skipped");
    press(robot, "#edit-form-yes");
    assertThat(rows(robot))
        .contains("bin/testapp#0 @ gfx1100 *", "bin/testapp#0 @ gfx900")
        .hasSize(4);
    assertThat(history(robot)).last().asString().isEqualTo("add of 2 files");
  }

  @Test
  void anExtractedFileProposesItsKey(FxRobot robot) throws Exception {
    open(robot);
    Path extracted =
        Files.copy(
            StandardWindow.fixture("axpy-gfx1100.hsaco"),
            temp.resolve("lib_libtest.so-0-gfx1100.hsaco"));
    select(robot, 2);
    window.dialogs.files = List.of(extracted);
    run(robot, ActionId.ADD);
    assertThat(item(robot, 0).name()).isEqualTo("lib/libtest.so#0 @ gfx1100");
  }

  @Test
  void codeForAnotherTargetIsAddedOnlyAnyway(FxRobot robot) throws Exception {
    Path file = open(robot);
    window.dialogs.files = List.of(StandardWindow.fixture("kinds-gfx942.hsaco"));
    window.dialogs.confirmed = false;
    run(robot, ActionId.ADD);
    typeInto(robot, 0, "add-key", "kinds-gfx942.hsaco#0");
    typeInto(robot, 0, "add-target", "gfx90a");
    press(robot, "#edit-form-yes");
    assertThat(window.dialogs.confirms)
        .singleElement()
        .asString()
        .contains("filed under gfx90a", "gfx942")
        .endsWith("|Add Anyway");
    assertThat(asking(robot)).as("it can be fixed").isTrue();
    assertThat(problem(robot)).contains("Not added: ");
    assertThat(rows(robot)).hasSize(3).noneMatch(row -> row.endsWith("*"));
    window.dialogs.confirmed = true;
    press(robot, "#edit-form-yes");
    assertThat(asking(robot)).isFalse();
    assertThat(rows(robot)).hasSize(4).last().isEqualTo("kinds-gfx942.hsaco#0 @ gfx90a *");
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    assertThat(stored(file)).hasSize(4).last().isEqualTo("kinds-gfx942.hsaco#0 @ gfx90a");
    assertThat(window.dialogs.confirms).as("saving does not ask again").hasSize(2);
  }

  @Test
  void aReadmeIsNoCodeObjectUnlessItIsAddedAnyway(FxRobot robot) throws Exception {
    Path file = open(robot);
    Path readme = Files.writeString(temp.resolve("README"), "No code.");
    window.dialogs.files = List.of(readme);
    run(robot, ActionId.ADD);
    assertThat(problem(robot)).contains("README");
    assertThat(robot.lookup("#edit-form-yes").queryButton().isDisabled()).isTrue();
    robot.type(KeyCode.ESCAPE);
    window.dialogs.confirmed = false;
    select(robot, 0);
    run(robot, ActionId.REPLACE);
    assertThat(window.dialogs.confirms)
        .singleElement()
        .asString()
        .startsWith("Replace a code object by what verification will reject?")
        .contains("lib/libtest.so#0 @ gfx900")
        .endsWith("|Replace Anyway");
    assertThat(rows(robot)).noneMatch(row -> row.endsWith("*"));
    window.dialogs.confirmed = true;
    select(robot, 0);
    run(robot, ActionId.REPLACE);
    assertThat(rows(robot)).first().isEqualTo("lib/libtest.so#0 @ gfx900 *");
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    try (KpackArchive archive = KpackArchive.open(file)) {
      assertThat(archive.originalSizeBytes(0)).isEqualTo(Files.size(readme));
    }
  }

  @Test
  void aRowGetsAnotherCodeObject(FxRobot robot) throws Exception {
    Path file = open(robot);
    Path code = StandardWindow.fixture("axpy-gfx1100.hsaco");
    select(robot, 0);
    window.dialogs.files = List.of(code);
    run(robot, ActionId.REPLACE);
    assertThat(rows(robot)).first().isEqualTo("lib/libtest.so#0 @ gfx900 *");
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    try (KpackArchive archive = KpackArchive.open(file)) {
      assertThat(archive.originalSizeBytes(0)).isEqualTo(Files.size(code));
    }
  }

  @Test
  void metadataIsEditedAsCheckedText(FxRobot robot) throws Exception {
    Path file = open(robot);
    select(robot, 0);
    run(robot, ActionId.METADATA);
    fill(robot, "#edit-metadata", "{\"build\": }");
    assertThat(problem(robot)).contains("Line 1");
    fill(robot, "#edit-metadata", "{\"build\": 42, \"flags\": [\"-O3\", true]}");
    press(robot, "#edit-form-yes");
    assertThat(history(robot)).last().asString().contains("metadata of lib/libtest.so#0 @ gfx900");
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    try (KpackArchive archive = KpackArchive.open(file)) {
      assertThat(archive.metadata(0)).containsEntry("build", MsgValue.Int.of(42));
    }
    select(robot, 0);
    run(robot, ActionId.METADATA);
    assertThat(robot.lookup("#edit-metadata").queryAs(TextInputControl.class).getText())
        .isEqualTo("{\n  \"build\": 42,\n  \"flags\": [\"-O3\", true]\n}");
  }

  @Test
  void propertiesAreEditedAndTellWhatTheyCost(FxRobot robot) throws Exception {
    Path file = open(robot);
    select(robot, 0);
    robot.push(KeyCode.ALT, KeyCode.ENTER);
    assertThat(robot.lookup("#edit-cost").queryLabeled().getText()).contains("copies");
    fill(robot, "#edit-group", "other");
    fill(robot, "#edit-architectures", "gfx900, gfx906, gfx90a");
    robot.interact(
        () -> robot.lookup("#edit-scheme").queryComboBox().getSelectionModel().select(0));
    assertThat(robot.lookup("#edit-cost").queryLabeled().getText())
        .contains("compresses all code objects");
    window.picture(robot, "edit-properties");
    press(robot, "#edit-form-yes");
    assertThat(history(robot)).hasSize(4);
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    try (KpackArchive archive = KpackArchive.open(file)) {
      assertThat(archive.groupName()).isEqualTo("other");
      assertThat(archive.architectures()).containsExactly("gfx900", "gfx906", "gfx90a");
      assertThat(archive.schemeName()).isEqualTo("zstd-per-kernel");
    }
  }

  @Test
  void whatIsCompressedTogetherIsChosenWithItsScheme(FxRobot robot) throws Exception {
    Path file = open(robot);
    select(robot, 0);
    robot.push(KeyCode.ALT, KeyCode.ENTER);
    ComboBox<?> together = robot.lookup("#edit-together").queryComboBox();
    assertThat(together.isDisabled()).isTrue();
    robot.interact(
        () -> {
          robot.lookup("#edit-scheme").<StorageScheme>queryComboBox().setValue(ZSTD_SOLID);
          together.getSelectionModel().select(Grouping.NAME.ordinal());
        });
    assertThat(together.isDisabled()).isFalse();
    window.picture(robot, "edit-groups");
    press(robot, "#edit-form-yes");
    assertThat(history(robot)).last().asString().contains("zstd-solid (experimental), by name");
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    try (KpackArchive archive = KpackArchive.open(file)) {
      assertThat(Grouping.of(archive)).contains(Grouping.NAME);
    }
  }

  @Test
  void anIndexOfBinariesIsAddedToTheTable(FxRobot robot) throws Exception {
    Path file = open(robot);
    select(robot, 0);
    robot.push(KeyCode.ALT, KeyCode.ENTER);
    CheckBox index = robot.lookup("#edit-index").queryAs(CheckBox.class);
    assertThat(index.getText() + " " + index.isSelected())
        .isEqualTo("Index of binaries in tables of contents false");
    robot.interact(index::fire);
    window.picture(robot, "edit-index");
    press(robot, "#edit-form-yes");
    assertThat(history(robot)).last().asString().contains("index of binaries");
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    try (KpackArchive archive = KpackArchive.open(file)) {
      assertThat(TableHead.of(archive).hasBinaryIndex()).isTrue();
    }
  }

  @Test
  void anArchiveIsMergedOnceASideWasChosen(FxRobot robot) throws Exception {
    Path other = ArchiveFiles.golden(Files.createDirectories(temp.toRealPath().resolve("other")));
    edit(robot, other);
    select(robot, 2);
    robot.type(KeyCode.F2);
    type(robot, "#edit-name", "bin/second");
    select(robot, 0);
    window.dialogs.files = List.of(StandardWindow.fixture("axpy-gfx1100.hsaco"));
    run(robot, ActionId.REPLACE);
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    robot.push(KeyCode.SHORTCUT, KeyCode.W);

    open(robot);
    window.dialogs.files = List.of(other);
    run(robot, ActionId.MERGE_ARCHIVE);
    ListView<String> clashes = robot.lookup("#merge-clashes").queryListView();
    assertThat(clashes.getItems())
        .hasSize(2)
        .first()
        .asString()
        .startsWith("lib/libtest.so#0 @ gfx900 – here 119 B, there");
    window.picture(robot, "edit-merge");
    assertThat(robot.lookup("#edit-form-merge .radio-button").queryAllAs(RadioButton.class))
        .as("as the option of the command is described, and nothing is lost unasked")
        .extracting(each -> each.getText() + " " + each.isSelected())
        .containsExactly(
            "Only rows that do not exist yet or are identical true",
            "Keep existing rows false",
            "Take the rows of the other archive false");
    press(robot, "#edit-form-yes");
    assertThat(problem(robot)).contains("other bytes", "Say which of the two to keep");
    choose(robot, "#merge-replace");
    press(robot, "#edit-form-yes");
    assertThat(rows(robot))
        .containsExactly(
            "lib/libtest.so#0 @ gfx900 *",
            "lib/libtest.so#0 @ gfx906 *",
            "bin/testapp#0 @ gfx900",
            "bin/second#0 @ gfx900 *");
  }

  @Test
  void codeObjectsArePastedFromAnotherArchive(FxRobot robot) throws Exception {
    Path other = ArchiveFiles.golden(Files.createDirectories(temp.toRealPath().resolve("other")));
    edit(robot, other);
    select(robot, 2);
    robot.type(KeyCode.F2);
    type(robot, "#edit-name", "bin/second");
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    // The view of the contents gives code objects, too.
    robot.interact(() -> assertThat(window.workbench.showView("contents")).isTrue());
    robot.interact(
        () -> {
          TableView<?> contents = robot.lookup("#archive-table").queryTableView();
          contents.requestFocus();
          contents.getSelectionModel().clearAndSelect(0);
        });
    robot.push(KeyCode.SHORTCUT, KeyCode.C);
    open(robot);
    robot.push(KeyCode.SHORTCUT, KeyCode.V);
    assertThat(window.dialogs.errors).isEmpty();
    assertThat(rows(robot)).last().isEqualTo("bin/second#0 @ gfx900 *");
    assertThat(history(robot))
        .last()
        .asString()
        .isEqualTo("paste of bin/second#0 @ gfx900 from golden.kpack");
    robot.push(KeyCode.SHORTCUT, KeyCode.V);
    assertThat(robot.lookup("#merge-found").queryLabeled().getText()).contains("1 name is here");
    robot.type(KeyCode.ESCAPE);
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    assertThat(stored(temp.toRealPath().resolve("golden.kpack"))).contains("bin/second#0 @ gfx900");
  }

  @Test
  void rowsThatAreNotSavedAreCopiedAndExtractedAsTheyAreShown(FxRobot robot) throws Exception {
    Path other = ArchiveFiles.golden(Files.createDirectories(temp.toRealPath().resolve("other")));
    byte[] before = Files.readAllBytes(other);
    Path code = StandardWindow.fixture("axpy-gfx1100.hsaco");
    edit(robot, other);
    select(robot, 2);
    robot.type(KeyCode.F2);
    type(robot, "#edit-name", "bin/second");
    window.dialogs.files = List.of(code);
    select(robot, 1);
    run(robot, ActionId.REPLACE);
    run(robot, ActionId.ADD);
    typeInto(robot, 0, "add-key", "lib/libtest.so#0");
    press(robot, "#edit-form-yes");
    assertThat(rows(robot))
        .containsExactly(
            "lib/libtest.so#0 @ gfx900",
            "lib/libtest.so#0 @ gfx906 *",
            "lib/libtest.so#0 @ gfx1100 *",
            "bin/second#0 @ gfx900 *");

    select(robot, 1, 2, 3);
    robot.push(KeyCode.SHORTCUT, KeyCode.E);
    Region dialog = Objects.requireNonNull(window.dialogs.shown.get("Extract Code Objects"));
    assertThat(((Labeled) dialog.lookup(".form-what")).getText())
        .isEqualTo("3 code objects of golden.kpack");
    Path output = temp.resolve("out");
    robot.interact(
        () -> {
          ((TextInputControl) FormPictures.find(dialog, "#form-output")).setText(output.toString());
        });
    robot.interact(() -> ((Button) dialog.lookup("#dialog-yes")).fire());
    assertThat(Await.ended(window.workbench.jobs(), "Extract").state()).isEqualTo(Job.State.DONE);
    try (var written = Files.list(output)) {
      assertThat(written)
          .hasSize(3)
          .filteredOn(file -> file.toFile().length() == code.toFile().length())
          .hasSize(2);
    }

    select(robot, 1, 2, 3);
    robot.push(KeyCode.SHORTCUT, KeyCode.C);
    robot.interact(
        () ->
            assertThat(Clipboard.getSystemClipboard().getString())
                .contains("bin/second", "gfx1100"));
    assertThat(Files.readAllBytes(other)).as("nothing is saved for that").isEqualTo(before);
    window.dialogs.unsaved = Unsaved.DISCARD;
    robot.push(KeyCode.SHORTCUT, KeyCode.W);

    Path file = open(robot);
    robot.push(KeyCode.SHORTCUT, KeyCode.V);
    choose(robot, "#merge-replace");
    press(robot, "#edit-form-yes");
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    assertThat(window.dialogs.errors).isEmpty();
    assertThat(stored(file))
        .containsExactlyInAnyOrder(
            "lib/libtest.so#0 @ gfx900",
            "lib/libtest.so#0 @ gfx906",
            "bin/testapp#0 @ gfx900",
            "bin/second#0 @ gfx900",
            "lib/libtest.so#0 @ gfx1100");
    try (KpackArchive archive = KpackArchive.open(file)) {
      assertThat(archive.originalSizeBytes(1)).isEqualTo(Files.size(code));
    }
  }

  @Test
  void anArchiveIsSplitIntoFilesThatAreNamedFirst(FxRobot robot) throws Exception {
    Path archive = open(robot);
    Path folder = Files.createDirectories(temp.resolve("split"));
    Path there = Files.writeString(folder.resolve("golden_gfx906.kpack"), "mine");
    window.dialogs.folder = Optional.of(folder);
    run(robot, ActionId.SPLIT_ARCHIVE);
    assertThat(window.dialogs.near).containsExactly(archive);
    ListView<String> files = robot.lookup("#split-files").queryListView();
    assertThat(files.getItems())
        .containsExactly("golden_gfx900.kpack", "golden_gfx906.kpack  – already exists");
    assertThat(robot.lookup("#edit-form-yes").queryButton().isDisabled()).isTrue();
    fill(robot, "#split-pattern", "no-placeholder");
    assertThat(problem(robot)).contains("@GFXARCH@");
    fill(robot, "#split-pattern", "part-@GFXARCH@.kpack");
    window.picture(robot, "edit-split");
    press(robot, "#edit-form-yes");
    assertThat(stored(folder.resolve("part-gfx900.kpack")))
        .containsExactly("lib/libtest.so#0 @ gfx900", "bin/testapp#0 @ gfx900");
    assertThat(there).hasContent("mine");
    assertThat(tab(robot)).isEqualTo("golden.kpack");
  }

  /** Other code for a setting of gfx906 hides the code for gfx906 from loaders up to mid-2026. */
  @Test
  void savingAndSplittingWarnOfCodeThatOlderLoadersMiss(FxRobot robot) throws Exception {
    Path file = open(robot);
    select(robot, rows(robot).indexOf("bin/testapp#0 @ gfx900"));
    run(robot, ActionId.MOVE_TARGET);
    type(robot, "#edit-architecture", "gfx906:xnack+");
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    assertThat(stored(file)).contains("bin/testapp#0 @ gfx906:xnack+");
    String warning = "loaders up to mid-2026 find no code of lib/libtest.so for gfx906:xnack+ (#0)";
    assertThat(bars(robot)).contains("Saved, but " + warning, "Use a newer loader");

    Path folder = Files.createDirectories(temp.resolve("split"));
    window.dialogs.folder = Optional.of(folder);
    run(robot, ActionId.SPLIT_ARCHIVE);
    press(robot, "#edit-form-yes");
    Job job = Await.ended(window.workbench.jobs(), "Split golden.kpack");
    assertThat(Objects.requireNonNull(job.outcomeProperty().get()).text())
        .contains("Wrote 3 archives", "But " + warning);

    run(robot, ActionId.UNDO);
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    assertThat(bars(robot)).doesNotContain("mid-2026");
  }

  private static String bars(FxRobot robot) {
    return robot.lookup(".message-bar .label").queryAllAs(Labeled.class).stream()
        .map(Labeled::getText)
        .collect(Collectors.joining(" "));
  }

  @Test
  void splittingProposesTheNameThatMarkersHave(FxRobot robot) throws Exception {
    Path golden = ArchiveFiles.golden(temp.toRealPath());
    edit(robot, Files.move(golden, golden.resolveSibling("golden_gfx906.kpack")));
    window.dialogs.folder = Optional.of(Files.createDirectories(temp.resolve("split")));
    run(robot, ActionId.SPLIT_ARCHIVE);
    assertThat(robot.lookup("#split-pattern").queryTextInputControl().getText())
        .isEqualTo("golden_@GFXARCH@.kpack");
  }

  private static void click(FxRobot robot, String words) {
    robot.clickOn(
        robot.lookup(".history-cell").queryAllAs(Labeled.class).stream()
            .filter(cell -> cell.getText() != null && cell.getText().contains(words))
            .findFirst()
            .orElseThrow());
  }

  @Test
  void theHistoryGoesWhereItIsClicked(FxRobot robot) throws Exception {
    open(robot);
    select(robot, 2);
    robot.type(KeyCode.DELETE);
    robot.type(KeyCode.DELETE);
    assertThat(rows(robot)).hasSize(1);
    click(robot, "as opened");
    assertThat(rows(robot)).hasSize(3);
    click(robot, "delete");
    assertThat(rows(robot)).hasSize(2);
  }

  @Test
  void aHundredThousandRowsAreFilteredDeletedAndComeBack(FxRobot robot) throws Exception {
    Path file = ArchiveFiles.large(temp.toRealPath(), 100_000);
    edit(robot, file);
    assertThat(table(robot).getItems()).hasSize(100_000);
    String target =
        Objects.requireNonNull(table(robot).getItems().getFirst().content()).ref().target();
    robot.interact(
        () -> {
          robot.lookup("#edit #filter").queryAs(TextInputControl.class).setText("arch:" + target);
          robot
              .lookup("#edit #filter")
              .queryAs(TextInputControl.class)
              .fireEvent(new javafx.event.ActionEvent());
        });
    int some = table(robot).getItems().size();
    assertThat(some).isBetween(1, 99_999);
    robot.interact(
        () -> {
          table(robot).requestFocus();
          table(robot).getSelectionModel().selectAll();
        });
    run(robot, ActionId.DELETE);
    assertThat(table(robot).getItems()).isEmpty();
    robot.interact(() -> robot.lookup("#edit #filter-clear").queryAs(Button.class).fire());
    assertThat(table(robot).getItems()).hasSize(100_000 - some);
    run(robot, ActionId.UNDO);
    assertThat(table(robot).getItems()).hasSize(100_000);
    select(robot, 99_999);
    robot.type(KeyCode.F2);
    type(robot, "#edit-name", "renamed");
    assertThat(selected(robot)).first().asString().startsWith("renamed");
    window.picture(robot, "edit-large");
  }

  @Test
  void unknownWordsOfAFilterAreNamed(FxRobot robot) throws Exception {
    open(robot);
    type(robot, "#edit #filter", "nothing:there");
    assertThat(
            robot.lookup("#edit #filter-problem").queryAllAs(Labeled.class).stream()
                .map(Labeled::getText)
                .collect(Collectors.joining()))
        .contains("nothing");
    type(robot, "#edit #filter", "arch:gfx906");
    assertThat(rows(robot)).containsExactly("lib/libtest.so#0 @ gfx906");
  }
}
