package org.kpackworkbench.model.operation.edit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.ChildJvm;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.fixtures.Mutations;
import org.kpackworkbench.model.format.kpack.Grouping;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.kpm.ManifestDialect;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.AddedFile;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.Clash;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.RowRef;

class EditJournalTest {
  private static final RowRef A = new RowRef("lib/a.so#0", "gfx906");
  private static final FileStamp FILE = new FileStamp(Path.of("/x/k.hsaco"), 5, 1_700_000_000L);
  private static final Checksum SUM = new Checksum(new byte[32]);
  private static final ManifestEdit.Row ROW = new ManifestEdit.Row("gfx906", "a", -1, 7, SUM);

  @TempDir Path folder;
  private Path archive = Path.of("none");

  @BeforeEach
  void anArchive() throws Exception {
    archive =
        EditArchives.write(folder.resolve("a.kpack"), StorageScheme.NONE, 3, EditArchives.rows());
  }

  private Path journals() {
    return folder.resolve("journals");
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(journals())) {
      return files.toList();
    }
  }

  /** What another process would find had this one ended now. */
  private RecoveredEdits crashed() throws IOException {
    assertThat(files()).hasSize(1);
    Path left = Files.createDirectories(folder.resolve("left")).resolve("1" + JournalFormat.SUFFIX);
    Files.write(left, Files.readAllBytes(files().getFirst()));
    RecoveredEdits.Found found = RecoveredEdits.in(left.getParent());
    assertThat(found.unreadable()).isEmpty();
    return found.edits().getFirst();
  }

  @Test
  void editsAreWrittenDownAsTheyAreMadeAndUndone() throws Exception {
    ArchiveEdit rename = new ArchiveEdit.RenameBinary("lib/a.so", "lib/z.so");
    ArchiveEdit group = new ArchiveEdit.SetGroup("g");
    try (EditedArchive document = EditedArchive.open(archive);
        EditJournal journal = EditJournal.of(document, journals())) {
      assertThat(journals()).as("opening writes nothing").doesNotExist();
      document.apply(rename);
      document.apply(group);
      RecoveredEdits left = crashed();
      assertThat(left.edits()).containsExactly(rename, group);
      assertThat(left.words()).containsExactly("rename of lib/a.so", "group g");
      assertThat(left.file()).isEqualTo(document.stamp());
      assertThat(left.whole()).isTrue();
      assertThat(left.state()).isEqualTo(RecoveredEdits.State.SAME);
      document.undo();
      assertThat(crashed().edits()).containsExactly(rename);
      document.redo();
      assertThat(crashed().edits()).containsExactly(rename, group);
      assertThat(journal.failure()).isNull();
      assertThat(RecoveredEdits.in(journals()).edits()).as("in use").isEmpty();
      document.undo();
      document.undo();
      assertThat(files()).as("nothing is left to save").isEmpty();
      document.apply(group);
      assertThat(crashed().edits()).containsExactly(group);
    }
    assertThat(files()).as("closed").isEmpty();
  }

  @Test
  void savedItGoesAndCountsFromTheSavedFileOn() throws Exception {
    ArchiveEdit group = new ArchiveEdit.SetGroup("g");
    ArchiveEdit family = new ArchiveEdit.SetFamily("f");
    try (EditedArchive document = EditedArchive.open(archive);
        EditJournal journal = EditJournal.of(document, journals())) {
      document.apply(group);
      document.save(Progress.NONE);
      assertThat(files()).isEmpty();
      document.apply(family);
      assertThat(crashed().edits()).containsExactly(family);
      assertThat(crashed().state()).isEqualTo(RecoveredEdits.State.SAME);
      document.undo();
      document.undo();
      assertThat(crashed().edits()).isEmpty();
      assertThat(crashed().lost()).containsExactly("group g");
      assertThat(journal.failure()).isNull();
    }
  }

  @Test
  void whatIsEditedWhileSavingIsWrittenDown() throws Exception {
    ArchiveEdit family = new ArchiveEdit.SetFamily("f");
    try (EditedArchive document = EditedArchive.open(archive);
        EditJournal journal = EditJournal.of(document, journals())) {
      document.apply(new ArchiveEdit.SetGroup("g"));
      ArchiveSave saving = document.saving();
      document.apply(family);
      saving.run(Progress.NONE);
      document.saved(saving);
      assertThat(document.dirty()).isTrue();
      assertThat(crashed().edits()).containsExactly(family);
      assertThat(journal.failure()).isNull();
    }
  }

  @Test
  void whatWasLeftIsAppliedAgain() throws Exception {
    try (EditedArchive document = EditedArchive.open(archive);
        EditJournal journal = EditJournal.of(document, journals())) {
      document.apply(new ArchiveEdit.Delete(List.of(A)));
      document.apply(new ArchiveEdit.RenameBinary("lib/b.so", "lib/c.so"));
      assertThat(journal.failure()).isNull();
      crashed();
    }
    RecoveredEdits left = RecoveredEdits.in(folder.resolve("left")).edits().getFirst();
    ReappliedEdits reapplied = ReappliedEdits.of(left);
    try (EditedArchive document = reapplied.document()) {
      assertThat(reapplied.rebased().dropped()).isEmpty();
      assertThat(document.dirty()).isTrue();
      assertThat(document.rowCount()).isEqualTo(4);
      document.save(Progress.NONE);
    }
    assertThat(left.state()).isEqualTo(RecoveredEdits.State.CHANGED);
    reapplied = ReappliedEdits.of(left);
    reapplied.document().close();
    assertThat(reapplied.rebased().dropped()).hasSize(2);
    left.discard();
    assertThat(RecoveredEdits.in(folder.resolve("left")).edits()).isEmpty();
    Files.delete(archive);
    assertThat(left.state()).isEqualTo(RecoveredEdits.State.GONE);
  }

  @Test
  void aFileThatWasOnlyTouchedIsKnownAgain() throws Exception {
    try (EditedArchive document = EditedArchive.open(archive);
        EditJournal journal = EditJournal.of(document, journals())) {
      document.apply(new ArchiveEdit.SetGroup("g"));
      RecoveredEdits left = crashed();
      Files.setLastModifiedTime(archive, java.nio.file.attribute.FileTime.fromMillis(1));
      assertThat(left.state()).isEqualTo(RecoveredEdits.State.SAME_CONTENT);
      Files.write(archive, new byte[100]);
      assertThat(left.state()).isEqualTo(RecoveredEdits.State.CHANGED);
      assertThat(journal.failure()).isNull();
    }
  }

  private static List<Edit> everyEdit() {
    Edit grouped = new ArchiveEdit.SetStorage(StorageScheme.ZSTD_SOLID, 19, Grouping.NAME);
    Edit indexed = new ArchiveEdit.SetBinaryIndex(true);
    return Stream.concat(earlierEdits().stream(), Stream.of(grouped, indexed)).toList();
  }

  /** Those of the version that wrote the journal among the resources. */
  private static List<Edit> earlierEdits() {
    Map<String, MsgValue> metadata = new LinkedHashMap<>();
    metadata.put("M", MsgValue.Int.of(16));
    metadata.put("list", new MsgValue.Array(List.of(new MsgValue.Real(0.5), new MsgValue.Nil())));
    return List.of(
        new ArchiveEdit.RenameBinary("a", "b"),
        new ArchiveEdit.RenameKey("a#0", "b#1"),
        new ArchiveEdit.Retarget(List.of(A, new RowRef("x", "y", 3)), "gfx90a:xnack+"),
        new ArchiveEdit.Delete(List.of(A)),
        new ArchiveEdit.AddFiles(List.of(new AddedFile(FILE, "k#0", "gfx906", "co")), Clash.REFUSE),
        new ArchiveEdit.AddRows(FILE, List.of(A), Clash.KEEP),
        new ArchiveEdit.Merge(FILE, Clash.REFUSE),
        new ArchiveEdit.Replace(A, FILE),
        new ArchiveEdit.SetMetadata(A, metadata),
        new ArchiveEdit.SetGroup("g"),
        new ArchiveEdit.SetFamily("f"),
        new ArchiveEdit.SetArchitectures(List.of("gfx906", "gfx942")),
        new ArchiveEdit.SetStorage(StorageScheme.ZSTD_PER_KERNEL, 19),
        new ArchiveEdit.SetStorage(StorageScheme.NONE, null),
        new ManifestEdit.AddRow(ROW),
        new ManifestEdit.SetRow("gfx942", new ManifestEdit.Row("gfx942", "b", 9, -1, null)),
        new ManifestEdit.RemoveRows(List.of("gfx906")),
        new ManifestEdit.MoveRow("gfx906", "gfx942"),
        new ManifestEdit.MoveRow("gfx906", null),
        new ManifestEdit.SetComponent("c"),
        new ManifestEdit.SetPrefix("p"),
        new ManifestEdit.SetPrefix(null),
        new ManifestEdit.SetDialect(ManifestDialect.BY_LIST),
        new ManifestEdit.UpdateFromDisk(List.of(ROW), List.of(ROW), List.of("gfx906")),
        new MarkerEdit.SetKernelName("lib/x.so"),
        new MarkerEdit.SetSearchPaths(List.of("a", "b")));
  }

  private static DocumentKind kind(Edit edit) {
    return switch (edit) {
      case ArchiveEdit _ -> DocumentKind.ARCHIVE;
      case ManifestEdit _ -> DocumentKind.MANIFEST;
      case MarkerEdit _ -> DocumentKind.MARKER;
    };
  }

  @Test
  void everyEditIsReadAsItWasWritten() {
    for (Edit edit : everyEdit()) {
      assertThat(kind(edit).edit(kind(edit).value(edit))).isEqualTo(edit);
      assertThat(edit.words()).isNotBlank();
    }
    List<Class<?>> kinds =
        Stream.of(ArchiveEdit.class, ManifestEdit.class, MarkerEdit.class)
            .flatMap(type -> Arrays.stream(type.getPermittedSubclasses()))
            .toList();
    assertThat(everyEdit().stream().map(Object::getClass).distinct().toList())
        .containsExactlyInAnyOrderElementsOf(kinds);
  }

  /** Journals that an earlier version left behind are read, and written in the same way. */
  @Test
  void readsAndWritesWhatEarlierVersionsWrote() throws IOException {
    java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
    for (Edit edit : earlierEdits()) {
      bytes.writeBytes(JournalFormat.record(kind(edit).value(edit)));
    }
    try (java.io.InputStream earlier = getClass().getResourceAsStream("edits.journal")) {
      assertThat(bytes.toByteArray()).isEqualTo(Objects.requireNonNull(earlier).readAllBytes());
    }
  }

  private byte[] journalOf(List<Edit> edits) throws IOException {
    java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
    bytes.writeBytes(JournalFormat.magic());
    bytes.writeBytes(JournalFormat.record(JournalFormat.header(DocumentKind.ARCHIVE, FILE, SUM)));
    for (Edit edit : edits) {
      bytes.writeBytes(JournalFormat.record(JournalFormat.DO, kind(edit).value(edit)));
    }
    return bytes.toByteArray();
  }

  @Test
  void cutAtEveryByteTheEditsBeforeStay() throws Exception {
    List<Edit> edits = everyEdit().stream().filter(edit -> edit instanceof ArchiveEdit).toList();
    byte[] bytes = journalOf(edits);
    int header = journalOf(List.of()).length;
    Path cut = folder.resolve("cut");
    for (int size = 0; size < bytes.length; size++) {
      Files.write(cut, Arrays.copyOf(bytes, size));
      if (size < header) {
        assertThatThrownBy(() -> JournalFormat.read(cut)).isInstanceOf(FormatException.class);
        continue;
      }
      RecoveredEdits read = JournalFormat.read(cut);
      int count = 0;
      while (journalOf(edits.subList(0, count + 1)).length <= size) {
        count++;
      }
      assertThat(read.edits()).isEqualTo(edits.subList(0, count));
      assertThat(read.whole()).isEqualTo(journalOf(edits.subList(0, count)).length == size);
    }
  }

  @Test
  void damagedAnywhereOnlyAPrefixComesOut() throws Exception {
    List<Edit> edits = everyEdit().stream().filter(edit -> edit instanceof ArchiveEdit).toList();
    byte[] bytes = journalOf(edits);
    Path path = folder.resolve("damaged");
    Mutations mutations = new Mutations(bytes, 4);
    int readable = 0;
    for (int i = 0; i < 4000; i++) {
      Files.write(path, mutations.next());
      try {
        RecoveredEdits read = JournalFormat.read(path);
        assertThat(edits.subList(0, read.edits().size())).isEqualTo(read.edits());
        readable++;
      } catch (FormatException refused) {
        assertThat(refused.getMessage()).contains("edit journal");
      }
    }
    assertThat(readable).isBetween(1000, 4000);
  }

  @Test
  void recordsWithRightChecksumsAndWrongContentsEndTheJournal() throws Exception {
    java.util.Random random = new java.util.Random(9);
    for (Edit edit : everyEdit()) {
      byte[] whole = org.kpackworkbench.model.base.msgpack.MsgEncoder.value(kind(edit).value(edit));
      for (int i = 0; i < 300; i++) {
        byte[] changed = whole.clone();
        changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
        try {
          MsgValue value =
              new org.kpackworkbench.model.base.msgpack.MsgCursor(
                      org.kpackworkbench.model.base.bytes.ByteView.of("x", changed),
                      0,
                      changed.length,
                      "x")
                  .value("x");
          assertThat(kind(edit).edit(value)).isNotNull();
        } catch (FormatException | IllegalArgumentException refused) {
          assertThat(refused.getMessage()).isNotBlank();
        }
      }
    }
  }

  @Test
  void killedInTheMidstOfEditingTheNextProcessFindsTheEdits() throws Exception {
    Process process =
        ChildJvm.start(
            ChildJvm.command(
                List.of(),
                EditForeverMain.class,
                List.of(
                    KpackArchive.class,
                    com.github.luben.zstd.Zstd.class,
                    org.msgpack.core.MessagePack.class,
                    org.jspecify.annotations.Nullable.class),
                archive,
                journals()));
    try (BufferedReader output = process.inputReader()) {
      assertThat(output.readLine()).isEqualTo("50 edits");
      assertThat(RecoveredEdits.in(journals()).edits()).as("in use").isEmpty();
      process.destroyForcibly().waitFor();
    }
    RecoveredEdits left = RecoveredEdits.in(journals()).edits().getFirst();
    assertThat(left.edits()).hasSizeGreaterThanOrEqualTo(50);
    for (int i = 0; i < left.edits().size(); i++) {
      assertThat(left.edits().get(i)).isEqualTo(new ArchiveEdit.SetGroup("group " + i));
    }
    assertThat(left.state()).isEqualTo(RecoveredEdits.State.SAME);
  }
}
