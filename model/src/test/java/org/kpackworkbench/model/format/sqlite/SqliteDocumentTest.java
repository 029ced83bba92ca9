package org.kpackworkbench.model.format.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.ChildJvm;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.KernelDatabases;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.registry.CodeElsewhere;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentPart;
import org.kpackworkbench.model.format.registry.OtherDocument;

public class SqliteDocumentTest {
  @TempDir private Path temp;
  private byte[] code;

  @BeforeEach
  void readCode() throws IOException {
    code = Files.readAllBytes(Fixtures.path("axpy-gfx1100.hsaco"));
  }

  private static Document open(Path file) throws IOException {
    return StandardFormats.all().open(file);
  }

  private Path rocfft() throws SQLException {
    // A name in which a URI has characters of its own.
    Path file = temp.resolve("rocfft 100% ü?#_kernel_cache.db");
    try (KernelDatabases database = KernelDatabases.rocfft(file)) {
      database.rocfft("fft_rtc_fwd_len64", "gfx1100", 1, code);
      database.rocfft("fft_rtc_fwd_len64", "gfx1100", 2, code);
      database.rocfft("fft_rtc_back_len8", "gfx90a:xnack+", 2, new byte[] {1, 2, 3});
    }
    return file;
  }

  private Path miopen() throws SQLException {
    Path file = temp.resolve("gfx942130.kdb");
    try (KernelDatabases database = KernelDatabases.miopen(file)) {
      database.miopen("naive_conv.cpp.o", " -DX=1 -mcpu=gfx1100", code, true);
      database.miopen("winograd.s.o", "", code, false);
    }
    return file;
  }

  @Test
  void kernelsOfRocfftAreCodeObjects() throws Exception {
    Path file = rocfft();
    byte[] before = Files.readAllBytes(file);
    try (Document document = open(file)) {
      assertThat(document.problems()).isEmpty();
      assertThat(document.summary().words()).isEqualTo("rocFFT database, 3 kernels");
      CodeObjects kernels = document.codeObjects();
      assertThat(List.of(kernels.row(0), kernels.row(1), kernels.row(2)))
          .extracting(
              CodeObjectRow::binary,
              CodeObjectRow::index,
              CodeObjectRow::targetText,
              CodeObjectRow::originalSizeBytes)
          .containsExactly(
              tuple("fft_rtc_fwd_len64", 0, "gfx1100", (long) code.length),
              tuple("fft_rtc_fwd_len64", 1, "gfx1100", (long) code.length),
              tuple("fft_rtc_back_len8", 0, "gfx90a:xnack+", 3L));
      assertThat(bytes(kernels.load(0, Progress.NONE))).isEqualTo(code);
      assertThat(bytes(kernels.load(2, Progress.NONE))).containsExactly(1, 2, 3);
      assertThat(kernels.metadata(2).toString())
          .contains("HIP version", "2", "timestamp", "1700000000", "0".repeat(62) + "02");
      assertThat(kernels.rowOf(kernels.row(1).place())).hasValue(1);
      assertThat(document.parts())
          .extracting(DocumentPart::group, DocumentPart::key)
          .containsExactly(
              tuple("kernel", "fft_rtc_fwd_len64 @ gfx1100"),
              tuple("kernel", "fft_rtc_fwd_len64 @ gfx1100 (2)"),
              tuple("kernel", "fft_rtc_back_len8 @ gfx90a:xnack+"),
              tuple("table", "cache_v1"));
      assertThat(text(document.parts().getLast()))
          .startsWith("kernel_name\tarch\thip_version\tgenerator_sum\tcode\ttimestamp\n")
          .contains("fft_rtc_back_len8\tgfx90a:xnack+\t2\t32 bytes\t3 bytes\t1700000000\n");
    }
    assertThat(file).hasBinaryContent(before);
    try (Stream<Path> beside = Files.list(temp)) {
      assertThat(beside).containsExactly(file);
    }
  }

  @Test
  void kernelsOfMiopenAreUnpacked() throws Exception {
    try (Document document = open(miopen())) {
      assertThat(document.summary().words()).isEqualTo("MIOpen database, 2 kernels");
      CodeObjects kernels = document.codeObjects();
      assertThat(kernels.row(0).targetText()).isEqualTo("gfx1100");
      assertThat(kernels.row(1).targetText()).as("by the file's name").isEqualTo("gfx942");
      assertThat(kernels.row(0).storedSizeBytes()).isLessThan(code.length);
      assertThat(kernels.row(0).originalSizeBytes()).isEqualTo(code.length);
      assertThat(kernels.row(1).storedSizeBytes()).isEqualTo(code.length);
      assertThat(bytes(kernels.load(0, Progress.NONE))).isEqualTo(code);
      assertThat(bytes(kernels.load(1, Progress.NONE))).isEqualTo(code);
      assertThat(kernels.metadata(0).toString()).contains("-DX=1 -mcpu=gfx1100");
    }
  }

  /** MIOpen stores what the compiler writes, which may be a bundle. */
  @Test
  void theCodeObjectOfABundleIsTheOneForItsRow() throws Exception {
    Path file = temp.resolve("gfx942130.kdb");
    byte[] bundle = Files.readAllBytes(Fixtures.path("bundle.co"));
    try (KernelDatabases database = KernelDatabases.miopen(file)) {
      database.miopen("conv.cpp.o", "-mcpu=gfx942", bundle, true);
      database.miopen("other.cpp.o", "-mcpu=gfx906", bundle, false);
    }
    try (Document document = open(file)) {
      CodeObjects kernels = document.codeObjects();
      assertThat(CodeObject.read(kernels.load(0, Progress.NONE)).target()).hasToString("gfx942");
      assertThatThrownBy(() -> kernels.load(1, Progress.NONE))
          .isInstanceOf(FormatException.class)
          .hasMessageContaining("expected code for gfx906");
    }
  }

  @Test
  void anEmptyTableOfKernelsIsNoOtherTable() throws Exception {
    Path file = temp.resolve("rocfft_kernel_cache.db");
    KernelDatabases.rocfft(file).close();
    try (Document document = open(file)) {
      assertThat(document.whyNoCodeObjects())
          .isEqualTo("no code objects: the table cache_v1 has no rows");
    }
  }

  @Test
  void aDamagedPageIsSaid() throws Exception {
    Path file = temp.resolve("rocfft_kernel_cache.db");
    try (KernelDatabases database = KernelDatabases.rocfft(file)) {
      database.manyRocfft(50, 9000);
    }
    byte[] bytes = Files.readAllBytes(file);
    Arrays.fill(bytes, 4096, 4200, (byte) 0xff);
    Files.write(file, bytes);
    try (Document document = open(file)) {
      assertThat(document.problems()).hasSize(1);
      assertThat(document.problems().getFirst()).hasMessageContaining("found a damaged page");
      assertThat(document.whyNoCodeObjects())
          .contains("could be read", "cache_v1", "a damaged page");
    }
  }

  /** SQLite says what is wrong with pages on many lines; a finding is one. */
  @Test
  void whatIsWrongWithPagesIsSaidOnOneLine() throws Exception {
    Path file = temp.resolve("gfx1100.kdb");
    byte[] code = Files.readAllBytes(Fixtures.path("axpy-gfx1100.hsaco"));
    try (KernelDatabases database = KernelDatabases.miopen(file)) {
      for (int i = 0; i < 40; i++) {
        database.miopen("k" + i, "-mcpu=gfx1100", code, true);
      }
    }
    byte[] bytes = Files.readAllBytes(file);
    // How many pages are free, which it says below a heading.
    bytes[39] = 5;
    Files.write(file, bytes);
    List<Finding> findings =
        Verify.run(List.of(file), VerifyRequest.everything(), Progress.NONE).findings();
    assertThat(findings).anyMatch(finding -> finding.message().contains("Freelist"));
    assertThat(findings)
        .allSatisfy(
            finding -> assertThat(finding.message() + finding.evidence()).doesNotContain("\n"));
    assertThat(SqliteFile.words("*** in database main ***\nTree 2 page 3: a\n\n Page 4: b"))
        .isEqualTo("Tree 2 page 3: a; Page 4: b");
  }

  /** SQLite numbers rows from −2⁶³ on. */
  @Test
  void rowsHaveAnyNumber() throws Exception {
    try (KernelDatabases database = KernelDatabases.miopen(temp.resolve("gfx942.kdb"))) {
      for (String id : List.of("-9223372036854775808", "-7", "-1", "0")) {
        database.miopen("kernel " + id, "", code, true);
        database.run("UPDATE kern_db SET id = %s WHERE id = last_insert_rowid()".formatted(id));
      }
    }
    try (Document document = open(temp.resolve("gfx942.kdb"))) {
      CodeObjects kernels = document.codeObjects();
      assertThat(kernels.size()).isEqualTo(4);
      for (int row = 0; row < kernels.size(); row++) {
        assertThat(bytes(kernels.load(row, Progress.NONE))).isEqualTo(code);
      }
    }
    assertThat(rules(temp.resolve("gfx942.kdb"))).doesNotContain("code-object-loads");
  }

  @Test
  void aKernelThatIsNotWhatItsRowSaysIsRefused() throws Exception {
    Path file = temp.resolve("gfx1100.kdb");
    byte[] packed = KernelDatabases.bzip2(code);
    try (KernelDatabases database = KernelDatabases.miopen(file)) {
      database.miopen("other hash", "", code, "0".repeat(32), 0);
      database.miopen("other size", "", packed, "", code.length - 1);
      database.miopen(
          "cut", "", java.util.Arrays.copyOf(packed, packed.length / 2), "", code.length);
      database.miopen("no bzip2", "", code, "", code.length);
      database.miopen("bomb", "", packed, "", Long.MAX_VALUE);
      database.miopen("negative", "", packed, "", -1);
      database.miopen("good", "", packed, "", code.length);
    }
    try (Document document = open(file)) {
      CodeObjects kernels = document.codeObjects();
      Reason[] reasons = {
        Reason.CHECKSUM_MISMATCH,
        Reason.BAD_VALUE,
        Reason.BAD_COMPRESSION,
        Reason.BAD_COMPRESSION,
        Reason.TOO_LARGE,
        Reason.BAD_VALUE
      };
      for (int row = 0; row < reasons.length; row++) {
        int each = row;
        assertThatThrownBy(() -> kernels.load(each, Progress.NONE))
            .as(kernels.row(row).binary())
            .isInstanceOfSatisfying(
                FormatException.class,
                failure -> assertThat(failure.reason()).isEqualTo(reasons[each]));
      }
      assertThat(bytes(kernels.load(6, Progress.NONE))).isEqualTo(code);
      assertThatThrownBy(
              () ->
                  kernels.extract(
                      4,
                      java.io.OutputStream.nullOutputStream(),
                      UnpackBudget.one(),
                      Progress.NONE))
          .isInstanceOf(FormatException.class);
    }
  }

  @Test
  void tablesOfOtherDatabasesAreParts() throws Exception {
    Path file = temp.resolve("other.db");
    try (KernelDatabases database =
        KernelDatabases.other(
            file, "CREATE TABLE \"kernels o'\"\"clock\"(arch, length, precision, kernel_path)")) {
      database.run("INSERT INTO \"kernels o'\"\"clock\" VALUES ('gfx942', 64, 'single', 'a/b.co')");
      database.run("CREATE VIEW kern_db AS SELECT 1 AS kernel_name");
    }
    try (Document document = open(file)) {
      assertThat(document.problems()).isEmpty();
      assertThat(document.codeObjects().size()).isZero();
      DocumentPart table = document.parts().getFirst();
      assertThat(document.parts()).hasSize(1);
      assertThat(table.key()).isEqualTo("kernels o'\"clock");
      assertThat(table.fields())
          .containsEntry("rows", "1")
          .containsEntry("columns", "arch, length, precision, kernel_path");
      assertThat(text(table)).endsWith("gfx942\t64\tsingle\ta/b.co\n");
    }
  }

  /** The older table of rocFFT: its kernels are in files beside the database. */
  @Test
  void kernelsInFilesThatRowsNameAreItsCodeObjects() throws Exception {
    Path file = temp.resolve("rocfft.db");
    Files.createDirectory(temp.resolve("kernels"));
    Files.write(temp.resolve("kernels/fft.co"), code);
    try (KernelDatabases database =
        KernelDatabases.other(
            file,
            "CREATE TABLE kernels (arch TEXT, length INTEGER, precision TEXT, kernel_path TEXT)")) {
      database.run("INSERT INTO kernels VALUES ('gfx1100', 1024, 'single', 'kernels/fft.co')");
      database.run("INSERT INTO kernels VALUES ('gfx942', 64, 'double', 'kernels/gone.co')");
      database.run("INSERT INTO kernels VALUES ('gfx1100', 2048, 'single', 'kernels/fft.co')");
    }
    try (Document document = open(file)) {
      assertThat(document.problems()).isEmpty();
      assertThat(document.summary().words()).isEqualTo("rocFFT database, 3 kernels");
      assertThat(document.saysCodeIsElsewhere()).isTrue();
      DocumentPart part = document.parts().getFirst();
      assertThat(part.group()).isEqualTo("kernel");
      assertThat(part.key()).isEqualTo("kernels/fft.co");
      assertThat(part.fields())
          .containsExactly(
              entry("target", "gfx1100"),
              entry("length", "1024"),
              entry("precision", "single"),
              entry("file", "kernels/fft.co"));
      assertThat(document.parts().get(1).fields()).containsEntry("file", "missing");
      try (CodeElsewhere beside =
          document.codeElsewhere(each -> true, Progress.NONE).orElseThrow()) {
        CodeObjects kernels = beside.codeObjects();
        assertThat(kernels.size()).isEqualTo(2);
        assertThat(beside.files()).containsExactly(temp.resolve("kernels/fft.co"));
        assertThat(beside.problems())
            .singleElement()
            .satisfies(
                problem -> assertThat(problem).hasMessageContaining("none called kernels/gone.co"));
        assertThat(bytes(kernels.load(0, Progress.NONE))).isEqualTo(code);
        assertThat(kernels.metadata(1).toString()).contains("length", "2048");
      }
    }
    try (Document document = open(rocfft())) {
      assertThat(document.saysCodeIsElsewhere()).isFalse();
      assertThat(document.codeElsewhere(each -> true, Progress.NONE)).isEmpty();
    }
  }

  /** Paths in a file do not lead out of its folder, nor to the database itself. */
  @ParameterizedTest
  @ValueSource(strings = {"../fft.co", "sub/../../fft.co", "rocfft.db", "", "\u0000"})
  void kernelsOutsideOfTheFolderAreNotOpened(String path) throws Exception {
    Files.write(temp.resolve("fft.co"), code);
    Path file = Files.createDirectory(temp.resolve("below")).resolve("rocfft.db");
    try (KernelDatabases database =
        KernelDatabases.other(
            file,
            "CREATE TABLE kernels (arch TEXT, length INTEGER, precision TEXT, kernel_path TEXT)")) {
      database.run(
          "INSERT INTO kernels VALUES ('gfx1100', 1024, 'single', CAST(x'%s' AS TEXT))"
              .formatted(HexFormat.of().formatHex(path.getBytes(StandardCharsets.UTF_8))));
    }
    try (Document document = open(file);
        CodeElsewhere beside = document.codeElsewhere(each -> true, Progress.NONE).orElseThrow()) {
      assertThat(beside.files()).isEmpty();
      assertThat(beside.isMissing()).isTrue();
      assertThat(document.parts().getFirst().fields()).containsEntry("file", "missing");
    }
  }

  /** What a kernel is for is in its name. */
  @Test
  void kernelsOfRocfftHaveLengthAndPrecision() throws Exception {
    Path file = temp.resolve("rocfft_kernel_cache.db");
    try (KernelDatabases database = KernelDatabases.rocfft(file)) {
      database.rocfft("fft_rtc_fwd_len1024_factors_16_16_4_wgs_64_sp_ip_CI", "gfx942", 1, code);
      database.rocfft("fft_rtc_fwd_len32x64_factors_4_8_dp_op_CI_CI", "gfx942", 1, code);
      database.rocfft("transpose", "gfx942", 1, code);
    }
    try (Document document = open(file)) {
      assertThat(document.parts().getFirst().fields())
          .containsEntry("length", "1024")
          .containsEntry("precision", "single")
          .containsEntry("factors", "16 16 4");
      assertThat(document.parts().get(1).fields())
          .containsEntry("length", "32x64")
          .containsEntry("precision", "double");
      assertThat(document.parts().get(2).fields())
          .doesNotContainKeys("length", "precision", "factors");
      assertThat(document.codeObjects().metadata(0).toString()).contains("length", "1024");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-wal", "-journal"})
  void whatLiesBesideItIsSaidAndLeftAlone(String ending) throws Exception {
    Path file = rocfft();
    Path beside = file.resolveSibling(file.getFileName() + ending);
    Files.writeString(beside, "not empty");
    try (Document document = open(file)) {
      assertThat(document.codeObjects().size()).isEqualTo(3);
      assertThat(document.problems())
          .singleElement()
          .satisfies(
              problem ->
                  assertThat(problem.getMessage()).contains(ending + " beside it", "9 bytes"));
    }
    assertThat(beside).hasContent("not empty");
  }

  /** Holds a lock, as a program does that writes. */
  public static final class Writer {
    public static void main(String[] arguments) throws IOException {
      try (FileChannel channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE);
          var lock = channel.lock(0x40000000L, 512, false)) {
        System.out.println(lock.isValid());
        ChildJvm.stay();
      }
    }
  }

  @Test
  void aLockOfAnotherProgramIsSaid() throws Exception {
    Path file = rocfft();
    Process writer =
        ChildJvm.start(ChildJvm.command(List.of(), Writer.class, List.of(Progress.class), file));
    try {
      assertThat(writer.inputReader().readLine()).isEqualTo("true");
      try (Document document = open(file)) {
        assertThat(document.codeObjects().size()).isEqualTo(3);
        assertThat(document.problems())
            .singleElement()
            .satisfies(problem -> assertThat(problem.getMessage()).contains("a lock of another"));
      }
    } finally {
      writer.destroyForcibly().waitFor();
    }
    try (Document document = open(file)) {
      assertThat(document.problems()).isEmpty();
    }
  }

  /** A program that wrote a log once leaves a header that says so. */
  @Test
  void readsDatabaseWithWriteAheadLoggingInsideAnotherFile() throws Exception {
    byte[] bytes = Files.readAllBytes(rocfft());
    bytes[18] = 2;
    bytes[19] = 2;
    Path zip = temp.resolve("a.zip");
    try (FileSystem files = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
      Path inside = Files.write(files.getPath("/rocfft_kernel_cache.db"), bytes);
      ByteView view = ByteView.of("a.zip/rocfft_kernel_cache.db", bytes);
      try (Document document =
          StandardFormats.all().read(new Place.File(inside), view, Progress.NONE)) {
        assertThat(document.problems()).isEmpty();
        assertThat(document.codeObjects().size()).isEqualTo(3);
      }
      Files.writeString(files.getPath("/rocfft_kernel_cache.db-wal"), "changes");
      try (Document document =
          StandardFormats.all().read(new Place.File(inside), view, Progress.NONE)) {
        assertThat(document.codeObjects().size()).isEqualTo(3);
        assertThat(document.problems())
            .singleElement()
            .satisfies(problem -> assertThat(problem.getMessage()).contains("db-wal beside it"));
      }
    }
  }

  @Test
  void oneInsideAnotherFileIsReadInMemory() throws Exception {
    ByteView bytes = ByteView.of("rocfft.db", Files.readAllBytes(rocfft()));
    Place place =
        new Place.Member(
            new Place.File(temp.resolve("a.deb")),
            0,
            "rocfft.db",
            new org.kpackworkbench.model.base.bytes.ByteRange(0, bytes.size()));
    try (Document document = StandardFormats.all().read(place, bytes, Progress.NONE)) {
      assertThat(bytes(document.codeObjects().load(0, Progress.NONE))).isEqualTo(code);
    }
  }

  @Test
  void aClosedOneSaysSo() throws Exception {
    Document document = open(rocfft());
    CodeObjects kernels = document.codeObjects();
    document.close();
    assertThatThrownBy(() -> kernels.load(0, Progress.NONE))
        .isInstanceOfSatisfying(
            FormatException.class,
            failure -> assertThat(failure.reason()).isEqualTo(Reason.CLOSED));
  }

  @Test
  void loadingCanBeCancelled() throws Exception {
    try (Document document = open(rocfft())) {
      CodeObjects kernels = document.codeObjects();
      assertThatThrownBy(() -> kernels.load(0, () -> true))
          .isInstanceOf(CancellationException.class);
    }
  }

  /** Whatever the bytes are: an error that says what and where, or contents; nothing else. */
  @Test
  void damagedOnesAreRefusedOrShownInPart() throws Exception {
    byte[] good = Files.readAllBytes(miopen());
    Random random = new Random(19);
    int refused = 0;
    for (int round = 0; round < 400; round++) {
      byte[] bad = good.clone();
      for (int change = 0; change <= random.nextInt(4); change++) {
        // Headers and tables more often than code.
        int most = random.nextBoolean() ? 200 : bad.length - 16;
        bad[16 + random.nextInt(most)] = (byte) random.nextInt();
      }
      refused += use(bad) ? 0 : 1;
    }
    for (int length = 16; length < good.length; length += length < 600 ? 1 : 509) {
      refused += use(java.util.Arrays.copyOf(good, length)) ? 0 : 1;
    }
    assertThat(refused).isGreaterThan(100);
  }

  private static boolean use(byte[] bytes) throws IOException {
    Place place = new Place.Part(new Place.File(Path.of("x")), "x", null);
    try (Document document =
        StandardFormats.all().read(place, ByteView.of("x.db", bytes), Progress.NONE)) {
      CodeObjects kernels = document.codeObjects();
      boolean whole = document.problems().isEmpty() && !(document instanceof OtherDocument);
      for (int row = 0; row < Math.min(20, kernels.size()); row++) {
        try {
          kernels.load(row, Progress.NONE);
        } catch (FormatException refusal) {
          whole = false;
        }
      }
      document.parts();
      return whole;
    }
  }

  private List<String> rules(Path file) throws IOException {
    return Verify.run(List.of(file), VerifyRequest.everything(), Progress.NONE).findings().stream()
        .map(Finding::rule)
        .toList();
  }

  @Test
  void verifyFindsCodeForAnotherArchitectureAndDamagedPages() throws Exception {
    Path good = temp.resolve("rocfft_kernel_cache_gfx1100.db");
    try (KernelDatabases database = KernelDatabases.rocfft(good)) {
      for (int i = 0; i < 50; i++) {
        database.rocfft("kernel" + i, "gfx1100", 1, code);
      }
    }
    assertThat(rules(good)).isEmpty();

    Path other = temp.resolve("other.db");
    try (KernelDatabases database = KernelDatabases.rocfft(other)) {
      database.rocfft("kernel", "gfx942", 1, code);
    }
    assertThat(rules(other)).containsExactly("rocfft-row-architecture");

    try (RandomAccessFile file = new RandomAccessFile(good.toFile(), "rw")) {
      // The second page is the root of the table.
      file.seek(4096 + 1);
      file.write(new byte[] {9, 9, 9, 9});
    }
    assertThat(rules(good)).isNotEmpty();
  }

  private static byte[] bytes(ByteView view) throws FormatException {
    return view.bytes(0, (int) view.size());
  }

  private static String text(DocumentPart part) throws IOException {
    return new String(bytes(part.content().load(Progress.NONE)), StandardCharsets.UTF_8);
  }
}
