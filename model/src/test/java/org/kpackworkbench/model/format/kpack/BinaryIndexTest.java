package org.kpackworkbench.model.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.RawPair;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.WriteOptions.Tuning;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.model.operation.edit.EditedArchive;

/** An index in the table leads to the rows of one binary, or is not used. */
class BinaryIndexTest {
  private static final List<String> TARGETS = List.of("gfx942", "gfx1100");
  private static final int BINARIES = 12;

  @TempDir Path folder;

  private static String key(int binary, int unit) {
    return "lib/lib%d.so#%d".formatted(binary, unit);
  }

  /** Units of all binaries in turn: a binary's rows are not next to each other. */
  private Path archive(StorageScheme scheme, boolean indexed) throws IOException {
    Path path = folder.resolve(scheme + "-" + indexed + ".kpack");
    try (ArchiveWriter writer =
        ArchiveWriter.create(
            path,
            new TableHead("group", "family", TARGETS),
            WriteOptions.DEFAULT
                .withScheme(scheme)
                .withReplace(true)
                .withTuning(Tuning.DEFAULT.withBinaryIndex(indexed)),
            Progress.NONE)) {
      for (int unit = 0; unit < 3; unit++) {
        for (int binary = 0; binary < BINARIES; binary++) {
          for (String target : TARGETS) {
            writer.add(
                NewEntry.of(BinaryKey.parse(key(binary, unit)), target),
                ByteView.of("code", (key(binary, unit) + target).getBytes(StandardCharsets.UTF_8)));
          }
        }
      }
      // Another key between those of the last binary's.
      writer.add(
          NewEntry.of(BinaryKey.parse("alone.so#0"), "gfx942"),
          ByteView.of("code", new byte[] {1, 2, 3}));
      writer.finish();
    }
    return path;
  }

  /** The code objects of an archive below a key, by target. */
  private static Map<String, String> below(KpackArchive archive, String key) throws IOException {
    Map<String, String> found = new TreeMap<>();
    for (int row = 0; row < archive.entryCount(); row++) {
      ArchiveEntry entry = archive.entry(row);
      if (entry.key().text().equals(key)) {
        String content;
        try {
          ByteView bytes = archive.load(row);
          content = bytes.text(0, (int) bytes.size());
        } catch (FormatException damaged) {
          content = "damaged: " + damaged.reason();
        }
        found.merge(entry.targetText() + " " + entry.ordinal(), content, (one, two) -> one + two);
      }
    }
    return found;
  }

  private static Map<String, String> whole(Path file, String key) throws IOException {
    try (KpackArchive archive = KpackArchive.open(file)) {
      return below(archive, key);
    } catch (FormatException unreadable) {
      return Map.of("", "unreadable");
    }
  }

  private static ArchiveDocument wanting(Path file, String key) throws IOException {
    return (ArchiveDocument)
        StandardFormats.all()
            .open(
                file,
                new Opening(StandardFormats.all(), Progress.NONE, true, UnpackBudget.one(), key));
  }

  private static Map<String, String> wanted(Path file, String key) throws IOException {
    try (ArchiveDocument document = wanting(file, key)) {
      return below(document.archive(), key);
    } catch (FormatException | ClassCastException unreadable) {
      return Map.of("", "unreadable");
    }
  }

  @ParameterizedTest
  @EnumSource(names = "UNKNOWN", mode = EnumSource.Mode.EXCLUDE)
  void leadsToTheRowsOfOneBinary(StorageScheme scheme) throws IOException {
    Path file = archive(scheme, true);
    for (int binary = 0; binary < BINARIES; binary++) {
      assertThat(wanted(file, key(binary, 2))).hasSize(2).isEqualTo(whole(file, key(binary, 2)));
    }
    try (ArchiveDocument document = wanting(file, "alone.so#0")) {
      int all = 3 * BINARIES * TARGETS.size() + 1;
      // Where code objects share frames, each row counts.
      assertThat(document.archive().entryCount())
          .isEqualTo(scheme == StorageScheme.ZSTD_SOLID ? all : 1);
      assertThat(document.openingNotes()).isEmpty();
    }
    // Messages about a missing key name those that the archive has.
    try (ArchiveDocument document = wanting(file, "alone.so#1")) {
      assertThat(document.archive().entryCount()).isEqualTo(3 * BINARIES * TARGETS.size() + 1);
    }
  }

  @Test
  void theRestOfTheTableStaysAsItIs() throws IOException {
    byte[] plain = Files.readAllBytes(archive(StorageScheme.NONE, false));
    Path file = archive(StorageScheme.NONE, true);
    byte[] indexed = Files.readAllBytes(file);
    int toc = 1 + "toc".length();
    int from = indexOf(plain, "toc") - 1;
    int shift = indexed.length - plain.length;
    assertThat(Arrays.copyOfRange(indexed, from + toc + shift, indexed.length))
        .isEqualTo(Arrays.copyOfRange(plain, from + toc, plain.length));
    try (KpackArchive archive = KpackArchive.open(file)) {
      assertThat(archive.problems()).isEmpty();
      assertThat(archive.fields()).allMatch(KpackArchive.TableField::known);
      assertThat(archive.fields())
          .extracting(KpackArchive.TableField::name)
          .startsWith(
              "format_version",
              "group_name",
              "gfx_arch_family",
              "gfx_arches",
              "binary_index_check",
              "binary_index",
              "toc");
      // An archive that is made from it has one again.
      TableHead head = TableHead.of(archive);
      assertThat(again(archive, head)).isEqualTo(indexed);
      // Where another tool wrote its keys behind the rows, too.
      List<RawPair> behind = new ArrayList<>(head.fields());
      behind.sort(Comparator.comparing(field -> BinaryIndex.KEYS.contains(field.name())));
      assertThat(again(archive, new TableHead("group", "family", TARGETS, behind)))
          .isEqualTo(indexed);
    }
  }

  @Test
  void editsAddAndDropIt() throws IOException {
    Path plain = archive(StorageScheme.ZSTD_PER_KERNEL, false);
    Path indexed = archive(StorageScheme.ZSTD_PER_KERNEL, true);
    assertThat(edited(plain, true)).hasSameBinaryContentAs(indexed);
    assertThat(edited(indexed, false)).hasSameBinaryContentAs(plain);
  }

  private Path edited(Path file, boolean wanted) throws IOException {
    Path written = folder.resolve("edited.kpack");
    try (EditedArchive archive = EditedArchive.open(file)) {
      assertThat(archive.hasBinaryIndex()).isEqualTo(!wanted);
      archive.apply(new ArchiveEdit.SetBinaryIndex(wanted));
      archive.undo();
      assertThat(archive.hasBinaryIndex()).isEqualTo(!wanted);
      archive.redo();
      archive.savingAs(written, true).run(Progress.NONE);
    }
    return written;
  }

  private byte[] again(KpackArchive archive, TableHead head) throws IOException {
    Path path = folder.resolve("again.kpack");
    try (ArchiveWriter writer =
        ArchiveWriter.create(
            path,
            head,
            WriteOptions.DEFAULT.withScheme(archive.scheme()).withReplace(true),
            Progress.NONE)) {
      for (int row = 0; row < archive.entryCount(); row++) {
        writer.add(NewEntry.of(archive, row), archive.load(row));
      }
      writer.finish();
    }
    return Files.readAllBytes(path);
  }

  private static int indexOf(byte[] bytes, String text) {
    return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text);
  }

  @Test
  void isNotUsedWhereAnotherToolChangedTheRows() throws IOException {
    Path file = archive(StorageScheme.NONE, true);
    byte[] bytes = Files.readAllBytes(file);
    // The last unit of the first binary becomes one of the second.
    int at = new String(bytes, StandardCharsets.ISO_8859_1).lastIndexOf("lib/lib0.so#2") + 7;
    bytes[at] = '1';
    bytes[at + 5] = '9';
    Files.write(file, bytes);
    assertThat(wanted(file, "lib/lib1.so#9")).hasSize(2).isEqualTo(whole(file, "lib/lib1.so#9"));
    try (ArchiveDocument document = wanting(file, key(3, 0))) {
      assertThat(document.openingNotes()).singleElement().asString().contains("binary_index");
    }
  }

  @Test
  void someEditsGiveNoWrongAnswer() throws IOException {
    edits(500);
  }

  @Test
  @Tag("long")
  void editsGiveNoWrongAnswer() throws IOException {
    edits(10_000);
  }

  private void edits(int count) throws IOException {
    Path file = archive(StorageScheme.ZSTD_PER_KERNEL, true);
    byte[] original = Files.readAllBytes(file);
    int table = (int) ByteView.of("", original).u64(ArchiveFormat.TABLE_OFFSET_OFFSET);
    Random random = new Random(47);
    for (int i = 0; i < count; i++) {
      byte[] edited = original.clone();
      for (int n = 1 + random.nextInt(3); n > 0; n--) {
        edited[table + random.nextInt(edited.length - table)] = (byte) random.nextInt(256);
      }
      Files.write(file, random.nextInt(8) == 0 ? cut(edited, random) : edited);
      List<String> keys = new ArrayList<>(List.of("alone.so#0"));
      keys.add(key(random.nextInt(BINARIES), random.nextInt(3)));
      for (String key : keys) {
        assertThat(wanted(file, key)).as("edit %d, %s", i, key).isEqualTo(whole(file, key));
      }
    }
  }

  private static byte[] cut(byte[] bytes, Random random) {
    return Arrays.copyOf(bytes, random.nextInt(bytes.length));
  }
}
