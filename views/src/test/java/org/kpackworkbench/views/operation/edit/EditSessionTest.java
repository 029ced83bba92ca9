package org.kpackworkbench.views.operation.edit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.RowRef;
import org.kpackworkbench.model.operation.edit.DocumentKind;
import org.kpackworkbench.model.operation.edit.EditedArchive;
import org.kpackworkbench.model.operation.edit.RecoveredEdits;
import org.kpackworkbench.views.format.kpack.ArchiveFiles;
import org.kpackworkbench.views.spi.EditingView;

class EditSessionTest {
  private static final RowRef APP = new RowRef("bin/testapp#0", "gfx900");

  @TempDir Path temp;
  private final LaterWork work = new LaterWork();
  private Path file = Path.of("");
  private EditSession<ArchiveEdit, EditedArchive, List<String>> session = none();

  private static List<String> names(EditedArchive archive) throws IOException {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < archive.rowCount(); i++) {
      rows.add(archive.row(i).ref().words());
    }
    return rows;
  }

  private EditSession<ArchiveEdit, EditedArchive, List<String>> none() {
    return session(Journals.none());
  }

  private EditSession<ArchiveEdit, EditedArchive, List<String>> session(Journals journals) {
    return new EditSession<>(
        file,
        new EditedKind<>(
            DocumentKind.ARCHIVE, ArchiveEdit.class, EditedArchive::open, EditSessionTest::names),
        journals,
        work.background());
  }

  @BeforeEach
  void archive() throws IOException {
    file = ArchiveFiles.golden(temp.toRealPath());
    session = session(Journals.in(temp.resolve("journals")));
  }

  private static ArchiveEdit rename(String from, String to) {
    return new ArchiveEdit.RenameBinary(from, to);
  }

  private List<String> journals() throws IOException {
    Path folder = temp.resolve("journals");
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(Path::toString).toList();
    }
  }

  @Test
  void nothingThatIsAskedForIsPassedOver() {
    work.hold();
    session.open();
    session.apply(rename("lib/libtest.so", "a.so"));
    session.apply(rename("a.so", "b.so"));
    session.apply(new ArchiveEdit.Delete(List.of(APP)));
    session.undo();
    assertThat(session.shownProperty().get()).isNull();
    assertThat(session.unsavedProperty().get()).as("requested, not made yet").isTrue();
    assertThat(session.busyProperty().get()).isTrue();
    work.all();
    assertThat(session.shownProperty().get())
        .containsExactly("b.so#0 @ gfx900", "b.so#0 @ gfx906", "bin/testapp#0 @ gfx900");
    assertThat(session.historyProperty().get().undoText()).isEqualTo("Undo rename of a.so");
    assertThat(session.historyProperty().get().redoText())
        .isEqualTo("Redo delete of bin/testapp#0 @ gfx900");
    assertThat(session.busyProperty().get()).isFalse();
  }

  @Test
  void whatCannotBeStaysInSightWhileTheRestIsDone() {
    work.hold();
    session.apply(rename("not/there.so", "a.so"));
    session.apply(rename("lib/libtest.so", "b.so"));
    work.all();
    assertThat(session.failureProperty().get()).hasMessageContaining("not/there.so");
    assertThat(session.shownProperty().get()).first().isEqualTo("b.so#0 @ gfx900");
    session.undo();
    assertThat(session.failureProperty().get()).isNull();
    work.all();
    assertThat(session.unsavedProperty().get()).isFalse();
  }

  @Test
  void theHistoryGoesToAnyState() {
    session.apply(rename("lib/libtest.so", "a.so"));
    session.apply(rename("a.so", "b.so"));
    session.apply(rename("b.so", "c.so"));
    session.goTo(1);
    assertThat(session.shownProperty().get()).first().isEqualTo("a.so#0 @ gfx900");
    session.goTo(3);
    assertThat(session.shownProperty().get()).first().isEqualTo("c.so#0 @ gfx900");
    session.goTo(0);
    assertThat(session.unsavedProperty().get()).isFalse();
    assertThat(HistoryPane.lines(session.historyProperty().get()).stream().map(Object::toString))
        .containsExactly(
            "as opened (saved)",
            "rename of lib/libtest.so (undone)",
            "rename of a.so (undone)",
            "rename of b.so (undone)");
  }

  @Test
  void whatIsSavedIsTheStateThatWasAskedFor() throws Exception {
    List<EditingView.Draft> drafts = new ArrayList<>();
    session.apply(rename("lib/libtest.so", "a.so"));
    session.draft(null, drafts::add);
    session.apply(rename("a.so", "b.so"));
    session.draft(null, drafts::add);
    assertThat(drafts).as("one after the other").hasSize(1);
    drafts.getFirst().write(Progress.NONE);
    drafts.getFirst().written(() -> {});
    assertThat(session.unsavedProperty().get()).isTrue();
    assertThat(HistoryPane.lines(session.historyProperty().get()).stream().map(Object::toString))
        .containsExactly("as opened", "rename of lib/libtest.so (saved)", "rename of a.so");
    assertThat(drafts).hasSize(2);
    drafts.getLast().write(Progress.NONE);
    drafts.getLast().written(() -> {});
    assertThat(session.unsavedProperty().get()).isFalse();
    try (EditedArchive again = EditedArchive.open(file)) {
      assertThat(again.row(0).ref().key()).isEqualTo("b.so#0");
    }
    session.goTo(1);
    assertThat(HistoryPane.lines(session.historyProperty().get()).stream().map(Object::toString))
        .containsExactly(
            "as opened", "rename of lib/libtest.so", "rename of a.so (undone) (saved)");
  }

  @Test
  void editsAreWrittenDownUntilTheyAreSavedOrNotWanted() throws Exception {
    session.open();
    assertThat(journals()).isEmpty();
    session.apply(rename("lib/libtest.so", "a.so"));
    assertThat(journals()).hasSize(1);
    session.discard(() -> {});
    assertThat(journals()).isEmpty();
    session.apply(rename("a.so", "b.so"));
    assertThat(journals()).as("the window stayed open after all").hasSize(1);
    save();
    assertThat(journals()).isEmpty();
    session.apply(rename("b.so", "c.so"));
    session.close();
    assertThat(journals()).isEmpty();
  }

  @Test
  void whatACrashLeftBehindIsMadeAgain() throws Exception {
    session.apply(rename("lib/libtest.so", "a.so"));
    session.apply(new ArchiveEdit.Delete(List.of(APP)));
    RecoveredEdits left = crash();
    session.discard(() -> {});
    EditSession<ArchiveEdit, EditedArchive, List<String>> next =
        session(Journals.in(temp.resolve("journals")));
    List<DroppedEdits> results = new ArrayList<>();
    next.recover(left, results::add);
    assertThat(results).singleElement().matches(result -> result.lines().isEmpty());
    assertThat(next.shownProperty().get()).containsExactly("a.so#0 @ gfx900", "a.so#0 @ gfx906");
    assertThat(next.unsavedProperty().get()).isTrue();
    assertThat(left.journal()).doesNotExist();
    assertThat(journals()).as("written down again").hasSize(1);
  }

  private void save() {
    session.draft(
        null,
        draft -> {
          try {
            draft.write(Progress.NONE);
          } catch (IOException failure) {
            throw new AssertionError(failure);
          }
          draft.written(() -> {});
        });
  }

  /** What another process would find if this one ended now. */
  private RecoveredEdits crash() throws IOException {
    Path own = Path.of(journals().getFirst());
    Path left = own.resolveSibling("left.kpack-edits");
    Files.copy(own, left);
    return RecoveredEdits.in(own.getParent()).edits().getFirst();
  }

  @Test
  void editsAreMadeAgainOnAFileThatSomebodyElseHasWritten() throws Exception {
    session.apply(rename("lib/libtest.so", "a.so"));
    session.apply(new ArchiveEdit.Delete(List.of(APP)));
    try (EditedArchive other = EditedArchive.open(file)) {
      other.apply(rename("bin/testapp", "bin/other"));
      other.save(Progress.NONE);
    }
    List<DroppedEdits> results = new ArrayList<>();
    session.keepEdits(results::add);
    assertThat(results.getFirst().kept()).isEqualTo(1);
    assertThat(results.getFirst().lines())
        .singleElement()
        .matches(line -> line.edit().equals("delete of bin/testapp#0 @ gfx900"));
    assertThat(session.shownProperty().get())
        .containsExactly("a.so#0 @ gfx900", "a.so#0 @ gfx906", "bin/other#0 @ gfx900");
    save();
    assertThat(session.unsavedProperty().get()).isFalse();
  }

  @Test
  void aFileThatIsNoArchiveIsRefused() throws Exception {
    Files.writeString(file, "something else");
    session.apply(rename("a", "b"));
    assertThat(session.refusalProperty().get()).isInstanceOf(IOException.class);
    assertThat(session.unsavedProperty().get()).isFalse();
    List<EditingView.Draft> drafts = new ArrayList<>();
    session.draft(null, drafts::add);
    assertThatThrownBy(() -> drafts.getFirst().write(Progress.NONE))
        .isInstanceOf(IOException.class);
  }
}
