package org.kpackworkbench.views.operation.edit.kpm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestDialect;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.operation.edit.EditedManifest;
import org.kpackworkbench.model.operation.edit.ManifestRowEdits;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.rows.LoadedRow;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.operation.edit.EditWindow;
import org.kpackworkbench.views.robot.ShownRows;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** A manifest is edited in the real window. */
class ManifestEditWindowTest extends EditWindow {
  private static final Path SAMPLE = Path.of("../app/sample/.kpack");
  private static final String LAST = "kpackfix_gfx942.kpack";

  private Path folder = Path.of("");
  private Path file = Path.of("");

  @Start
  void start(Stage primary) throws IOException {
    folder = temp.toRealPath();
    try (Stream<Path> files = Files.list(SAMPLE)) {
      for (Path each : files.toList()) {
        Files.copy(each, folder.resolve(each.getFileName().toString()));
      }
    }
    file = folder.resolve("kpackfix.kpm");
    window = new StandardWindow(primary);
  }

  private void open(FxRobot robot) {
    edit(robot, file);
  }

  private static TableView<LoadedRow<ManifestRow>> table(FxRobot robot) {
    return robot.lookup("#manifest-rows").queryTableView();
  }

  private static List<String> rows(FxRobot robot) {
    return table(robot).getItems().stream()
        .map(line -> Objects.requireNonNull(line.content()))
        .map(row -> row.targetText() + " " + row.file())
        .toList();
  }

  private static String cell(FxRobot robot, String column, int row) {
    Object shown =
        table(robot).getColumns().stream()
            .filter(each -> ("manifest-" + column).equals(each.getId()))
            .findFirst()
            .orElseThrow()
            .getCellData(row);
    return shown instanceof RowColumn.Face face ? face.text() : String.valueOf(shown);
  }

  private static void select(FxRobot robot, int row) {
    robot.interact(
        () -> {
          table(robot).requestFocus();
          table(robot).getSelectionModel().clearAndSelect(row);
        });
  }

  /** Types into a cell as a user does: F2, text, Enter. */
  private static void edit(FxRobot robot, int row, String column, String text) {
    robot.interact(
        () -> {
          table(robot).requestFocus();
          TableColumn<LoadedRow<ManifestRow>, ?> found =
              table(robot).getColumns().stream()
                  .filter(each -> ("manifest-" + column).equals(each.getId()))
                  .findFirst()
                  .orElseThrow();
          table(robot).getSelectionModel().clearAndSelect(row, found);
          table(robot).getFocusModel().focus(row, found);
        });
    robot.push(KeyCode.F2);
    TextField editor = robot.lookup("#cell-editor").queryAs(TextField.class);
    assertThat(editor.isFocused()).isTrue();
    robot.interact(() -> editor.setText(text));
    robot.push(KeyCode.ENTER);
  }

  private static void type(FxRobot robot, String field, String text) {
    robot.interact(
        () -> {
          robot.lookup(field).queryAs(TextField.class).requestFocus();
          robot.lookup(field).queryAs(TextField.class).setText(text);
        });
    robot.push(KeyCode.ENTER);
  }

  private MenuItem item(ActionId id) {
    return new ActionControls(window.workbench.actions()).item(id, false);
  }

  private Region dialog(String title) {
    return Objects.requireNonNull(window.dialogs.shown.get(title), title);
  }

  private void confirm(FxRobot robot, String title) {
    robot.interact(
        () -> ((javafx.scene.control.Button) dialog(title).lookup("#dialog-yes")).fire());
  }

  private Manifest saved() throws IOException {
    return ManifestFile.open(file).manifest();
  }

  @Test
  void rowsAndFieldsAreChangedUndoneRedoneSavedAndReadAgain(FxRobot robot) throws Exception {
    final byte[] before = Files.readAllBytes(file);
    open(robot);
    assertThat(rows(robot)).hasSize(4);
    assertThat(window.workbench.actions().run(ActionId.UNDO)).isFalse();

    edit(robot, 0, "target", "gfx1031");
    edit(robot, 1, "kernels", "12");
    edit(robot, 1, "size", "10 400");
    type(robot, "#manifest-component", "other");
    type(robot, "#manifest-prefix", "");
    select(robot, 3);
    robot.push(KeyCode.DELETE);
    assertThat(rows(robot))
        .containsExactly(
            "gfx1031 kpackfix_gfx1030.kpack",
            "gfx1100 kpackfix_gfx1100.kpack",
            "gfx90a kpackfix_gfx90a.kpack");
    assertThat(cell(robot, "change", 0)).isEqualTo("added");
    assertThat(cell(robot, "change", 1)).isEqualTo("changed");
    assertThat(cell(robot, "change", 2)).isEmpty();
    assertThat(tab(robot)).isEqualTo("● kpackfix.kpm");
    assertThat(item(ActionId.UNDO).getText()).isEqualTo("Undo delete of gfx942");
    assertThat(history(robot))
        .containsExactly(
            "as opened (saved)",
            "change of gfx1030",
            "change of gfx1100",
            "component other",
            "removal of the prefix",
            "delete of gfx942");
    window.picture(robot, "edit-manifest");

    for (int i = 0; i < 5; i++) {
      run(robot, ActionId.UNDO);
    }
    assertThat(tab(robot)).isEqualTo("kpackfix.kpm");
    assertThat(rows(robot)).hasSize(4);
    assertThat(robot.lookup("#manifest-component").queryAs(TextField.class).getText())
        .isEqualTo("kpackfix");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
    for (int i = 0; i < 5; i++) {
      run(robot, ActionId.REDO);
    }
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    assertThat(window.dialogs.errors).isEmpty();
    assertThat(tab(robot)).isEqualTo("kpackfix.kpm");
    assertThat(saved().component()).isEqualTo("other");
    assertThat(saved().prefix()).isNull();
    assertThat(saved().rows())
        .extracting(ManifestRow::targetText)
        .containsExactly("gfx1031", "gfx1100", "gfx90a");
    assertThat(saved().rows().get(1).kernelCount()).isEqualTo(12);

    // What was saved can be undone, and saved again: the first bytes are back.
    for (int i = 0; i < 5; i++) {
      run(robot, ActionId.UNDO);
    }
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  @Test
  void whatNobodyCouldUseIsSaidAndChangesNothing(FxRobot robot) {
    open(robot);
    edit(robot, 0, "file", "../outside.kpack");
    assertThat(message(robot)).contains("manifest's own folder", "../outside.kpack");
    edit(robot, 0, "size", "many");
    assertThat(message(robot)).contains("whole number");
    edit(robot, 0, "sha256", "12");
    assertThat(message(robot)).contains("64 hexadecimal digits");
    edit(robot, 0, "target", "gfx90a:xnack-:sramecc+");
    assertThat(message(robot)).contains("gfx90a:sramecc+:xnack-");
    edit(robot, 0, "target", "gfx1100");
    assertThat(message(robot)).contains("gfx1100");
    assertThat(tab(robot)).isEqualTo("kpackfix.kpm");
    assertThat(rows(robot).getFirst()).isEqualTo("gfx1030 kpackfix_gfx1030.kpack");
    edit(robot, 0, "file", "kpackfix_gfx1100.kpack");
    assertThat(message(robot)).isEmpty();
    assertThat(cell(robot, "remarks", 0)).contains("Another row names this file");
    edit(robot, 0, "file", "con.kpack");
    assertThat(cell(robot, "remarks", 0)).contains("no such file", "On Windows it cannot exist");
    assertThat(tab(robot)).isEqualTo("● kpackfix.kpm");
  }

  @Test
  void rowsAreAddedFromTheDiskByHandAndAsDuplicates(FxRobot robot) throws Exception {
    open(robot);
    select(robot, 3);
    run(robot, ActionId.DELETE);
    window.dialogs.files = List.of(folder.resolve(LAST));
    robot.push(KeyCode.ALT, KeyCode.A);
    assertThat(rows(robot)).hasSize(4).last().isEqualTo("gfx942 " + LAST);
    window.dialogs.files = List.of(Path.of("../app/sample/lib/libmany.so").toRealPath());
    robot.push(KeyCode.ALT, KeyCode.A);
    assertThat(message(robot)).contains("own folder");

    run(robot, ActionId.NEW_ROW);
    Region form = dialog("New Row");
    robot.interact(() -> ((TextField) form.lookup("#row-target")).setText("gfx90a"));
    robot.interact(() -> ((TextField) form.lookup("#row-file")).setText("a.kpack"));
    assertThat(((Label) form.lookup("#row-problem")).getText()).contains("a row for gfx90a");
    assertThat(form.lookup("#dialog-yes").isDisabled()).isTrue();
    robot.interact(() -> ((TextField) form.lookup("#row-target")).setText("gfx900"));
    assertThat(((Label) form.lookup("#row-problem")).getText()).isEmpty();
    confirm(robot, "New Row");
    assertThat(rows(robot)).hasSize(5).contains("gfx900 a.kpack");

    select(robot, 0);
    run(robot, ActionId.DUPLICATE);
    Region copy = dialog("Duplicate Row");
    assertThat(((TextField) copy.lookup("#row-file")).getText())
        .isEqualTo("kpackfix_gfx1030.kpack");
    robot.interact(() -> ((TextField) copy.lookup("#row-target")).setText("gfx1031"));
    confirm(robot, "Duplicate Row");
    assertThat(rows(robot)).hasSize(6).contains("gfx1031 kpackfix_gfx1030.kpack");
  }

  @Test
  void rowsGoUpAndDown(FxRobot robot) throws Exception {
    open(robot);
    select(robot, 3);
    robot.push(KeyCode.ALT, KeyCode.SHIFT, KeyCode.UP);
    robot.push(KeyCode.ALT, KeyCode.SHIFT, KeyCode.UP);
    assertThat(rows(robot))
        .extracting(row -> row.substring(0, row.indexOf(' ')))
        .containsExactly("gfx1030", "gfx942", "gfx1100", "gfx90a");
    assertThat(table(robot).getSelectionModel().getSelectedIndex()).isEqualTo(1);
    select(robot, 0);
    for (int i = 0; i < 5; i++) {
      run(robot, ActionId.MOVE_DOWN);
    }
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    assertThat(saved().rows())
        .extracting(ManifestRow::targetText)
        .containsExactly("gfx942", "gfx1100", "gfx90a", "gfx1030");
  }

  @Test
  void severalRowsAreDeletedAtOnceAndStaySelectedWhereOthersChange(FxRobot robot) {
    open(robot);
    robot.interact(
        () -> {
          table(robot).requestFocus();
          table(robot).getSelectionModel().clearSelection();
          table(robot).getSelectionModel().selectIndices(1, 3);
        });
    assertThat(window.workbench.actions().run(ActionId.MOVE_UP)).isFalse();
    type(robot, "#manifest-component", "other");
    assertThat(table(robot).getSelectionModel().getSelectedIndices()).containsExactly(1, 3);
    run(robot, ActionId.DELETE);
    assertThat(rows(robot))
        .containsExactly("gfx1030 kpackfix_gfx1030.kpack", "gfx90a kpackfix_gfx90a.kpack");
    assertThat(history(robot)).last().isEqualTo("delete of 2 rows");
    robot.interact(() -> table(robot).getSelectionModel().selectAll());
    run(robot, ActionId.DELETE);
    assertThat(rows(robot)).isEmpty();
    run(robot, ActionId.UNDO);
    run(robot, ActionId.UNDO);
    assertThat(rows(robot)).hasSize(4);
  }

  @Test
  @SuppressWarnings("unchecked")
  void anotherDialectSaysFirstWhatIsLost(FxRobot robot) throws Exception {
    open(robot);
    ChoiceBox<ManifestDialect> choice = robot.lookup("#manifest-dialect").queryAs(ChoiceBox.class);
    robot.interact(() -> choice.setValue(ManifestDialect.BY_LIST));
    assertThat(choice.getValue()).isEqualTo(ManifestDialect.BY_ARCHITECTURE);
    assertThat(((Label) dialog("Change the Dialect").lookup("#dialect-words")).getText())
        .contains("the prefix sample/kpackfix/stage")
        .doesNotContain("size");
    assertThat(tab(robot)).isEqualTo("kpackfix.kpm");
    confirm(robot, "Change the Dialect");
    assertThat(choice.getValue()).isEqualTo(ManifestDialect.BY_LIST);
    assertThat(robot.lookup("#manifest-prefix").query().isDisabled()).isTrue();
    assertThat(cell(robot, "size", 0)).isEqualTo("4379");
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    assertThat(saved().dialect()).isEqualTo(ManifestDialect.BY_LIST);
    run(robot, ActionId.UNDO);
    assertThat(choice.getValue()).isEqualTo(ManifestDialect.BY_ARCHITECTURE);
    assertThat(cell(robot, "size", 0)).isEqualTo("4379");
  }

  @Test
  @SuppressWarnings("unchecked")
  void anUpdateFromTheDiskIsShownBeforeItIsMade(FxRobot robot) throws Exception {
    Files.delete(folder.resolve(LAST));
    Files.copy(
        folder.resolve("kpackfix_gfx1030.kpack"),
        folder.resolve("kpackfix_gfx90a.kpack"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    Files.write(folder.resolve("broken.kpack"), new byte[70]);
    open(robot);
    run(robot, ActionId.UPDATE_FROM_DISK);
    Region pane = dialog("Update from Disk");
    TableView<?> lines = (TableView<?>) pane.lookup("#update-lines");
    assertThat(ShownRows.in(lines, UpdatePane.UpdateLine.class))
        .extracting(line -> line.word() + " " + line.file())
        .containsExactly(
            "changed kpackfix_gfx90a.kpack", "missing " + LAST, "not named broken.kpack");
    assertThat(ShownRows.in(lines, UpdatePane.UpdateLine.class).getFirst().what())
        .contains("size 14298 → 4379");
    assertThat(((Label) pane.lookup("#update-words")).getText())
        .isEqualTo("1 row would change. 2 lines stay as they are.");
    assertThat(tab(robot)).isEqualTo("kpackfix.kpm");
    assertThat(((CheckBox) pane.lookup("#update-remove-missing")).getText())
        .as("as the option of the command is described")
        .isEqualTo("Remove rows whose archive is missing");
    robot.interact(() -> ((CheckBox) pane.lookup("#update-remove-missing")).setSelected(true));
    assertThat(ShownRows.in(lines, UpdatePane.UpdateLine.class))
        .extracting(UpdatePane.UpdateLine::word)
        .containsExactly("removed", "changed", "not named");
    confirm(robot, "Update from Disk");
    assertThat(rows(robot)).hasSize(3);
    assertThat(history(robot)).last().isEqualTo("update from disk");
    run(robot, ActionId.UNDO);
    assertThat(rows(robot)).hasSize(4);
    run(robot, ActionId.REDO);
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    assertThat(saved().rows()).hasSize(3);

    window.dialogs.shown.clear();
    Files.delete(folder.resolve("broken.kpack"));
    run(robot, ActionId.UPDATE_FROM_DISK);
    assertThat(((Label) dialog("Update from Disk").lookup("#update-words")).getText())
        .isEqualTo("Nothing would change.");
    assertThat(dialog("Update from Disk").lookup("#dialog-yes").isDisabled()).isTrue();
  }

  @Test
  void savedAsAnotherFileItGoesOnWithThat(FxRobot robot) throws Exception {
    final byte[] before = Files.readAllBytes(file);
    open(robot);
    type(robot, "#manifest-component", "copy");
    Path other = folder.resolve("copy.kpm");
    window.dialogs.save = Optional.of(other);
    run(robot, ActionId.SAVE_AS);
    assertThat(window.dialogs.errors).isEmpty();
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
    assertThat(ManifestFile.open(other).manifest().component()).isEqualTo("copy");
  }

  @Test
  void savedAsAnotherFileItsTabStaysWhereItWas(FxRobot robot) throws Exception {
    open(robot);
    window.open(robot, StandardWindow.fixture("libone.so"));
    robot.interact(() -> window.workbench.openAll(List.of(file)));
    type(robot, "#manifest-component", "copy");
    window.dialogs.save = Optional.of(folder.resolve("copy.kpm"));
    run(robot, ActionId.SAVE_AS);
    javafx.scene.control.TabPane tabs =
        robot.lookup("#file-tabs").queryAs(javafx.scene.control.TabPane.class);
    assertThat(tabs.getTabs()).hasSize(2);
    assertThat(tabs.getSelectionModel().getSelectedIndex()).isZero();
    assertThat(Objects.requireNonNull(window.workbench.files().active()).path())
        .isEqualTo(folder.resolve("copy.kpm"));
  }

  @Test
  void aManifestThatIsCutIsShownAndNotEdited(FxRobot robot) throws Exception {
    byte[] whole = Files.readAllBytes(file);
    byte[] cut = Arrays.copyOf(whole, whole.length - 20);
    Files.write(file, cut);
    open(robot);
    assertThat(message(robot)).isNotEmpty();
    assertThat(robot.lookup("#manifest-component").query().isDisabled()).isTrue();
    assertThat(robot.lookup("#button-new-row").query().isDisabled()).isTrue();
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    assertThat(Files.readAllBytes(file)).isEqualTo(cut);
  }

  @Test
  void twentyThousandRowsScrollAndStaySelected(FxRobot robot) throws Exception {
    List<ManifestRow> many =
        java.util.stream.IntStream.range(0, 20_000)
            .mapToObj(
                i -> new ManifestRow("t%05d".formatted(i), "a%d.kpack".formatted(i), i, 1, null))
            .toList();
    Files.write(
        file,
        org.kpackworkbench.model.format.kpm.ManifestWriter.write(Manifest.of("many", "p", many)));
    open(robot);
    robot.interact(() -> table(robot).scrollTo(19_990));
    edit(robot, 19_995, "kernels", "7");
    assertThat(Objects.requireNonNull(table(robot).getItems().get(19_995).content()).kernelCount())
        .isEqualTo(7);
    assertThat(table(robot).getSelectionModel().getSelectedIndex()).isEqualTo(19_995);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).hasSize(5);
    }
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    assertThat(EditedManifest.open(file).manifest().rows().get(19_995).kernelCount()).isEqualTo(7);
  }

  @Test
  void savingAnArchiveOffersToUpdateTheManifestThatNamesIt(FxRobot robot) throws Exception {
    ManifestRow stated = ManifestFile.open(file).manifest().rows().getFirst();
    Path archive = folder.resolve(stated.file());
    byte[] before = Files.readAllBytes(file);
    window.open(robot, archive);
    robot.interact(() -> assertThat(window.workbench.showView("edit")).isTrue());
    robot.interact(
        () -> {
          TableView<?> rows = robot.lookup("#edit-rows").queryTableView();
          rows.requestFocus();
          rows.getSelectionModel().clearAndSelect(0);
        });
    robot.type(KeyCode.F2);
    robot.interact(
        () ->
            robot
                .lookup("#edit-name")
                .queryAs(TextInputControl.class)
                .setText("lib/a-much-longer-name-than-it-had-before.so"));
    robot.type(KeyCode.ENTER);
    assertThat(robot.lookup("#manifest-update").tryQuery()).isEmpty();
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    Button update = robot.lookup("#manifest-update").queryButton();
    assertThat(update.getText()).isEqualTo("Update kpackfix.kpm");
    window.picture(robot, "edit-manifest-offer");
    robot.interact(update::fire);
    assertThat(robot.lookup("#manifest-update").tryQuery()).as("done").isEmpty();
    assertThat(tab(robot)).isEqualTo("● kpackfix.kpm");
    assertThat(history(robot)).hasSize(2);
    assertThat(file).as("it is an edit").hasBinaryContent(before);
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    assertThat(ManifestFile.open(file).manifest().rows().getFirst().sizeBytes())
        .isEqualTo(Files.size(archive))
        .isNotEqualTo(stated.sizeBytes());
    assertThat(ManifestRowEdits.outdated(archive, Progress.NONE)).isEmpty();
  }
}
