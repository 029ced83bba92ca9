package org.kpackworkbench.model.analysis.verify.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.TestArchive;

/** Whether findings say what is so. */
class FindingWordsTest {
  @TempDir Path folder;

  private static List<Finding> findings(Path file) {
    return Verify.run(List.of(file), VerifyRequest.everything()).findings();
  }

  private static Finding only(Path file, String rule) {
    List<Finding> found = findings(file).stream().filter(each -> each.rule().equals(rule)).toList();
    assertThat(found).as("%s", findings(file)).hasSize(1);
    return found.getFirst();
  }

  /** A frame with a checksum; its window is as large as asked, since its size is not stated. */
  private static byte[] frame(byte[] content, int windowLog) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZstdOutputStream zstd = new ZstdOutputStream(out)) {
      zstd.setChecksum(true);
      zstd.setLong(windowLog);
      zstd.write(content);
    }
    return out.toByteArray();
  }

  private Path archive(byte[] frame) throws IOException {
    TestArchive archive = TestArchive.zstd();
    archive.architectures = List.of("gfx1100");
    archive.toc(
        map("lib/one.so#0", map("gfx1100", TestArchive.entry(0, GoodFiles.gfx1100().length))));
    archive.frames(frame);
    archive.area(archive.blobArea.length);
    return Files.write(folder.resolve("x.kpack"), archive.bytes());
  }

  /** Either row may come first, and either may be the wrong one. */
  @Test
  void checksEveryRowOfASharedFrame() throws IOException {
    int size = GoodFiles.gfx1100().length;
    for (int wrong : new int[] {0, 1}) {
      TestArchive archive = TestArchive.zstd(GoodFiles.gfx1100());
      archive.architectures = List.of("gfx1100");
      archive.toc(
          map(
              "lib/one.so#0",
              map("gfx1100", TestArchive.entry(0, wrong == 0 ? size + 1 : size)),
              "lib/two.so#0",
              map("gfx1100", TestArchive.entry(0, wrong == 1 ? size + 1 : size))));
      Finding finding =
          only(
              Files.write(folder.resolve(wrong + ".kpack"), archive.bytes()), "frame-decompresses");
      assertThat(finding.message())
          .contains(wrong == 0 ? "lib/one.so#0" : "lib/two.so#0", "and gfx1100 gets nothing")
          .doesNotContain(wrong == 0 ? "lib/two.so#0" : "lib/one.so#0");
    }
  }

  @Test
  void seesTheChecksumBehindASkippableFrame() throws IOException {
    byte[] frame = frame(GoodFiles.gfx1100(), 20);
    ByteBuffer both = ByteBuffer.allocate(12 + frame.length).order(ByteOrder.LITTLE_ENDIAN);
    both.putInt(0x184d2a53).putInt(4).putInt(0).put(frame);
    assertThat(findings(archive(both.array()))).isEmpty();
  }

  @Test
  void unpacksLargeWindowsEverywhere() throws IOException {
    byte[] code = GoodFiles.gfx1100();
    Path file = archive(frame(code, 28));
    assertThat(findings(file)).isEmpty();
    try (KpackArchive archive = KpackArchive.open(file)) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      archive.extract(0, out, Long.MAX_VALUE);
      assertThat(out.toByteArray()).isEqualTo(code);
      assertThat(archive.load(0).bytes(0, code.length)).isEqualTo(code);
    }
  }

  @Test
  void saysThatLoadersDoNotReadTheVersionOfTheTable() throws IOException {
    TestArchive archive = GoodFiles.archive();
    archive.formatVersion = 2;
    Finding finding = only(GoodFiles.write(folder, archive), "archive-version");
    assertThat(finding.advice()).contains("loaders do not read this field");
  }

  @Test
  void callsAnUnknownVersionOfABundleNewer() throws IOException {
    byte[] bundle = Files.readAllBytes(Fixtures.path("compressed.co"));
    bundle[4] = 4;
    Path file = Files.write(folder.resolve("x.co"), bundle);
    assertThat(findings(file))
        .isNotEmpty()
        .allSatisfy(each -> assertThat(each.advice()).doesNotContain("cut off"))
        .anySatisfy(each -> assertThat(each.advice()).contains("newer"));
    bundle[4] = (byte) 2;
    bundle[6] = 7;
    Files.write(file, bundle);
    assertThat(findings(file))
        .isNotEmpty()
        .allSatisfy(each -> assertThat(each.advice()).doesNotContain("cut off"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          compressed.co | 480 | for gfx942, gfx1100 | cannot be trusted
          compressed.co | 12 | for gfx942, gfx1100 | is lost
          compressed.co | 24 | for every GPU that it serves | is lost
          libcompressed.so | 12648 | of #1 for gfx1100, gfx90a, gfx942 | cannot be trusted
          """)
  void reportsOneFlippedBitOfACompressedBundleOnce(String fixture, int at, String code, String fate)
      throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.path(fixture));
    bytes[at] ^= 4;
    assertThat(findings(Files.write(folder.resolve(fixture), bytes)))
        .filteredOn(each -> each.severity() == Severity.ERROR)
        .extracting(Finding::message)
        .singleElement()
        .asString()
        .endsWith("The code %s %s.".formatted(code, fate));
  }

  @Test
  void saysThatRuntimesFollowPointersToARenamedSection() throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.path("libone.so"));
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    bytes[text.indexOf("\0.hip_fatbin\0") + 2] = 'x';
    Path file = Files.write(folder.resolve("libone.so"), bytes);
    Finding finding = only(file, "wrapper-bundle");
    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    assertThat(finding.advice()).startsWith("A runtime follows the pointer");
    assertThat(only(file, "device-code-state").advice()).startsWith("Leave it fat");
  }

  @Test
  void acceptsFilesOfDebugInformation() throws IOException {
    assertThat(findings(Fixtures.path("libdebug.debug"))).isEmpty();
  }

  /** Above 65,280 sections .dynsym has no table of the indices, and nothing reads them. */
  @Test
  void acceptsSymbolsWhoseSectionIsInNoTable() throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.path("libone.so"));
    ElfSection table =
        ElfFile.read(ByteView.of("libone.so", bytes)).section(".dynsym").orElseThrow();
    ByteBuffer symbols = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (long at = table.fileOffset(); at < table.fileOffset() + table.sizeBytes(); at += 24) {
      if (symbols.getShort((int) at + 6) != 0) {
        symbols.putShort((int) at + 6, (short) 0xffff);
      }
    }
    Path file = Files.write(folder.resolve("libone.so"), bytes);
    assertThat(findings(file)).extracting(Finding::rule).doesNotContain("layout-symbol-section");
  }

  /** Libraries that unpack have words of their own, which name neither place nor remedy. */
  @Test
  void tellsDamageOfPackedDataInItsOwnWords() throws IOException {
    byte[] bundle = Files.readAllBytes(Fixtures.path("compressed.co"));
    byte[] packed = Files.readAllBytes(archive(frame(GoodFiles.gfx1100(), 20)));
    int seen = 0;
    for (int at : List.of(6, 12, 29, 30, 31, 32, 34, 36, 60, 100, 400, 1200)) {
      for (int bit : List.of(1, 128)) {
        for (byte[] whole : List.of(bundle, packed)) {
          int start = whole[0] == 'K' ? 64 : 0;
          byte[] damaged = whole.clone();
          damaged[start + at] ^= (byte) bit;
          Path file =
              Files.write(folder.resolve("damaged" + (start == 0 ? ".co" : ".kpack")), damaged);
          for (Finding finding : findings(file)) {
            if (finding.severity() == Severity.ERROR) {
              seen++;
              assertThat(finding.message())
                  .as("byte %d, bit %d", at, bit)
                  .doesNotContainIgnoringCase("corrupt")
                  .doesNotContainIgnoringCase("buffer")
                  .doesNotContain("header check", "invalid", "Unknown", "Unsupported", "null");
              assertThat(finding.advice()).isNotEmpty();
            }
          }
        }
      }
    }
    assertThat(seen).isGreaterThan(40);
  }
}
