package org.kpackworkbench.model.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;
import static org.kpackworkbench.model.format.kpack.TestArchive.entry;
import static org.kpackworkbench.model.format.kpack.TestArchive.kernel;

import java.io.OutputStream;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgBytes;
import org.kpackworkbench.model.base.msgpack.MsgBytes.Raw;

/** Each kind of damage has its own reason, place, expectation and finding. */
class BadArchiveTest {
  private static FormatException refused(byte[] bytes) {
    try {
      TestArchive.read(bytes);
    } catch (FormatException failure) {
      assertThat(failure.file()).isEqualTo("test.kpack");
      return failure;
    }
    throw new AssertionError("was opened");
  }

  private static FormatException problem(KpackArchive archive, int row) throws FormatException {
    FormatException problem = Objects.requireNonNull(archive.entry(row).problem());
    assertThat(problem.file()).isEqualTo("test.kpack");
    assertThat(problem.expected()).isNotEmpty();
    assertThat(problem.found()).isNotEmpty();
    assertThatThrownBy(() -> archive.load(row)).hasMessage(problem.getMessage());
    return problem;
  }

  /** The rows of a table between two good rows. */
  private static KpackArchive between(Object key, Object value) throws FormatException {
    return TestArchive.zstd(kernel(1, 10), kernel(2, 20))
        .toc(
            map("first#0", map("gfx900", entry(0, 10)))
                .put(key, value)
                .put("last#0", map("gfx900", entry(1, 20))))
        .read();
  }

  private static void othersAreUsable(KpackArchive archive) throws FormatException {
    assertThat(archive.complete()).isTrue();
    assertThat(archive.entry(0).usable()).isTrue();
    int last = archive.entryCount() - 1;
    assertThat(archive.entry(last).usable()).isTrue();
    assertThat(archive.load(0).bytes(0, 10)).isEqualTo(kernel(1, 10));
    assertThat(archive.load(last).bytes(0, 20)).isEqualTo(kernel(2, 20));
  }

  @Test
  void wrongMagic() {
    byte[] bytes = TestArchive.golden();
    bytes[0] = 'k';
    FormatException failure = refused(bytes);
    assertThat(failure.reason()).isEqualTo(Reason.WRONG_MAGIC);
    assertThat(failure.fileOffset()).isZero();
    assertThat(failure.found()).isEqualTo("6b 50 41 4b");
  }

  @Test
  void unsupportedVersion() {
    byte[] bytes = TestArchive.golden();
    bytes[4] = 2;
    FormatException failure = refused(bytes);
    assertThat(failure.reason()).isEqualTo(Reason.UNSUPPORTED_VERSION);
    assertThat(failure.fileOffset()).isEqualTo(4);
    assertThat(failure.found()).isEqualTo("2");
  }

  @Test
  void anotherVersionOfTheTableIsNoted() throws Exception {
    TestArchive made = TestArchive.zstd(kernel(1, 10));
    assertThat(TestArchive.read(made.bytes()).versionNote()).isNull();
    for (Object version : List.of(7, "one")) {
      made.formatVersion = version;
      KpackArchive archive = TestArchive.read(made.bytes());
      assertThat(archive.problems()).isEmpty();
      assertThat(archive.versionNote())
          .contains(version.equals(7) ? "format_version is 7" : "format_version is no number");
    }
  }

  @ParameterizedTest
  @CsvSource({"63", "903", "904", "-1", "4611686018427387904"})
  void tableOffsetOutsideTheFile(long offset) {
    byte[] bytes = TestArchive.golden();
    java.nio.ByteBuffer.wrap(bytes).order(java.nio.ByteOrder.LITTLE_ENDIAN).putLong(8, offset);
    FormatException failure = refused(bytes);
    assertThat(failure.reason()).isEqualTo(Reason.OUT_OF_BOUNDS);
    assertThat(failure.field()).isEqualTo("toc_offset");
    assertThat(failure.fileOffset()).isEqualTo(8);
    assertThat(failure.expected()).contains("0x386");
  }

  @Test
  void aTableThatIsNoMap() {
    byte[] bytes = TestArchive.golden();
    bytes[570] = (byte) 0x97;
    FormatException failure = refused(bytes);
    assertThat(failure.reason()).isEqualTo(Reason.BAD_VALUE);
    assertThat(failure.fileOffset()).isEqualTo(570);
    assertThat(failure.expected()).isEqualTo("a map");
    assertThat(failure.found()).isEqualTo("an array");
  }

  @Test
  void aCountInTheTableThatTheRemainingBytesCannotHoldKeepsTheRowsThatAreThere() throws Exception {
    byte[] rows =
        MsgBytes.pack(map("a#0", map("gfx900", entry(0, 10)), "b#0", map("gfx900", entry(1, 20))));
    byte[] huge = new byte[rows.length + 4];
    System.arraycopy(rows, 1, huge, 5, rows.length - 1);
    huge[0] = (byte) 0xdf;
    huge[1] = 0x7f;
    KpackArchive archive = TestArchive.zstd(kernel(1, 10), kernel(2, 20)).toc(new Raw(huge)).read();
    assertThat(archive.complete()).isFalse();
    assertThat(archive.problems().getFirst().reason()).isEqualTo(Reason.OUT_OF_BOUNDS);
    assertThat(archive.problems().getFirst().field()).isEqualTo("toc");
    assertThat(archive.entryCount()).isGreaterThanOrEqualTo(2);
    assertThat(archive.entry(1).binary()).isEqualTo("b");
  }

  @Test
  void moreKernelsThanTheBlobAreaCanHold() throws Exception {
    TestArchive made = TestArchive.zstd(kernel(1, 10));
    made.blobArea[3] = 0x10;
    KpackArchive archive = made.toc(map("a#0", map("gfx900", entry(0, 10)))).read();
    FormatException problem = Objects.requireNonNull(archive.refusal());
    assertThat(problem.reason()).isEqualTo(Reason.OUT_OF_BOUNDS);
    assertThat(problem.field()).isEqualTo("num_kernels");
    assertThat(problem.fileOffset()).isEqualTo(64);
    assertThat(archive.problems()).containsExactly(problem);
    assertThatThrownBy(() -> archive.load(0)).isSameAs(problem);
  }

  @Test
  void anOrdinalOutOfRange() throws Exception {
    KpackArchive archive = between("bad#0", map("gfx900", entry(2, 10)));
    FormatException problem = problem(archive, 1);
    assertThat(problem.reason()).isEqualTo(Reason.OUT_OF_BOUNDS);
    assertThat(problem.field()).isEqualTo("ordinal of \"bad#0\"");
    assertThat(problem.expected()).endsWith("2");
    assertThat(problem.found()).isEqualTo("2");
    assertThat(problem.fileOffset()).isEqualTo(archive.entry(1).tableRange().start());
    othersAreUsable(archive);
  }

  @Test
  void anOrdinalAboveEveryIntegerIsShownAsItStands() throws Exception {
    KpackArchive archive =
        between("bad#0", map("gfx900", map("type", "co", "ordinal", 1L << 40, "original_size", 1)));
    assertThat(problem(archive, 1).found()).isEqualTo("1099511627776");
    othersAreUsable(archive);
  }

  @ParameterizedTest
  @CsvSource({"type", "ordinal", "original_size"})
  void aMissingField(String field) throws Exception {
    MsgBytes.Pairs fields = map();
    for (String name : List.of("type", "ordinal", "original_size")) {
      if (!name.equals(field)) {
        fields.put(name, name.equals("type") ? "hsaco" : 0);
      }
    }
    KpackArchive archive = between("bad#0", map("gfx900", fields));
    FormatException problem = problem(archive, 1);
    assertThat(problem.reason()).isEqualTo(Reason.BAD_VALUE);
    assertThat(problem.field()).startsWith(field);
    assertThat(problem.found()).isEqualTo("an entry without it");
    othersAreUsable(archive);
  }

  @ParameterizedTest
  @CsvSource({"type", "ordinal", "original_size", "metadata"})
  void aFieldOfTheWrongKind(String field) throws Exception {
    MsgBytes.Pairs fields = map();
    for (String name : List.of("type", "ordinal", "original_size", "metadata")) {
      Object right =
          switch (name) {
            case "type" -> "hsaco";
            case "metadata" -> map();
            default -> 0;
          };
      fields.put(name, name.equals(field) ? List.of() : right);
    }
    KpackArchive archive = between("bad#0", map("gfx900", fields));
    assertThat(problem(archive, 1).found()).isEqualTo("an array");
    assertThat(problem(archive, 1).field()).startsWith(field);
    othersAreUsable(archive);
  }

  @Test
  void aDuplicateBinaryKey() throws Exception {
    KpackArchive archive = between("first#0", map("gfx906", entry(0, 10)));
    FormatException problem = problem(archive, 1);
    assertThat(problem.reason()).isEqualTo(Reason.DUPLICATE_KEY);
    assertThat(problem.found()).isEqualTo("\"first#0\" again");
    othersAreUsable(archive);
    assertThat(archive.find("first", 0, "gfx900")).hasValue(0);
  }

  @Test
  void aDuplicateTarget() throws Exception {
    KpackArchive archive = between("x#0", map("gfx900", entry(0, 10)).put("gfx900", entry(1, 20)));
    assertThat(archive.entry(1).usable()).isTrue();
    FormatException problem = problem(archive, 2);
    assertThat(problem.reason()).isEqualTo(Reason.DUPLICATE_KEY);
    assertThat(problem.found()).isEqualTo("\"gfx900\" again");
    othersAreUsable(archive);
  }

  @Test
  void aDuplicateFieldOfAnEntry() throws Exception {
    KpackArchive archive = between("x#0", map("gfx900", entry(0, 10).put("ordinal", 1)));
    assertThat(problem(archive, 1).reason()).isEqualTo(Reason.DUPLICATE_KEY);
    othersAreUsable(archive);
  }

  @ParameterizedTest
  @CsvSource({
    "/lib/a.so#0, an absolute path",
    "C:/lib/a.so#0, an absolute path",
    "../a.so#0, a \"..\" part",
    "lib/../../a.so#0, a \"..\" part",
    "lib/..#0, a \"..\" part",
    "lib\\a.so#0, a backslash",
    "'', an empty key"
  })
  void aKeyThatIsNoSafePath(String key, String words) throws Exception {
    KpackArchive archive = between(key, map("gfx900", entry(0, 10)));
    FormatException problem = problem(archive, 1);
    assertThat(problem.reason()).isEqualTo(Reason.UNSAFE_PATH);
    assertThat(problem.found()).startsWith(words);
    othersAreUsable(archive);
  }

  @ParameterizedTest
  @CsvSource({"lib..so#0", "a...b/..c/d..", ".kpack/x#0", "größe.so#0", "a b:c#1", "lib.so.6"})
  void aKeyThatLooksOddAndIsFine(String key) throws Exception {
    KpackArchive archive = between(key, map("gfx900", entry(0, 10)));
    assertThat(archive.entry(1).usable()).isTrue();
    assertThat(archive.entry(1).key().text()).isEqualTo(key);
    othersAreUsable(archive);
  }

  @Test
  void aKeyThatIsNoUtf8() throws Exception {
    Raw malformed = new Raw(new byte[] {(byte) 0xa3, 'a', (byte) 0xff, 'b'});
    KpackArchive archive = between(malformed, map("gfx900", entry(0, 10)));
    assertThat(problem(archive, 1).expected()).isEqualTo("UTF-8 text");
    othersAreUsable(archive);
  }

  @Test
  void aKeyThatIsNoText() throws Exception {
    KpackArchive archive = between(17, map("gfx900", entry(0, 10)));
    assertThat(problem(archive, 1).found()).isEqualTo("an integer");
    othersAreUsable(archive);
  }

  @Test
  void aTargetThatIsNoText() throws Exception {
    KpackArchive archive = between("a#0", map(17, entry(0, 10)));
    assertThat(problem(archive, 1).field()).startsWith("target");
    assertThat(problem(archive, 1).found()).isEqualTo("an integer");
    othersAreUsable(archive);
  }

  @Test
  void aBinaryThatIsNoMap() throws Exception {
    KpackArchive archive = between("a#0", "nothing");
    assertThat(problem(archive, 1).found()).isEqualTo("text");
    assertThat(archive.fields(1)).isEmpty();
    othersAreUsable(archive);
  }

  @Test
  void anEntryThatIsNoMap() throws Exception {
    KpackArchive archive = between("a#0", map("gfx900", List.of(1, 2)));
    assertThat(problem(archive, 1).found()).isEqualTo("an array");
    assertThat(archive.metadata(1)).isEmpty();
    othersAreUsable(archive);
  }

  @Test
  void aBlobOutsideTheFile() throws Exception {
    byte[] bytes =
        TestArchive.plain()
            .toc(map("a#0", map("gfx900", entry(0, 1)), "b#0", map("gfx900", entry(1, 4000))))
            .blobs(map("offset", 0, "size", 1), map("offset", 64, "size", 4000))
            .bytes();
    KpackArchive archive = TestArchive.read(bytes);
    assertThat(archive.entry(0).usable()).isTrue();
    FormatException problem = problem(archive, 1);
    assertThat(problem.reason()).isEqualTo(Reason.OUT_OF_BOUNDS);
    assertThat(problem.field()).startsWith("blob 1");
    assertThat(problem.found()).isEqualTo("4000 bytes from 0x40");
  }

  @Test
  void aBlobWithoutSize() throws Exception {
    KpackArchive archive =
        TestArchive.plain()
            .toc(map("a#0", map("gfx900", entry(0, 1)), "b#0", map("gfx900", entry(1, 1))))
            .blobs(map("offset", 64), map("offset", 64, "size", 1))
            .read();
    assertThat(problem(archive, 0).found()).isEqualTo("one without offset and size");
    assertThat(archive.entry(1).usable()).isTrue();
  }

  @Test
  void aFrameOutsideTheBlobAreaSpoilsThoseFromItOn() throws Exception {
    TestArchive made = TestArchive.zstd(kernel(1, 10), kernel(2, 20), kernel(3, 30));
    int second = 8 + made.frame(kernel(1, 10)).length;
    made.blobArea[second + 3] = 0x7f;
    KpackArchive archive =
        made.toc(
                map(
                    "a#0", map("gfx900", entry(0, 10)),
                    "b#0", map("gfx900", entry(1, 20)),
                    "c#0", map("gfx900", entry(2, 30))))
            .read();
    assertThat(archive.load(0).size()).isEqualTo(10);
    FormatException problem = problem(archive, 1);
    assertThat(problem.reason()).isEqualTo(Reason.OUT_OF_BOUNDS);
    assertThat(problem.field()).isEqualTo("frame_size of frame 1");
    assertThat(problem.fileOffset()).isEqualTo(64 + second);
    assertThat(problem(archive, 2)).isSameAs(problem);
  }

  @Test
  void aFrameThatDoesNotDecompress() throws Exception {
    TestArchive made = TestArchive.zstd();
    made.frames(new byte[30], made.frame(kernel(2, 20)));
    made.area(made.blobArea.length);
    KpackArchive archive =
        made.toc(map("a#0", map("gfx900", entry(0, 10)), "b#0", map("gfx900", entry(1, 20))))
            .read();
    assertThatThrownBy(() -> archive.load(0))
        .isInstanceOfSatisfying(
            FormatException.class,
            failure -> {
              assertThat(failure.reason()).isEqualTo(Reason.BAD_COMPRESSION);
              assertThat(failure.field()).isEqualTo("frame of a#0 @ gfx900");
              assertThat(failure.fileOffset()).isEqualTo(72);
            });
    assertThat(archive.load(1).size()).isEqualTo(20);
  }

  @Test
  void aFlippedBitIsFoundByTheFramesChecksum() throws Exception {
    TestArchive made = TestArchive.zstd(kernel(1, 4000));
    // Literals are in the middle; the last four bytes are the checksum itself.
    made.blobArea[made.blobArea.length - 1] ^= 1;
    KpackArchive archive = made.toc(map("a#0", map("gfx900", entry(0, 4000)))).read();
    assertThatThrownBy(() -> archive.load(0))
        .isInstanceOfSatisfying(
            FormatException.class,
            failure -> assertThat(failure.reason()).isEqualTo(Reason.CHECKSUM_MISMATCH));
    assertThatThrownBy(
            () -> archive.extract(0, OutputStream.nullOutputStream(), Progress.NONE, 1 << 20))
        .isInstanceOfSatisfying(
            FormatException.class,
            failure -> assertThat(failure.reason()).isEqualTo(Reason.CHECKSUM_MISMATCH));
  }

  @Test
  void aDeclaredSizeThatIsRefusedIsRefusedBeforeMemoryIsFilled() throws Exception {
    KpackArchive archive =
        TestArchive.zstd(TestArchive.kernel(1, 200_000))
            .toc(map("a#0", map("gfx900", entry(0, 6L << 30))))
            .read();
    assertThatThrownBy(() -> archive.load(0))
        .isInstanceOfSatisfying(
            FormatException.class,
            failure -> {
              assertThat(failure.reason()).isEqualTo(Reason.TOO_LARGE);
              assertThat(failure.found()).isEqualTo("6442450944");
            })
        .hasMessageContaining("--allow-large");
  }

  @ParameterizedTest
  @CsvSource({
    "5, 4, more",
    "5, 6, 5",
    "4000000, 3999999, more",
    "4000000, 4000001, 4000000",
    "4000000, 1152921504606846976, 4000000",
    "5, 9223372036854775807, 5"
  })
  void aDecompressedSizeUnlikeTheDeclaredOne(int size, long declared, String found)
      throws Exception {
    KpackArchive archive =
        TestArchive.zstd(new byte[size]).toc(map("a#0", map("gfx900", entry(0, declared)))).read();
    assertThatThrownBy(() -> archive.load(0))
        .isInstanceOfSatisfying(
            FormatException.class,
            failure -> {
              assertThat(failure.reason()).isEqualTo(Reason.BAD_COMPRESSION);
              assertThat(failure.expected()).contains(Long.toString(declared));
              assertThat(failure.found()).isEqualTo(found);
            });
  }

  @Test
  void aStoredSizeUnlikeTheDeclaredOne() throws Exception {
    KpackArchive archive =
        TestArchive.plain(kernel(1, 10)).toc(map("a#0", map("gfx900", entry(0, 11)))).read();
    FormatException problem = problem(archive, 0);
    assertThat(problem.field()).startsWith("original_size");
    assertThat(problem.expected()).startsWith("10");
    assertThat(problem.found()).startsWith("11");
  }

  @Test
  void aBombStopsAtTheLimit() throws Exception {
    byte[] zeros = new byte[64 << 20];
    KpackArchive archive =
        TestArchive.zstd(zeros).toc(map("a#0", map("gfx900", entry(0, 1L << 60)))).read();
    long[] written = new long[1];
    OutputStream counting =
        new OutputStream() {
          @Override
          public void write(int b) {
            written[0]++;
          }

          @Override
          public void write(byte[] bytes, int offset, int length) {
            written[0] += length;
          }
        };
    assertThatThrownBy(() -> archive.extract(0, counting, Progress.NONE, 1 << 20))
        .isInstanceOfSatisfying(
            FormatException.class,
            failure -> assertThat(failure.reason()).isEqualTo(Reason.TOO_LARGE));
    assertThat(written[0]).isLessThanOrEqualTo(1 << 20);
    assertThatThrownBy(() -> archive.load(0, 1 << 20))
        .isInstanceOfSatisfying(
            FormatException.class,
            failure -> assertThat(failure.reason()).isEqualTo(Reason.TOO_LARGE));
  }

  @Test
  void aZstdAreaThatIsLargerThanTheFileIsSaidAndReadAsFarAsItGoes() throws Exception {
    TestArchive made = TestArchive.zstd();
    made.frames(made.frame(kernel(1, 10)));
    made.area(1 << 30);
    KpackArchive archive = made.toc(map("a#0", map("gfx900", entry(0, 10)))).read();
    assertThat(archive.problems()).hasSize(1);
    assertThat(archive.problems().getFirst().field()).isEqualTo("zstd_size");
    assertThat(archive.load(0).size()).isEqualTo(10);
  }

  @Test
  void aTableWithoutWhatItNeedsSaysSo() throws Exception {
    byte[] table = MsgBytes.pack(map("format_version", 1, "group_name", 5));
    java.nio.ByteBuffer file =
        java.nio.ByteBuffer.allocate(64 + table.length).order(java.nio.ByteOrder.LITTLE_ENDIAN);
    file.put(TestArchive.golden(), 0, 8).putLong(64).position(64).put(table);
    KpackArchive archive = TestArchive.read(file.array());
    assertThat(archive.problems())
        .extracting(FormatException::field)
        .containsExactly("group_name", "toc", "compression_scheme");
    assertThat(archive.entryCount()).isZero();
    assertThat(archive.refusal()).isNotNull();
  }
}
