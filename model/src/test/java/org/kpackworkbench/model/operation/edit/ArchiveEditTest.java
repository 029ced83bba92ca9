package org.kpackworkbench.model.operation.edit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.AddedFile;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.Clash;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.RowRef;
import org.kpackworkbench.model.operation.edit.EditedRows.EditedRow;

class ArchiveEditTest {
  private static final RowRef A = new RowRef("lib/a.so#0", "gfx906");
  private static final RowRef B = new RowRef("lib/b.so#0", "gfx906");

  @TempDir Path folder;
  private EditedArchive archive;

  @BeforeEach
  void open() throws Exception {
    archive =
        EditedArchive.open(
            EditArchives.write(
                folder.resolve("a.kpack"), StorageScheme.ZSTD_PER_KERNEL, 3, EditArchives.rows()));
  }

  @AfterEach
  void close() throws Exception {
    archive.close();
  }

  private List<String> rows() throws IOException {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < archive.rowCount(); i++) {
      EditedRow row = archive.row(i);
      rows.add(
          row.ref().words()
              + switch (row.change()) {
                case NONE -> "";
                case CHANGED -> " *";
                case ADDED -> " +";
              });
    }
    return rows;
  }

  private void refused(Reason reason, String words, ArchiveEdit edit) throws IOException {
    List<String> before = rows();
    assertThatThrownBy(() -> archive.apply(edit))
        .isInstanceOfSatisfying(
            FormatException.class, failure -> assertThat(failure.reason()).isEqualTo(reason))
        .hasMessageContaining(words)
        .hasMessageContaining(edit.words());
    assertThat(rows()).isEqualTo(before);
    assertThat(archive.dirty()).isFalse();
  }

  @Test
  void untouchedItShowsTheFile() throws Exception {
    assertThat(rows())
        .containsExactly(
            "lib/a.so#0 @ gfx906",
            "lib/a.so#0 @ gfx90a:xnack+",
            "lib/a.so#1 @ gfx906",
            "lib/b.so#0 @ gfx906",
            "bin/tool @ gfx90a:xnack+");
    assertThat(archive.dirty()).isFalse();
    assertThat(archive.undo()).isNull();
    assertThat(archive.redo()).isNull();
  }

  @Test
  void renamingABinaryKeepsIndicesTargetsAndPlace() throws Exception {
    archive.apply(new ArchiveEdit.RenameBinary("lib/a.so", "lib/z.so"));
    assertThat(rows())
        .containsExactly(
            "lib/z.so#0 @ gfx906 *",
            "lib/z.so#0 @ gfx90a:xnack+ *",
            "lib/z.so#1 @ gfx906 *",
            "lib/b.so#0 @ gfx906",
            "bin/tool @ gfx90a:xnack+");
    archive.apply(new ArchiveEdit.RenameBinary("bin/tool", "bin/other"));
    assertThat(rows()).contains("bin/other @ gfx90a:xnack+ *");
  }

  @Test
  void rowsOfOneKeyStandTogetherWhereverTheyCameFrom() throws Exception {
    archive.apply(new ArchiveEdit.RenameKey("bin/tool", "lib/b.so#0"));
    archive.apply(
        new ArchiveEdit.AddFiles(
            List.of(
                new AddedFile(
                    EditArchives.file(folder.resolve("k"), EditArchives.held(9, 90)),
                    "lib/a.so#0",
                    "gfx1100",
                    "hsaco")),
            Clash.REFUSE));
    assertThat(rows())
        .containsExactly(
            "lib/a.so#0 @ gfx906",
            "lib/a.so#0 @ gfx90a:xnack+",
            "lib/a.so#0 @ gfx1100 +",
            "lib/a.so#1 @ gfx906",
            "lib/b.so#0 @ gfx906",
            "lib/b.so#0 @ gfx90a:xnack+ *");
    assertThat(archive.row(2).originalSizeBytes()).isEqualTo(90);
    assertThat(archive.row(2).originalRow()).isEqualTo(-1);
    assertThat(archive.row(5).originalRow()).isEqualTo(4);
  }

  @Test
  void theListOfTargetsFollowsTheRows() throws Exception {
    assertThat(archive.architectures()).containsExactly("gfx906", "gfx90a:xnack+");
    archive.apply(new ArchiveEdit.Retarget(List.of(A), "gfx942"));
    assertThat(archive.architectures()).containsExactly("gfx906", "gfx90a:xnack+", "gfx942");
    archive.apply(new ArchiveEdit.Delete(List.of(new RowRef("lib/a.so#1", "gfx906"), B)));
    assertThat(archive.architectures()).containsExactly("gfx90a:xnack+", "gfx942");
    archive.apply(new ArchiveEdit.SetArchitectures(List.of("gfx942", "gfx1100", "gfx90a:xnack+")));
    assertThat(archive.architectures()).containsExactly("gfx942", "gfx1100", "gfx90a:xnack+");
    archive.undo();
    archive.undo();
    archive.undo();
    assertThat(archive.architectures()).containsExactly("gfx906", "gfx90a:xnack+");
  }

  @Test
  void undoAndRedoAreNamedAndWithoutLimit() throws Exception {
    List<String> before = rows();
    for (int i = 0; i < 500; i++) {
      archive.apply(
          new ArchiveEdit.RenameBinary(i == 0 ? "lib/a.so" : "lib/a" + (i - 1), "lib/a" + i));
    }
    List<String> after = rows();
    assertThat(archive.history().done()).hasSize(500);
    assertThat(archive.history().done().getLast().words()).isEqualTo("rename of lib/a498");
    assertThat(archive.history().undone()).isEmpty();
    for (int i = 0; i < 500; i++) {
      archive.undo();
    }
    assertThat(rows()).isEqualTo(before);
    assertThat(archive.dirty()).isFalse();
    assertThat(archive.history().undone().getFirst().words()).isEqualTo("rename of lib/a.so");
    while (archive.redo() != null) {}
    assertThat(rows()).isEqualTo(after);
    archive.undo();
    archive.apply(new ArchiveEdit.SetGroup("other"));
    assertThat(archive.history().undone()).isEmpty();
    assertThat(archive.redo()).isNull();
  }

  @Test
  void dirtyMeansThatTheEditsAreNotTheSavedOnes() throws Exception {
    ArchiveEdit rename = new ArchiveEdit.RenameBinary("lib/a.so", "lib/z.so");
    archive.apply(rename);
    assertThat(archive.dirty()).isTrue();
    archive.undo();
    assertThat(archive.dirty()).isFalse();
    archive.redo();
    archive.save(org.kpackworkbench.model.base.job.Progress.NONE);
    assertThat(archive.dirty()).isFalse();
    archive.undo();
    assertThat(archive.dirty()).isTrue();
    assertThat(archive.history().takenBack()).containsExactly(rename);
    archive.apply(rename);
    assertThat(archive.dirty()).isFalse();
    archive.apply(new ArchiveEdit.SetGroup("g"));
    assertThat(archive.history().unsaved()).containsExactly(new ArchiveEdit.SetGroup("g"));
  }

  @Test
  void aNameThatIsTakenIsRefused() throws Exception {
    refused(
        Reason.DUPLICATE_KEY,
        "\"gfx906\" again below \"lib/b.so#0\"",
        new ArchiveEdit.RenameBinary("lib/a.so", "lib/b.so"));
    refused(
        Reason.DUPLICATE_KEY,
        "\"gfx90a:xnack+\" again below \"lib/a.so#0\"",
        new ArchiveEdit.Retarget(List.of(A), "gfx90a:xnack+"));
    refused(
        Reason.DUPLICATE_KEY,
        "\"gfx906\" again",
        new ArchiveEdit.AddFiles(
            List.of(
                new AddedFile(
                    EditArchives.file(folder.resolve("k"), EditArchives.held(9, 90)),
                    "lib/a.so#0",
                    "gfx906",
                    "hsaco")),
            Clash.REFUSE));
  }

  @Test
  void twoNamesAreSwappedByWayOfAThird() throws Exception {
    archive.apply(new ArchiveEdit.RenameKey("lib/a.so#0", "x"));
    archive.apply(new ArchiveEdit.RenameKey("lib/b.so#0", "lib/a.so#0"));
    archive.apply(new ArchiveEdit.RenameKey("x", "lib/b.so#0"));
    assertThat(rows())
        .containsExactly(
            "lib/b.so#0 @ gfx906 *",
            "lib/b.so#0 @ gfx90a:xnack+ *",
            "lib/a.so#1 @ gfx906",
            "lib/a.so#0 @ gfx906 *",
            "bin/tool @ gfx90a:xnack+");
  }

  @Test
  void namesThatLoadersCannotFollowAreRefusedAtTheEdit() throws Exception {
    refused(Reason.UNSAFE_PATH, "\"..\" part", new ArchiveEdit.RenameBinary("lib/a.so", "../a.so"));
    refused(Reason.UNSAFE_PATH, "an absolute path", new ArchiveEdit.RenameKey("bin/tool", "/t"));
    refused(
        Reason.BAD_VALUE,
        "a name without an index",
        new ArchiveEdit.RenameBinary("lib/a.so", "lib/a#1"));
    refused(
        Reason.BAD_VALUE,
        "expected \"gfx90a:sramecc+:xnack-\"",
        new ArchiveEdit.Retarget(List.of(A), "gfx90a:xnack-:sramecc+"));
    refused(Reason.BAD_VALUE, "gfx906", new ArchiveEdit.SetArchitectures(List.of("gfx90a:xnack+")));
    refused(
        Reason.DUPLICATE_KEY,
        "each target once",
        new ArchiveEdit.SetArchitectures(List.of("gfx90a:xnack+", "gfx906", "gfx906")));
  }

  @Test
  void whatIsNotThereOrChangesNothingIsRefused() throws Exception {
    RowRef gone = new RowRef("lib/none.so#0", "gfx906");
    refused(Reason.NOT_FOUND, gone.words(), new ArchiveEdit.Delete(List.of(A, gone)));
    refused(Reason.NOT_FOUND, "lib/none", new ArchiveEdit.RenameBinary("lib/none", "lib/some"));
    refused(Reason.BAD_VALUE, "nothing", new ArchiveEdit.SetGroup("group"));
    refused(Reason.BAD_VALUE, "nothing", new ArchiveEdit.Retarget(List.of(A), "gfx906"));
    refused(Reason.BAD_VALUE, "level", new ArchiveEdit.SetStorage(StorageScheme.NONE, 3));
    refused(
        Reason.BAD_VALUE,
        "hsaco or co",
        new ArchiveEdit.AddFiles(
            List.of(
                new AddedFile(
                    EditArchives.file(folder.resolve("k"), EditArchives.held(9, 90)),
                    "x",
                    "gfx906",
                    "elf")),
            Clash.REFUSE));
  }

  @Test
  void metadataIsSetAndTakenAway() throws Exception {
    archive.apply(new ArchiveEdit.SetMetadata(A, Map.of("precision", new MsgValue.Text("f32"))));
    assertThat(archive.metadata(0)).containsEntry("precision", new MsgValue.Text("f32"));
    archive.apply(new ArchiveEdit.SetMetadata(B, Map.of()));
    assertThat(archive.metadata(3)).isEmpty();
    archive.undo();
    assertThat(archive.metadata(3)).containsEntry("M", MsgValue.Int.of(16));
    assertThat(archive.history().done().getLast().words())
        .isEqualTo("metadata of lib/a.so#0 @ gfx906");
  }

  @Test
  void rowsOfAnotherArchiveClashAsAsked() throws Exception {
    Map<RowRef, EditArchives.Held> rows = EditArchives.rows();
    rows.put(A, EditArchives.held(77, 700));
    rows.put(new RowRef("lib/new.so#0", "gfx906"), EditArchives.held(8, 80));
    FileStamp other =
        FileStamp.of(EditArchives.write(folder.resolve("o.kpack"), StorageScheme.NONE, 3, rows));
    refused(Reason.DUPLICATE_KEY, A.words(), new ArchiveEdit.Merge(other, Clash.REFUSE));
    archive.apply(new ArchiveEdit.Merge(other, Clash.KEEP));
    assertThat(rows()).contains("lib/a.so#0 @ gfx906", "lib/new.so#0 @ gfx906 +").hasSize(6);
    archive.undo();
    archive.apply(new ArchiveEdit.Merge(other, Clash.REPLACE));
    assertThat(rows()).contains("lib/a.so#0 @ gfx906 *", "lib/new.so#0 @ gfx906 +").hasSize(6);
    archive.undo();
    archive.apply(
        new ArchiveEdit.AddRows(
            other, List.of(B, new RowRef("lib/new.so#0", "gfx906")), Clash.REFUSE));
    assertThat(rows()).contains("lib/b.so#0 @ gfx906", "lib/new.so#0 @ gfx906 +").hasSize(6);
  }

  @Test
  void aHundredThousandRowsCostWhatIsTouched() throws Exception {
    Path path = LargeTable.write(folder.resolve("large.kpack"), 100_000);
    try (EditedArchive large = EditedArchive.open(path)) {
      for (int i = 0; i < 1000; i++) {
        large.apply(new ArchiveEdit.Delete(List.of(new RowRef("lib/" + i * 7 + "#0", "gfx906"))));
      }
      assertThat(large.rowCount()).isEqualTo(99_000);
      assertThat(large.overlaid()).isEqualTo(1000);
      for (int i = 0; i < 1000; i++) {
        large.undo();
      }
      assertThat(large.overlaid()).isZero();
      assertThat(large.row(99_999).ref().key()).isEqualTo("lib/99999#0");
    }
  }
}
