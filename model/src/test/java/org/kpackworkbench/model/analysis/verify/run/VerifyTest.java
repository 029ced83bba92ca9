package org.kpackworkbench.model.analysis.verify.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.StoppedProgress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.kpack.TestArchive;

/** Folders, progress, cancelling, many findings, and files that are made to do harm. */
class VerifyTest {
  @TempDir Path folder;

  /** Counts, and cancels on request. */
  private static final class Counting implements Progress {
    private final AtomicLong total = new AtomicLong();
    private final AtomicLong done = new AtomicLong();
    private volatile boolean cancel;

    @Override
    public void begin(String what, long totalUnits, Unit unit) {
      total.set(totalUnits);
      done.set(0);
    }

    @Override
    public void advance(long units) {
      done.addAndGet(units);
    }

    @Override
    public boolean cancelled() {
      return cancel;
    }
  }

  private static VerifyReport verify(Path path) {
    return EveryRuleTest.verify(path);
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "writes files without holes")
  void aBlobAreaAboveWhatLoadersOpenIsAnError() throws IOException {
    TestArchive good = TestArchive.zstd();
    byte[] frame = good.frame(GoodFiles.gfx1100());
    long hole = 0x9000_0000L;
    long area = 4 + 4 + frame.length + 2 * (4 + hole);
    good.toc(map("lib/one.so#0", map("gfx1100", TestArchive.entry(0, GoodFiles.gfx1100().length))));
    good.architectures = List.of("gfx1100");
    byte[] table = good.area(area).table();
    Path file = folder.resolve("large.kpack");
    try (FileChannel out =
        FileChannel.open(file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE))) {
      out.write(little(64).putInt(0x4b41504b).putInt(1).putLong(64 + area).position(64).flip());
      out.write(little(8 + frame.length).putInt(3).putInt(frame.length).put(frame).flip());
      for (int each = 0; each < 2; each++) {
        out.write(little(12).putInt((int) hole).putInt(0x184d2a50).putInt((int) hole - 8).flip());
        out.position(out.position() + hole - 8);
      }
      out.write(ByteBuffer.wrap(table));
    }
    VerifyReport report = EveryRuleTest.verify(file);
    assertThat(report.findings())
        .filteredOn(finding -> finding.severity() == Severity.ERROR)
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.rule()).isEqualTo("archive-loader-limits");
              assertThat(finding.message())
                  .isEqualTo(
                      "No loader opens it: its blob area has %d bytes; loaders take 4 GiB at most."
                          .formatted(area));
            });
  }

  private static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Test
  void aFoldersKnownFilesAreCheckedHiddenOnesTooAndLinksAreNotFollowed() throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree/lib"));
    Path outside = Files.createDirectory(folder.resolve("outside"));
    GoodFiles.archiveFor(outside, "lib/one.so#0");
    Path library = GoodFiles.withArchive(tree);
    Files.writeString(tree.resolve("readme.txt"), "text");
    Files.createSymbolicLink(tree.resolve("out"), outside);
    Files.createSymbolicLink(tree.resolve("libone.so.1"), Path.of("libone.so"));
    VerifyReport report = verify(folder.resolve("tree"));
    assertThat(report.checked())
        .containsExactly(tree.resolve(".kpack/test-gfx1100.kpack"), library);
    assertThat(report.passed()).isTrue();
  }

  @Test
  void aMissingPathIsUnreadableAndTheOthersAreChecked() {
    Path missing = folder.resolve("missing.kpack");
    VerifyReport report = EveryRuleTest.verify(missing, Fixtures.path("axpy-gfx1100.hsaco"));
    assertThat(report.unreadable()).extracting(VerifyReport.Unreadable::path).containsOnly(missing);
    assertThat(report.checked()).hasSize(1);
    assertThat(report.passed()).isFalse();
  }

  @Test
  void progressCountsStoredBytesToTheLast() throws IOException {
    Path archive = GoodFiles.write(folder, GoodFiles.archive());
    Counting progress = new Counting();
    Verify.run(List.of(archive), VerifyRequest.everything(), progress);
    assertThat(progress.done).hasValue(progress.total.get());
    assertThat(progress.total.get()).isGreaterThan(5000);
  }

  @Test
  void cancellingEndsIt() throws IOException {
    Path archive = GoodFiles.write(folder, GoodFiles.archive());
    Counting progress = new Counting();
    progress.cancel = true;
    VerifyRequest all = VerifyRequest.everything();
    assertThatThrownBy(() -> Verify.run(List.of(archive), all, progress))
        .isInstanceOf(CancellationException.class);
    assertThatThrownBy(() -> Verify.run(List.of(folder), all, new StoppedProgress()))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void aBlobThatSeveralRowsNameIsCheckedForEachOfThem() throws IOException {
    TestArchive archive = GoodFiles.archive();
    int size = GoodFiles.gfx1100().length;
    archive.toc(
        map(
            "lib/one.so#0",
            map("gfx1100", TestArchive.entry(0, size), "gfx942", TestArchive.entry(0, size))));
    assertThat(verify(GoodFiles.write(folder, archive)).findings())
        .filteredOn(finding -> finding.rule().equals("code-object-target"))
        .extracting(Finding::placeText)
        .containsExactly("lib/one.so#0 @ gfx942");
  }

  @Test
  void aProcessorThatIsNotKnownIsNoMismatch() throws IOException {
    byte[] code = GoodFiles.gfx1100();
    code[48] = (byte) 0xf7;
    TestArchive archive = TestArchive.zstd(code);
    archive.architectures = List.of("gfx1100");
    archive.toc(map("lib/one.so#0", map("gfx1100", TestArchive.entry(0, code.length))));
    assertThat(verify(GoodFiles.write(folder, archive)).passed()).isTrue();
  }

  @Test
  void whatIsFiledUnderAnUnsafeKeyIsCheckedAllTheSame() throws IOException {
    TestArchive archive = GoodFiles.archive();
    int size = GoodFiles.gfx1100().length;
    archive.toc(map("/lib/one.so#0", map("gfx942", TestArchive.entry(0, size))));
    assertThat(verify(GoodFiles.write(folder, archive)).findings())
        .extracting(Finding::rule)
        .contains("archive-unsafe-key", "code-object-target");
  }

  @Test
  void manyFindingsOfARuleAreCounted() throws IOException {
    var toc = map();
    for (int i = 0; i < 500; i++) {
      toc.put("lib/" + i + ".so#0", map("gfx1100", TestArchive.entry(77, 10)));
    }
    VerifyReport report = verify(GoodFiles.write(folder, GoodFiles.archive().toc(toc)));
    assertThat(report.findings())
        .filteredOn(finding -> finding.rule().equals("archive-ordinal"))
        .hasSize(101)
        .last()
        .extracting(Finding::message)
        .isEqualTo("400 more findings of this rule are not listed.");
  }

  @Test
  void whatClaimsOrUnpacksToAbsurdSizesIsNotUnpacked() throws IOException {
    byte[] zeros = new byte[200 << 20];
    TestArchive archive = TestArchive.zstd();
    archive.frames(archive.frame(zeros));
    archive.architectures = List.of("gfx1100");
    archive.area(archive.blobArea.length);
    archive.toc(map("lib/one.so#0", map("gfx1100", TestArchive.entry(0, zeros.length))));
    assertThat(verify(GoodFiles.write(folder, archive)).findings())
        .extracting(Finding::rule)
        .containsExactly("frame-size");
    archive.toc(map("lib/one.so#0", map("gfx1100", TestArchive.entry(0, 1000))));
    assertThat(verify(GoodFiles.write(folder, archive)).findings())
        .extracting(Finding::rule)
        .containsExactly("frame-decompresses");
  }

  @Test
  void aLargeCodeObjectIsCheckedByItsBeginning() throws IOException {
    byte[] code = Arrays.copyOf(GoodFiles.gfx1100(), 65 << 20);
    byte[] noise = TestArchive.kernel(1, 200_000);
    System.arraycopy(noise, 0, code, 5000, noise.length);
    TestArchive archive = TestArchive.zstd(code);
    archive.architectures = List.of("gfx1100");
    archive.toc(map("lib/one.so#0", map("gfx1100", TestArchive.entry(0, code.length))));
    assertThat(verify(GoodFiles.write(folder, archive)).findings()).isEmpty();
    archive.toc(map("lib/one.so#0", map("gfx942", TestArchive.entry(0, code.length))));
    assertThat(verify(GoodFiles.write(folder, archive)).findings())
        .extracting(Finding::rule)
        .contains("code-object-target");
  }

  @Test
  void mutatedFilesGiveFindingsAndNothingElse() throws IOException {
    Random random = new Random(20261120);
    List<byte[]> originals =
        List.of(
            GoodFiles.archive().bytes(),
            GoodFiles.plainArchive().bytes(),
            Files.readAllBytes(Fixtures.path("compressed.co")),
            Files.readAllBytes(Fixtures.path("axpy-gfx1100.hsaco")),
            Files.readAllBytes(GoodFiles.converted(folder, "libtiny.so")));
    Path file = folder.resolve("mutated");
    for (int round = 0; round < 400; round++) {
      byte[] bytes = originals.get(round % originals.size()).clone();
      for (int i = 0; i <= round % 5; i++) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      int length = round % 3 == 0 ? random.nextInt(bytes.length) : bytes.length;
      VerifyReport report = verify(Files.write(file, Arrays.copyOf(bytes, length)));
      assertThat(report.unreadable()).isEmpty();
      assertThat(report.checked()).containsExactly(file);
    }
  }

  @Test
  void anUnknownRuleIsRefusedByName() {
    VerifyRequest all = VerifyRequest.everything();
    assertThatThrownBy(() -> all.only(Set.of("frame-size", "no-such-rule")))
        .hasMessage("there is no rule no-such-rule");
  }

  @Test
  void findingsOfAMemberNameIt() throws IOException {
    Path library = folder.resolve("broken.a");
    byte[] bytes = Files.readAllBytes(Fixtures.path("libstatic.a"));
    String text = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
    int bundle = text.indexOf("__CLANG_OFFLOAD_BUNDLE__");
    bytes[bundle + 24] = 127;
    Files.write(library, bytes);
    Finding first = verify(library).findings().getFirst();
    assertThat(first.severity()).isEqualTo(Severity.ERROR);
    assertThat(first.place().path())
        .anyMatch(place -> place instanceof Place.Member)
        .first()
        .isEqualTo(new Place.File(library));
  }
}
