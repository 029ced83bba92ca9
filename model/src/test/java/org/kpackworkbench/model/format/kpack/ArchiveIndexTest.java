package org.kpackworkbench.model.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
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
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.registry.Opening;

/** An index leads to what the archive has, or is not used. */
class ArchiveIndexTest {
  private static final List<String> TARGETS = List.of("gfx90a:xnack+", "gfx942", "gfx1100");
  private static final int BINARIES = 40;
  private static final int UNITS = 3;

  @TempDir Path folder;

  private Path archive(StorageScheme scheme) throws IOException {
    Path path = folder.resolve(scheme + ".kpack");
    Random random = new Random(7);
    try (ArchiveWriter writer =
        ArchiveWriter.create(
            path,
            new TableHead("group", "family", TARGETS),
            WriteOptions.DEFAULT.withScheme(scheme).withThreads(1),
            Progress.NONE)) {
      for (int binary = 0; binary < BINARIES; binary++) {
        for (int unit = 0; unit < UNITS; unit++) {
          for (String target : TARGETS) {
            byte[] code = new byte[20 + random.nextInt(100)];
            random.nextBytes(code);
            // The last two share a blob.
            byte[] same = binary < BINARIES - 2 ? code : new byte[] {'s', 'a', 'm', 'e'};
            writer.add(
                NewEntry.of(new BinaryKey("lib/lib%d.so".formatted(binary), unit, true), target),
                ByteView.of("code", same));
          }
        }
      }
      writer.finish();
    }
    return path;
  }

  private static String key(int binary, int unit) {
    return "lib/lib%d.so#%d".formatted(binary, unit);
  }

  /** Contents of an archive under a key: for each target the bytes, or why there are none. */
  private static Map<String, String> read(KpackArchive archive, String key) throws IOException {
    Map<String, String> found = new TreeMap<>();
    for (int row = 0; row < archive.entryCount(); row++) {
      ArchiveEntry entry = archive.entry(row);
      if (entry.key().text().equals(key)) {
        String content;
        try {
          content = Arrays.toString(archive.load(row).bytes(0, (int) archive.load(row).size()));
        } catch (FormatException damaged) {
          content = "damaged: " + damaged.reason();
        }
        found.put(entry.targetText() + " " + entry.ordinal(), content);
      }
    }
    return found;
  }

  private static Map<String, String> whole(Path file, String key) throws IOException {
    try (KpackArchive archive = KpackArchive.open(file)) {
      return read(archive, key);
    } catch (FormatException unreadable) {
      return Map.of("", "unreadable");
    }
  }

  /** Contents as a command reads them that wants one key. */
  private static Map<String, String> wanted(Path file, String key) throws IOException {
    Opening opening =
        new Opening(StandardFormats.all(), Progress.NONE, true, UnpackBudget.one(), key);
    try (ArchiveDocument document = (ArchiveDocument) StandardFormats.all().open(file, opening)) {
      return read(document.archive(), key);
    } catch (FormatException | ClassCastException unreadable) {
      return Map.of("", "unreadable");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "ZSTD_PER_KERNEL"})
  void leadsToEachKey(StorageScheme scheme) throws Exception {
    Path file = archive(scheme);
    assertThat(IndexWriter.write(file, Progress.NONE))
        .isEqualTo(folder.resolve(scheme + ".kpack.idx"));
    try (OpenFile open = OpenFile.open(file);
        ArchiveIndex index = ArchiveIndex.beside(file, open.view()).index()) {
      assertThat(index.architectures()).isEqualTo(TARGETS);
      for (int binary = 0; binary < BINARIES; binary++) {
        for (int unit = 0; unit < UNITS; unit++) {
          String key = key(binary, unit);
          KpackArchive part = index.archive(key, null, UnpackBudget.one()).orElseThrow();
          assertThat(part.entryCount()).isEqualTo(TARGETS.size());
          assertThat(part.scheme()).isEqualTo(scheme);
          assertThat(read(part, key)).hasSize(TARGETS.size()).isEqualTo(whole(file, key));
        }
      }
      assertThat(index.archive("lib/lib0.so#3", null, UnpackBudget.one())).isEmpty();
      assertThat(index.has("lib/lib0.so#2")).isTrue();
      assertThat(index.has("lib/lib0.so")).isFalse();
    }
  }

  @Test
  void readsNoMoreThanItNeeds() throws Exception {
    Path file = archive(StorageScheme.ZSTD_PER_KERNEL);
    IndexWriter.write(file, Progress.NONE);
    Opening opening =
        new Opening(StandardFormats.all(), Progress.NONE, true, UnpackBudget.one(), key(5, 1));
    try (ArchiveDocument document = (ArchiveDocument) StandardFormats.all().open(file, opening)) {
      assertThat(document.archive().entryCount()).isEqualTo(TARGETS.size());
      assertThat(document.openingNotes()).isEmpty();
    }
    Opening plain =
        new Opening(
            StandardFormats.all(), Progress.NONE, true, UnpackBudget.one(), "lib/lib5.so#9");
    try (ArchiveDocument document = (ArchiveDocument) StandardFormats.all().open(file, plain)) {
      // Messages about a missing key name those that the archive has.
      assertThat(document.archive().entryCount()).isEqualTo(BINARIES * UNITS * TARGETS.size());
    }
  }

  /** Code objects that are not compressed have no checksum of their own. */
  @Test
  void isNotUsedWhenDamaged() throws Exception {
    Path file = archive(StorageScheme.NONE);
    Path index = IndexWriter.write(file, Progress.NONE);
    byte[] bytes = Files.readAllBytes(index);
    String key = key(0, 0);
    Map<String, String> expected = whole(file, key);
    for (int at = 0; at < bytes.length; at += 7) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 4;
      Files.write(index, damaged);
      assertThat(wanted(file, key)).as("byte %d", at).isEqualTo(expected);
    }
  }

  @Test
  void isNotUsedWhenCutOffOrOfAnotherArchive() throws Exception {
    Path file = archive(StorageScheme.ZSTD_PER_KERNEL);
    Path index = IndexWriter.write(file, Progress.NONE);
    byte[] bytes = Files.readAllBytes(index);
    String key = key(1, 2);
    Map<String, String> expected = whole(file, key);
    for (int length = 0; length < bytes.length; length += 11) {
      Files.write(index, Arrays.copyOf(bytes, length));
      assertThat(wanted(file, key)).as("%d bytes", length).isEqualTo(expected);
    }
    Files.copy(
        IndexWriter.write(archive(StorageScheme.NONE), Progress.NONE),
        index,
        StandardCopyOption.REPLACE_EXISTING);
    assertThat(wanted(file, key)).isEqualTo(expected);
  }

  @Test
  void isNotUsedWhenStale() throws Exception {
    Path file = archive(StorageScheme.ZSTD_PER_KERNEL);
    Path index = IndexWriter.write(file, Progress.NONE);
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
    try (OpenFile open = OpenFile.open(file)) {
      ArchiveIndex.Beside beside = ArchiveIndex.beside(file, open.view());
      assertThat(beside.index()).isNull();
      assertThat(beside.warning())
          .isEqualTo(
              "%s is not used: it is of an earlier state of the archive; kpack-workbench edit %s --write-index writes it again"
                  .formatted(index, file));
    }
    assertThat(wanted(file, key(3, 0))).isEqualTo(whole(file, key(3, 0)));
    IndexWriter.write(file, Progress.NONE);
    try (OpenFile open = OpenFile.open(file);
        ArchiveIndex again = ArchiveIndex.beside(file, open.view()).index()) {
      assertThat(again).isNotNull();
    }
  }

  @Test
  void isOfFaultlessArchivesOnly() throws Exception {
    TestArchive twice = TestArchive.zstd(TestArchive.kernel(1, 10));
    twice.toc(
        map(
            "good#0",
            map("gfx900", TestArchive.entry(0, 10)),
            "bad#0",
            map("gfx900", TestArchive.entry(7, 10))));
    Path file = Files.write(folder.resolve("faulty.kpack"), twice.bytes());
    assertThatThrownBy(() -> IndexWriter.write(file, Progress.NONE))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("ordinal");
    assertThat(folder.resolve("faulty.kpack.idx")).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource(names = {"ZSTD_DICTIONARY", "ZSTD_SOLID"})
  void isOfCodeObjectsThatAreStoredAlone(StorageScheme scheme) throws Exception {
    Path file = archive(scheme);
    assertThatThrownBy(() -> IndexWriter.write(file, Progress.NONE))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining(scheme.words());
    assertThat(folder.resolve(scheme + ".kpack.idx")).doesNotExist();
  }

  @Test
  void someEditsGiveNoWrongAnswer() throws Exception {
    edits(400);
  }

  @Test
  @Tag("long")
  void editsGiveNoWrongAnswer() throws Exception {
    edits(10_000);
  }

  /** Edits archive or index at random, each time from the same state. */
  private void edits(int count) throws Exception {
    Path file = archive(StorageScheme.ZSTD_PER_KERNEL);
    byte[] original = Files.readAllBytes(file);
    FileTime time = Files.getLastModifiedTime(file);
    Path index = IndexWriter.write(file, Progress.NONE);
    byte[] indexed = Files.readAllBytes(index);
    Map<String, Map<String, String>> before = new TreeMap<>();
    for (int binary = 0; binary < BINARIES; binary++) {
      for (int unit = 0; unit < UNITS; unit++) {
        before.put(key(binary, unit), whole(file, key(binary, unit)));
      }
    }
    Random random = new Random(47);
    List<String> used = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean ofIndex = random.nextBoolean();
      boolean hidden = random.nextBoolean();
      Files.write(file, ofIndex ? original : edited(original, random));
      // Most edits of a file change its time; the worst ones do not.
      Files.setLastModifiedTime(
          file, ofIndex || hidden ? time : FileTime.fromMillis(time.toMillis() + 1 + i));
      Files.write(index, ofIndex ? edited(indexed, random) : indexed);
      String key = key(random.nextInt(BINARIES), random.nextInt(UNITS));
      Map<String, String> expected = ofIndex ? before.get(key) : whole(file, key);
      Map<String, String> found = wanted(file, key);
      if (!found.equals(expected)) {
        // Bytes far from all that was read may have changed.
        assertThat(hidden && !ofIndex).as("edit %d, %s", i, key).isTrue();
        assertThat(found).as("edit %d, %s", i, key).isEqualTo(before.get(key));
        used.add(key);
      }
    }
    assertThat(used).isNotEmpty();
  }

  private static byte[] edited(byte[] bytes, Random random) {
    byte[] edited = bytes.clone();
    switch (random.nextInt(8)) {
      case 0 -> {
        return Arrays.copyOf(edited, random.nextInt(edited.length));
      }
      case 1 -> {
        int from = random.nextInt(edited.length);
        int length = Math.min(random.nextInt(200) + 1, edited.length - from);
        System.arraycopy(bytes, random.nextInt(bytes.length - length), edited, from, length);
      }
      default -> {
        for (int left = 1 + random.nextInt(3); left > 0; left--) {
          edited[random.nextInt(edited.length)] ^= (byte) (1 << random.nextInt(8));
        }
      }
    }
    return edited;
  }
}
