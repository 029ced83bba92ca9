package org.kpackworkbench.model.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;
import static org.kpackworkbench.model.format.kpack.TestArchive.entry;
import static org.kpackworkbench.model.format.kpack.TestArchive.kernel;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgBytes.Pairs;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;

/** The schemes of this program's own: written and read again, or read as others may write them. */
class ExperimentalSchemesTest {
  private static final List<String> TARGETS = List.of("gfx900", "gfx906", "gfx90a:xnack+");
  private static final int UNITS = 12;
  private static final int CODE_BYTES = 20_000;

  @TempDir Path folder;

  /** Code that is alike across targets and a little across units; the last unit repeats another. */
  private static byte[] code(int unit, String target) {
    int like = unit == UNITS - 1 ? 3 : unit;
    byte[] bytes = kernel(like, CODE_BYTES);
    System.arraycopy(kernel(1000, CODE_BYTES / 4), 0, bytes, 0, CODE_BYTES / 4);
    Random changes = new Random(target.hashCode() + like);
    for (int i = 0; i < 20; i++) {
      bytes[changes.nextInt(bytes.length)]++;
    }
    return bytes;
  }

  private static final TableHead HEAD = new TableHead("test", "gfx90X", TARGETS);

  private Path write(WriteOptions options) throws IOException {
    Path file = folder.resolve("out.kpack");
    try (ArchiveWriter writer =
        ArchiveWriter.create(file, HEAD, options.withReplace(true), Progress.NONE)) {
      for (int unit = 0; unit < UNITS; unit++) {
        for (String target : TARGETS) {
          writer.add(
              NewEntry.of(new BinaryKey("lib/a.so", unit, true), target),
              ByteView.of("code", code(unit, target)));
        }
      }
      writer.finish();
    }
    return file;
  }

  private static WriteOptions options(StorageScheme scheme, Grouping grouping) {
    return WriteOptions.DEFAULT
        .withScheme(scheme)
        .withTuning(new WriteOptions.Tuning(grouping, 16 << 10, 0, false));
  }

  private static Stream<StorageScheme> schemes() {
    return StorageScheme.writable().stream().filter(StorageScheme::isExperimental);
  }

  @ParameterizedTest
  @EnumSource
  void readsAllCodeAgainWhateverIsTogether(Grouping grouping) throws Exception {
    for (StorageScheme scheme : schemes().toList()) {
      try (KpackArchive archive = KpackArchive.open(write(options(scheme, grouping)))) {
        assertThat(archive.scheme()).isEqualTo(scheme);
        assertThat(archive.problems()).isEmpty();
        assertThat(archive.blobCount()).hasValue((UNITS - 1) * TARGETS.size());
        long stored = 0;
        for (int unit = 0; unit < UNITS; unit++) {
          for (String target : TARGETS) {
            int row = archive.find("lib/a.so", unit, target).orElseThrow();
            byte[] wanted = code(unit, target);
            assertThat(archive.load(row).bytes(0, CODE_BYTES)).isEqualTo(wanted);
            assertThat(archive.load(row).fileOffset(0)).isZero();
            assertThat(archive.loadOne(row, CODE_BYTES).bytes(0, CODE_BYTES)).isEqualTo(wanted);
            assertThat(archive.beginning(row, 64).bytes(0, 64))
                .isEqualTo(Arrays.copyOf(wanted, 64));
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            archive.extract(row, out, CODE_BYTES);
            assertThat(out.toByteArray()).isEqualTo(wanted);
            try (InputStream in = archive.content(row)) {
              assertThat(in.readAllBytes()).isEqualTo(wanted);
            }
            stored += unit == UNITS - 1 ? 0 : archive.storedSizeBytes(row);
          }
        }
        StoredBlobs blobs = archive.blobs(Progress.NONE);
        assertThat(blobs.totalSizeBytes()).isEqualTo(stored).isBetween(100L, archive.view().size());
        Ownership owners = ArchiveClaims.of(archive, Progress.NONE);
        assertThat(owners.sizeBytes()).isEqualTo(archive.view().size());
      }
      try (Stream<Path> left = Files.list(folder)) {
        assertThat(left).hasSize(1);
      }
    }
  }

  @Test
  void whatIsAlikeTogetherTakesLess() throws Exception {
    long alone = Files.size(write(options(StorageScheme.ZSTD_PER_KERNEL, Grouping.NONE)));
    long byName = Files.size(write(options(StorageScheme.ZSTD_SOLID, Grouping.NAME)));
    long dictionary = Files.size(write(options(StorageScheme.ZSTD_DICTIONARY, Grouping.NONE)));
    assertThat(byName).isLessThan(alone / 2);
    // A dictionary of 16 KiB has the 5,000 bytes that all units share, and is in the archive.
    assertThat(dictionary).isLessThan(alone - alone / 100);
  }

  @Test
  void theBytesDependOnNothingButContent() throws Exception {
    for (StorageScheme scheme : schemes().toList()) {
      WriteOptions options = options(scheme, Grouping.TARGET);
      byte[] one = Files.readAllBytes(write(options.withThreads(1)));
      byte[] four = Files.readAllBytes(write(options.withThreads(4)));
      assertThat(one).isEqualTo(four);
    }
  }

  @Test
  void rewritingTakesTheSchemesKeysAway() throws Exception {
    Path solid = write(options(StorageScheme.ZSTD_SOLID, Grouping.TARGET));
    Path back = folder.resolve("back.kpack");
    try (KpackArchive archive = KpackArchive.open(solid)) {
      try (ArchiveWriter writer =
          ArchiveWriter.create(back, TableHead.of(archive), WriteOptions.DEFAULT, Progress.NONE)) {
        for (int row = 0; row < archive.entryCount(); row++) {
          writer.add(NewEntry.of(archive, row), archive.load(row));
        }
        writer.finish();
      }
    }
    byte[] again = Files.readAllBytes(back);
    Path direct = write(options(StorageScheme.ZSTD_PER_KERNEL, Grouping.NONE));
    assertThat(again).isEqualTo(Files.readAllBytes(direct));
  }

  /** Two code objects in one frame and one in another, made by hand. */
  private static TestArchive solid() {
    return solid(5340, -1);
  }

  /**
   * @param unpacked what the group says that it unpacks to
   * @param stored where it says that the second frame is; -1 for the truth
   */
  private static TestArchive solid(long unpacked, long stored) {
    TestArchive made = TestArchive.plain();
    byte[] pair = Arrays.copyOf(kernel(1, 40), 340);
    System.arraycopy(kernel(2, 300), 0, pair, 40, 300);
    byte[] first = made.frame(pair);
    byte[] second = made.frame(kernel(3, 5000));
    made.scheme = "zstd-solid";
    made.blobArea = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, made.blobArea, first.length, second.length);
    groups(made, unpacked, stored < 0 ? first.length : stored);
    return made.toc(
        map(
            "lib/a.so#0", map("gfx900", member(0, 40, 0, 0, 0)),
            "lib/a.so#1", map("gfx900", member(1, 300, 0, 40, 0)),
            "lib/a.so#2", map("gfx900", member(2, 5000, 0, 340, 1))));
  }

  private static void groups(TestArchive made, long unpacked, long second) {
    made.extra.put(
        "groups",
        List.of(
            map(
                "offset",
                64,
                "size",
                made.blobArea.length,
                "original_size",
                unpacked,
                "seek",
                List.of(List.of(0, 0), List.of(340, second)))));
  }

  private static Pairs member(int ordinal, long size, int group, long offset, int frame) {
    return entry(ordinal, size)
        .put("frame", frame)
        .put("group", group)
        .put("offset_in_group", offset);
  }

  @Test
  void readsGroupsMadeByHand() throws Exception {
    KpackArchive archive = solid().read();
    assertThat(archive.problems()).isEmpty();
    assertThat(archive.load(0).bytes(0, 40)).isEqualTo(kernel(1, 40));
    assertThat(archive.load(1).bytes(0, 300)).isEqualTo(kernel(2, 300));
    assertThat(archive.load(2).bytes(0, 5000)).isEqualTo(kernel(3, 5000));
    assertThat(archive.storedRange(0)).isEqualTo(archive.storedRange(1));
    assertThat(archive.storedSizeBytes(0)).isLessThan(archive.storedSizeBytes(1));
  }

  @Test
  void aPlaceOutsideOfItsFrameSpoilsTheRowOnly() throws Exception {
    KpackArchive archive =
        solid()
            .toc(
                map(
                    "a#0", map("gfx900", member(0, 40, 0, 0, 0)),
                    "a#1", map("gfx900", member(1, 301, 0, 40, 0)),
                    "a#2", map("gfx900", member(2, 5000, 0, 340, 0)),
                    "a#3", map("gfx900", member(3, 10, 7, 0, 0)),
                    "a#4", map("gfx900", member(0, 41, 0, 0, 0).put("group", -1))))
            .read();
    assertThat(archive.load(0).bytes(0, 40)).isEqualTo(kernel(1, 40));
    for (int row = 1; row < 4; row++) {
      assertThat(archive.problem(row)).as("row %d", row).isPresent();
    }
    assertThat(archive.problems())
        .hasSize(4)
        .allMatch(problem -> problem.reason() == Reason.OUT_OF_BOUNDS);
  }

  @Test
  void aSizeFromTheFileIsNeverAllocated() {
    long exabyte = 1L << 60;
    TestArchive made = solid(exabyte, -1);
    made.toc(map("a#0", map("gfx900", member(0, exabyte - 340, 0, 340, 1))));
    assertThatThrownBy(() -> made.read().load(0, Long.MAX_VALUE))
        .isInstanceOfSatisfying(
            FormatException.class,
            refusal -> assertThat(refusal.reason()).isEqualTo(Reason.BAD_COMPRESSION));
  }

  @Test
  void aFrameOfAnotherSizeThanItsGroupSaysIsAnError() throws Exception {
    assertThat(solid(5340, 0).read().problems()).hasSizeGreaterThan(1);
    KpackArchive archive = solid(5341, -1).read();
    assertThat(archive.load(1).size()).isEqualTo(300);
    assertThatThrownBy(() -> archive.load(2))
        .isInstanceOfSatisfying(
            FormatException.class,
            broken -> assertThat(broken.reason()).isEqualTo(Reason.BAD_COMPRESSION));
  }

  @Test
  void aFrameWithAnUnknownDictionaryIsAnError() throws Exception {
    byte[] bytes = Files.readAllBytes(write(options(StorageScheme.ZSTD_DICTIONARY, Grouping.NONE)));
    try (KpackArchive archive = TestArchive.read(bytes)) {
      assertThat(archive.dictionaries()).hasSize(1);
      int end = (int) archive.view().size();
      int id = archive.dictionaries().keySet().iterator().next().intValue();
      // The ID in the table, in four bytes big-endian behind its mark.
      for (int at = (int) archive.tableRange().start(); at < end - 4; at++) {
        if (bytes[at] == (byte) 0xce && java.nio.ByteBuffer.wrap(bytes, at + 1, 4).getInt() == id) {
          bytes[at + 4] ^= 1;
        }
      }
    }
    KpackArchive archive = TestArchive.read(bytes);
    assertThatThrownBy(() -> archive.load(0))
        .isInstanceOfSatisfying(
            FormatException.class,
            broken ->
                assertThat(broken.expected()).contains("one of the archive's 1 dictionaries"));
  }

  @Test
  void aDictionaryThatIsNoneOfThatIdIsNamed() throws Exception {
    Path file = write(options(StorageScheme.ZSTD_DICTIONARY, Grouping.NONE));
    byte[] bytes = Files.readAllBytes(file);
    int start;
    try (KpackArchive archive = TestArchive.read(bytes)) {
      start = (int) archive.dictionaries().values().iterator().next().start();
    }
    // Its mark, or its ID.
    for (int at : List.of(0, 4)) {
      byte[] damaged = bytes.clone();
      damaged[start + at] ^= 1;
      KpackArchive archive = TestArchive.read(damaged);
      assertThatThrownBy(() -> archive.load(0))
          .isInstanceOfSatisfying(
              FormatException.class,
              broken -> {
                assertThat(broken.expected()).startsWith("a dictionary with ID ");
                assertThat(broken.fileOffset()).isEqualTo(start);
              });
    }
  }

  @Test
  void aDictionaryWithDamagedTablesIsNamed() throws Exception {
    byte[] bytes = Files.readAllBytes(write(options(StorageScheme.ZSTD_DICTIONARY, Grouping.NONE)));
    int start;
    try (KpackArchive archive = TestArchive.read(bytes)) {
      start = (int) archive.dictionaries().values().iterator().next().start();
    }
    int named = 0;
    // Behind its mark and its ID are the tables of its entropy coders.
    for (int at = 8; at < 100; at++) {
      byte[] damaged = bytes.clone();
      damaged[start + at] ^= 0x11;
      try (KpackArchive archive = TestArchive.read(damaged)) {
        ByteView loaded = archive.load(0);
        assertThat(loaded.bytes(0, CODE_BYTES)).isEqualTo(code(0, TARGETS.getFirst()));
      } catch (FormatException broken) {
        assertThat(broken.reason()).isEqualTo(Reason.BAD_COMPRESSION);
        named += broken.fileOffset() == start ? 1 : 0;
      }
    }
    assertThat(named).isPositive();
  }

  private static List<byte[]> samples(Path folder) throws IOException {
    List<byte[]> samples = new ArrayList<>(List.of(solid().bytes()));
    for (StorageScheme scheme : schemes().toList()) {
      Path file = folder.resolve(scheme.text());
      WriteOptions small = options(scheme, Grouping.TARGET);
      try (ArchiveWriter writer =
          ArchiveWriter.create(
              file,
              HEAD,
              small.withTuning(new WriteOptions.Tuning(Grouping.TARGET, 256, 0, false)),
              Progress.NONE)) {
        for (int unit = 0; unit < 4; unit++) {
          for (String target : TARGETS) {
            writer.add(
                NewEntry.of(new BinaryKey("lib/a.so", unit, true), target),
                // What units share ends in it: too much or too little of that makes no dictionary.
                ByteView.of("code", Arrays.copyOfRange(code(unit, target), 4900, 5600)));
          }
        }
        writer.finish();
      }
      samples.add(Files.readAllBytes(file));
    }
    return samples;
  }

  /** Uses all that is there; whatever the bytes are, nothing but the format's exception comes. */
  private static int use(byte[] bytes) {
    int loaded = 0;
    try (KpackArchive archive = TestArchive.read(bytes)) {
      for (int row = 0; row < archive.entryCount(); row++) {
        try {
          archive.fields(row);
          archive.place(row);
          archive.storedSizeBytes(row);
          ByteView code = archive.load(row, 1 << 20);
          assertThat(code.size()).isEqualTo(archive.originalSizeBytes(row));
          archive.extract(row, OutputStream.nullOutputStream(), 1 << 20);
          archive.beginning(row, 16);
          loaded++;
        } catch (FormatException spoiled) {
          assertThat(spoiled.structure()).isNotEmpty();
        }
      }
      archive.targetSums();
      Ownership owners = ArchiveClaims.of(archive, Progress.NONE);
      assertThat(owners.sizeBytes()).isEqualTo(bytes.length);
    } catch (FormatException refused) {
      assertThat(refused.file()).isNotEmpty();
    } catch (IOException other) {
      throw new AssertionError(other);
    }
    return loaded;
  }

  @Test
  void theSamplesHaveWhatTheSchemesHave() throws Exception {
    int dictionaries = 0;
    int solid = 0;
    for (byte[] sample : samples(folder)) {
      try (KpackArchive archive = TestArchive.read(sample)) {
        dictionaries += archive.dictionaries().size();
        solid += archive.scheme() == StorageScheme.ZSTD_SOLID ? 1 : 0;
      }
    }
    assertThat(dictionaries).isEqualTo(1);
    assertThat(solid).isEqualTo(2);
  }

  @Test
  void cutAtEveryByte() throws Exception {
    for (byte[] sample : samples(folder)) {
      assertThat(use(sample)).isGreaterThanOrEqualTo(3);
      for (int length = 0; length < sample.length; length++) {
        use(Arrays.copyOf(sample, length));
      }
    }
  }

  @Test
  void mutated() throws Exception {
    for (byte[] sample : samples(folder)) {
      Random random = new Random(20_261_130);
      int table = (int) TestArchive.tableOffset(sample);
      int loaded = 0;
      for (int round = 0; round < 1500; round++) {
        byte[] mutant = sample.clone();
        for (int i = random.nextInt(4); i >= 0; i--) {
          int from = random.nextBoolean() ? table : 0;
          mutant[from + random.nextInt(mutant.length - from)] = (byte) random.nextInt();
        }
        loaded += use(mutant);
      }
      assertThat(loaded).as("most mutants still have readable rows").isGreaterThan(1000);
    }
  }
}
