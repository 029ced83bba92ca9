package org.kpackworkbench.views.operation.edit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Labeled;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.AddedFile;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.Clash;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.RowRef;
import org.kpackworkbench.model.operation.edit.EditJournal;
import org.kpackworkbench.model.operation.edit.EditedArchive;
import org.kpackworkbench.model.operation.edit.FileStamp;
import org.kpackworkbench.views.format.kpack.ArchiveFiles;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.dialog.Unsaved;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.theme.SystemLook;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.kit.theme.Zoom;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.spi.EditingView;
import org.kpackworkbench.views.window.shell.EditorAccess;
import org.kpackworkbench.views.window.standard.StandardViews;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** What the window does for every editor: saving, closing, changed files, what a crash left. */
@ExtendWith(WindowRobot.class)
class EditingWindowTest {
  private static final ArchiveEdit RENAME = new ArchiveEdit.RenameBinary("lib/libtest.so", "a.so");
  private static final RowRef APP = new RowRef("bin/testapp#0", "gfx900");

  @TempDir Path temp;
  private final LaterWork work = new LaterWork();
  private StandardWindow window;
  private Path file = Path.of("");

  @Start
  void start(Stage primary) throws IOException {
    file = ArchiveFiles.golden(temp.toRealPath());
    crash("crashed");
    Journals journals = Journals.in(temp.resolve("journals"));
    window = new StandardWindow(primary, StandardViews.parts(journals), work.background());
  }

  /** A process renames and deletes in another file, and ends without saving or closing. */
  private void crash(String name) throws IOException {
    Path other = Files.createDirectories(temp.toRealPath().resolve(name));
    Path crashed = ArchiveFiles.golden(other);
    Path journals = temp.resolve("journals");
    try (EditedArchive archive = EditedArchive.open(crashed);
        EditJournal journal = EditJournal.of(archive, journals)) {
      archive.apply(RENAME);
      archive.apply(new ArchiveEdit.Delete(List.of(APP)));
      try (Stream<Path> files = Files.list(journals)) {
        // Its own journals no process takes for what another left behind.
        Path own =
            files
                .filter(each -> String.valueOf(each.getFileName()).contains("_"))
                .findFirst()
                .orElseThrow();
        Files.copy(own, journals.resolve(name + ".kpack-edits"));
      }
      assertThat(journal.failure()).isNull();
    }
  }

  private Path crashed() throws IOException {
    return temp.toRealPath().resolve("crashed").resolve("golden.kpack");
  }

  private void open(FxRobot robot, Path path) {
    window.open(robot, path);
    robot.interact(() -> assertThat(window.workbench.showView("edit")).isTrue());
  }

  private void edit(FxRobot robot, ArchiveEdit... edits) {
    robot.interact(
        () -> {
          EditingView view = EditorAccess.of(window.workbench);
          SessionView<?, ?, ?> sessions = (SessionView<?, ?, ?>) view;
          for (ArchiveEdit edit : edits) {
            sessions.session().change(document -> ((EditedArchive) document).apply(edit));
          }
        });
  }

  private static String tab(FxRobot robot) {
    Tab front =
        robot.lookup("#file-tabs").queryAs(TabPane.class).getSelectionModel().getSelectedItem();
    return front.getText();
  }

  private static String bars(FxRobot robot) {
    return robot.lookup(".message-bar .label").queryAllAs(Labeled.class).stream()
        .map(Labeled::getText)
        .collect(Collectors.joining(" "));
  }

  private static List<String> keys(Path path) throws IOException {
    try (EditedArchive archive = EditedArchive.open(path)) {
      List<String> keys = new java.util.ArrayList<>();
      for (int row = 0; row < archive.rowCount(); row++) {
        keys.add(archive.row(row).ref().key());
      }
      return keys;
    }
  }

  private void press(FxRobot robot, String button) {
    robot.interact(() -> robot.lookup(button).queryButton().fire());
  }

  @Test
  void savingIsAJobThatCanBeCancelled(FxRobot robot) throws Exception {
    open(robot, file);
    byte[] before = Files.readAllBytes(file);
    edit(robot, RENAME);
    work.hold();
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    // The current contents are taken; then it is written.
    robot.interact(work::step);
    Job job = window.workbench.jobs().list().getFirst();
    assertThat(job.title()).isEqualTo("Save golden.kpack");
    assertThat(job.state()).isEqualTo(Job.State.RUNNING);
    edit(robot, new ArchiveEdit.Delete(List.of(APP)));
    robot.interact(job::cancel);
    robot.interact(work::all);
    assertThat(job.state()).isEqualTo(Job.State.CANCELLED);
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
    assertThat(tab(robot)).isEqualTo("● golden.kpack");
    assertThat(window.dialogs.errors).isEmpty();
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    robot.interact(work::all);
    assertThat(tab(robot)).isEqualTo("golden.kpack");
    assertThat(keys(file)).containsExactly("a.so#0", "a.so#0");
  }

  @Test
  void editingGoesOnWhileItIsSaved(FxRobot robot) throws Exception {
    open(robot, file);
    edit(robot, RENAME);
    work.hold();
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    robot.interact(work::step);
    edit(robot, new ArchiveEdit.RenameBinary("a.so", "b.so"));
    robot.interact(work::all);
    assertThat(keys(file)).contains("a.so#0");
    assertThat(tab(robot)).as("what was edited meanwhile").isEqualTo("● golden.kpack");
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    robot.interact(work::all);
    assertThat(keys(file)).contains("b.so#0");
    assertThat(tab(robot)).isEqualTo("golden.kpack");
  }

  @Test
  void aSaveThatFailsLeavesTheFileAndTheEdits(FxRobot robot) throws Exception {
    Path added = Files.writeString(temp.resolve("added.hsaco"), "code");
    open(robot, file);
    byte[] before = Files.readAllBytes(file);
    edit(
        robot,
        RENAME,
        new ArchiveEdit.AddFiles(
            List.of(new AddedFile(FileStamp.of(added), "new#0", "gfx900", "hsaco")), Clash.REFUSE));
    Files.delete(added);
    window.dialogs.unsaved = Unsaved.SAVE;
    robot.push(KeyCode.SHORTCUT, KeyCode.W);
    assertThat(window.dialogs.errors)
        .singleElement()
        .asString()
        .startsWith("golden.kpack could not be saved")
        .contains("added.hsaco");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
    assertThat(tab(robot)).as("it is not closed then").isEqualTo("● golden.kpack");
    try (Stream<Path> beside = Files.list(file.getParent())) {
      assertThat(beside.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("golden.kpack", "crashed", "journals");
    }
  }

  @Test
  void savedUnderAnotherNameItGoesOnWithThatFile(FxRobot robot) throws Exception {
    open(robot, file);
    byte[] before = Files.readAllBytes(file);
    edit(robot, RENAME);
    Path target = file.resolveSibling("other.kpack");
    window.dialogs.save = Optional.of(target);
    robot.push(KeyCode.SHORTCUT, KeyCode.SHIFT, KeyCode.S);
    assertThat(window.dialogs.errors).isEmpty();
    assertThat(tab(robot)).isEqualTo("other.kpack");
    assertThat(window.workbench.files().sessions()).hasSize(1);
    assertThat(keys(target)).contains("a.so#0");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
    robot.interact(() -> assertThat(window.workbench.actions().run(ActionId.UNDO)).isTrue());
    assertThat(tab(robot)).isEqualTo("● other.kpack");
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    assertThat(Files.readAllBytes(target)).isEqualTo(before);
  }

  private static List<String> tabs(FxRobot robot, String side) {
    return robot.lookup(side).queryAs(TabPane.class).getTabs().stream().map(Tab::getText).toList();
  }

  @Test
  void savedUnderAnotherNameItsTabKeepsItsPlace(FxRobot robot) throws Exception {
    Path right = StandardWindow.fixture("libmany.so");
    window.open(robot, StandardWindow.fixture("bundle.co"));
    open(robot, file);
    window.open(robot, right);
    Path target = file.resolveSibling("other.kpack");
    open(robot, file);
    edit(robot, RENAME);
    window.dialogs.save = Optional.of(target);
    robot.push(KeyCode.SHORTCUT, KeyCode.SHIFT, KeyCode.S);
    assertThat(window.dialogs.errors).isEmpty();
    assertThat(tabs(robot, "#file-tabs")).containsExactly("bundle.co", "other.kpack", "libmany.so");
    assertThat(tab(robot)).as("the active tab").isEqualTo("other.kpack");

    window.open(robot, right);
    robot.interact(
        () -> assertThat(window.workbench.actions().run(ActionId.MOVE_TO_OTHER_SIDE)).isTrue());
    open(robot, target);
    robot.interact(
        () -> assertThat(window.workbench.actions().run(ActionId.MOVE_TO_OTHER_SIDE)).isTrue());
    window.dialogs.save = Optional.of(file.resolveSibling("third.kpack"));
    robot.push(KeyCode.SHORTCUT, KeyCode.SHIFT, KeyCode.S);
    assertThat(tabs(robot, "#file-tabs")).containsExactly("bundle.co");
    assertThat(tabs(robot, "#file-tabs-beside")).containsExactly("libmany.so", "third.kpack");
  }

  private void changeOutside(ArchiveEdit edit) throws IOException {
    try (EditedArchive other = EditedArchive.open(file)) {
      other.apply(edit);
      other.save(Progress.NONE);
    }
  }

  @Test
  void editsAreKeptWhenTheFileChangesOutside(FxRobot robot) throws Exception {
    open(robot, file);
    edit(robot, RENAME);
    changeOutside(new ArchiveEdit.RenameBinary("bin/testapp", "bin/outside"));
    robot.interact(() -> window.workbench.files().checkDisk());
    assertThat(bars(robot)).contains("changed on disk", "edits here that are not saved");
    press(robot, "#keep-edits");
    assertThat(bars(robot)).contains("1 edit was kept").doesNotContain("not saved. They");
    assertThat(tab(robot)).isEqualTo("● golden.kpack");
    press(robot, "#not-kept-ok");
    assertThat(bars(robot)).isEmpty();
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    assertThat(keys(file)).containsExactly("a.so#0", "a.so#0", "bin/outside#0");
  }

  @Test
  void editsThatDoNotApplyAnyMoreAreListed(FxRobot robot) throws Exception {
    open(robot, file);
    edit(robot, RENAME, new ArchiveEdit.Delete(List.of(APP)));
    changeOutside(new ArchiveEdit.RenameBinary("bin/testapp", "bin/outside"));
    robot.interact(() -> window.workbench.files().checkDisk());
    press(robot, "#keep-edits");
    assertThat(bars(robot)).contains("1 edit was kept, 1 does not apply any more");
    press(robot, "#not-kept-show");
    assertThat(padding(robot, "Edits That No Longer Apply")).isGreaterThan(5);
  }

  @Test
  void editsCanBeLostOrTheChangeIgnored(FxRobot robot) throws Exception {
    open(robot, file);
    edit(robot, RENAME);
    changeOutside(new ArchiveEdit.RenameBinary("bin/testapp", "bin/outside"));
    robot.interact(() -> window.workbench.files().checkDisk());
    press(robot, "#ignore-change");
    assertThat(bars(robot)).isEmpty();
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    assertThat(window.dialogs.errors).as("the other's work is not written over").hasSize(1);
    changeOutside(new ArchiveEdit.RenameBinary("bin/outside", "bin/again"));
    robot.interact(() -> window.workbench.files().checkDisk());
    press(robot, "#reload");
    assertThat(tab(robot)).isEqualTo("golden.kpack");
    assertThat(keys(file)).contains("lib/libtest.so#0", "bin/again#0");
  }

  /** The room beside what a dialog says. */
  private double padding(FxRobot robot, String title) {
    Region content = Objects.requireNonNull(window.dialogs.shown.get(title));
    robot.interact(
        () -> {
          new Themes(new SystemLook(false, false), new Zoom()).dress(new Scene(content, 600, 400));
          content.applyCss();
          content.layout();
        });
    Region inner = content instanceof ScrollPane scroll ? (Region) scroll.getContent() : content;
    return inner.getInsets().getLeft();
  }

  @Test
  void whatACrashLeftIsOfferedAtTheStartAndRecovered(FxRobot robot) throws Exception {
    assertThat(window.dialogs.shown).containsKey("Edits That Were Not Saved");
    assertThat(padding(robot, "Edits That Were Not Saved")).isGreaterThan(5);
    RecoveryPane pane = (RecoveryPane) window.dialogs.shown.get("Edits That Were Not Saved");
    robot.interact(
        () -> {
          pane.applyCss();
          ((Button) pane.lookup("#recovery-open")).fire();
        });
    assertThat(tab(robot)).isEqualTo("● golden.kpack");
    assertThat(bars(robot)).contains("2 edits were kept");
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    assertThat(keys(crashed())).containsExactly("a.so#0", "a.so#0");
    assertThat(temp.resolve("journals")).isEmptyDirectory();
  }

  @Test
  void whatACrashLeftIsOfferedWhereTheFileIsOpened(FxRobot robot) throws Exception {
    open(robot, file);
    assertThat(bars(robot)).isEmpty();
    changeCrashed();
    window.open(robot, crashed());
    assertThat(bars(robot))
        .contains("2 edits of this file were not saved", "The file has changed since");
    press(robot, "#recovery-recover");
    assertThat(bars(robot)).contains("1 edit was kept, 1 does not apply any more");
  }

  @Test
  void whatSeveralCrashesLeftIsOneBarThatAlsoNamesOtherFiles(FxRobot robot) throws Exception {
    Path journals = temp.resolve("journals");
    Files.copy(journals.resolve("crashed.kpack-edits"), journals.resolve("crashed2.kpack-edits"));
    crash("elsewhere");
    window.dialogs.shown.clear();
    window.open(robot, crashed());
    assertThat(robot.lookup(".message-bar").queryAll()).hasSize(1);
    assertThat(bars(robot))
        .contains(
            "4 edits of this file were not saved when the program ended the last 2 times.",
            "Later edits may not apply after earlier ones.",
            "1 other file has such edits, too.");
    press(robot, "#recovery-all-files");
    assertThat(window.dialogs.shown).containsKey("Edits That Were Not Saved");
    press(robot, "#recovery-recover");
    assertThat(robot.lookup(".message-bar").queryAll()).hasSize(1);
    assertThat(bars(robot)).contains("2 edits were kept, 2 do not apply any more");
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    assertThat(keys(crashed())).containsExactly("a.so#0", "a.so#0");
  }

  private Path alsoCrashed(FxRobot robot) throws IOException {
    crash("elsewhere");
    window.dialogs.shown.clear();
    window.open(robot, crashed());
    Path other = temp.toRealPath().resolve("elsewhere").resolve("golden.kpack");
    window.open(robot, other);
    return other;
  }

  /** The text of the bars above each open file. */
  private static List<String> barsOfEach(FxRobot robot) {
    return robot.lookup("#file-tabs").queryAs(TabPane.class).getTabs().stream()
        .map(
            tab ->
                tab.getContent().lookupAll(".message-bar .label").stream()
                    .map(label -> ((Labeled) label).getText())
                    .collect(Collectors.joining(" ")))
        .toList();
  }

  @Test
  void oneAnswerIsForTheEditsOfAllOpenFiles(FxRobot robot) throws Exception {
    alsoCrashed(robot);
    assertThat(barsOfEach(robot))
        .allMatch(bar -> bar.contains("1 other open file has such edits, too."));
    press(robot, "#recovery-later");
    assertThat(barsOfEach(robot)).containsExactly("", "");
    assertThat(temp.resolve("journals")).isNotEmptyDirectory();
  }

  @Test
  void theEditsOfAllOpenFilesAreRecoveredTogether(FxRobot robot) throws Exception {
    alsoCrashed(robot);
    assertThat(robot.lookup("#recovery-recover").queryButton().getText())
        .isEqualTo("Recover All 2");
    press(robot, "#recovery-recover");
    assertThat(barsOfEach(robot)).allMatch(bar -> bar.contains("2 edits were kept"));
  }

  @Test
  void theEditsOfAllOpenFilesAreDiscardedTogether(FxRobot robot) throws Exception {
    alsoCrashed(robot);
    assertThat(robot.lookup("#recovery-discard").queryButton().getText())
        .isEqualTo("Discard All 2");
    press(robot, "#recovery-discard");
    assertThat(barsOfEach(robot)).containsExactly("", "");
    assertThat(temp.resolve("journals")).isEmptyDirectory();
  }

  @Test
  void aFileThatIsClosedHasNoPartInTheOffer(FxRobot robot) throws Exception {
    alsoCrashed(robot);
    robot.push(KeyCode.SHORTCUT, KeyCode.W);
    assertThat(bars(robot)).contains("2 edits of this file").doesNotContain("open file");
    assertThat(robot.lookup("#recovery-recover").queryButton().getText()).isEqualTo("Recover");
  }

  @Test
  void whatIsDiscardedInTheListOfAllFilesIsNotOfferedAnyMore(FxRobot robot) throws Exception {
    alsoCrashed(robot);
    press(robot, "#recovery-all-files");
    RecoveryPane pane = (RecoveryPane) window.dialogs.shown.get("Edits That Were Not Saved");
    robot.interact(
        () -> {
          new Scene(pane);
          pane.applyCss();
          pane.lookupAll("#recovery-discard-all").forEach(each -> ((Button) each).fire());
        });
    assertThat(barsOfEach(robot)).containsExactly("", "");
  }

  @Test
  void severalCanBeDiscardedAtOnce(FxRobot robot) throws Exception {
    Path journals = temp.resolve("journals");
    Files.copy(journals.resolve("crashed.kpack-edits"), journals.resolve("crashed2.kpack-edits"));
    window.open(robot, crashed());
    press(robot, "#recovery-discard");
    assertThat(bars(robot)).isEmpty();
    assertThat(journals).isEmptyDirectory();
  }

  private void changeCrashed() throws IOException {
    try (EditedArchive other = EditedArchive.open(crashed())) {
      other.apply(new ArchiveEdit.Delete(List.of(APP)));
      other.save(Progress.NONE);
    }
  }

  @Test
  void whatACrashLeftCanWaitOrBeDiscarded(FxRobot robot) throws Exception {
    window.open(robot, crashed());
    press(robot, "#recovery-later");
    assertThat(bars(robot)).isEmpty();
    assertThat(temp.resolve("journals")).isNotEmptyDirectory();
    robot.push(KeyCode.SHORTCUT, KeyCode.W);
    window.open(robot, crashed());
    press(robot, "#recovery-discard");
    assertThat(bars(robot)).isEmpty();
    assertThat(temp.resolve("journals")).isEmptyDirectory();
    assertThat(tab(robot)).isEqualTo("golden.kpack");
  }

  @Test
  void whatIsDiscardedWhenItIsClosedIsNotOfferedAgain(FxRobot robot) throws Exception {
    Files.delete(temp.resolve("journals").resolve("crashed.kpack-edits"));
    open(robot, file);
    edit(robot, RENAME);
    assertThat(temp.resolve("journals")).isNotEmptyDirectory();
    window.dialogs.unsaved = Unsaved.DISCARD;
    robot.push(KeyCode.SHORTCUT, KeyCode.W);
    assertThat(window.workbench.files().sessions()).isEmpty();
    assertThat(temp.resolve("journals")).isEmptyDirectory();
  }
}
