package org.kpackworkbench.model.analysis.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.analysis.diff.code.CodeWords;
import org.kpackworkbench.model.analysis.diff.export.ComparisonExport;
import org.kpackworkbench.model.analysis.diff.export.ExportFormat;
import org.kpackworkbench.model.analysis.diff.export.ExportRequest;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgBytes.Pairs;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.format.kpack.TestArchive;

/** What rows say that contents differ in. */
class DifferenceTest {
  private static final String KERNEL = "kpackfix_scalars";

  private static byte[] code() throws IOException {
    return Files.readAllBytes(Fixtures.path("kinds-gfx942.hsaco"));
  }

  /** The same with two bytes of a kernel's code changed, and one more vector register stated. */
  private static byte[] changed(byte[] code) throws IOException {
    byte[] changed = code.clone();
    CodeObject read = CodeObject.read(ByteView.of("code", code));
    Kernel kernel = null;
    for (Kernel each : read.kernels()) {
      kernel = each.name().equals(KERNEL) ? each : kernel;
    }
    ByteRange range = read.locate(kernel).code();
    changed[(int) range.start() + 4] ^= 1;
    changed[(int) range.start() + 9] ^= 1;
    changed[registers(code)]++;
    return changed;
  }

  /** Where the metadata states the vector registers of the first kernel. */
  private static int registers(byte[] code) {
    String text = new String(code, StandardCharsets.ISO_8859_1);
    return text.indexOf(".vgpr_count") + ".vgpr_count".length();
  }

  private static byte[] holding(byte[] content) {
    Pairs rows = map("a#0", map("gfx900", TestArchive.entry(0, content.length)));
    return TestArchive.plain(content).toc(rows).bytes();
  }

  private static List<String> words(TableComparison found, String key) throws IOException {
    return found.contentDifferences(Compared.index(found, key), 1, Progress.NONE).stream()
        .map(Difference::words)
        .toList();
  }

  @Test
  void aCodeObjectDiffersInItsCodeAndTheFiguresOfItsKernels() throws IOException {
    byte[] one = code();
    byte[] other = changed(one);
    int registers = one[registers(one)];
    String figure = "VGPRs %d → %d".formatted(registers, registers + 1);
    TableComparison found = Compared.contents("a.kpack", holding(one), holding(other));
    assertThat(words(found, "a#0 @ gfx900")).containsExactly("2 bytes of code", figure);
    TableComparison swapped = (TableComparison) found.swapped();
    assertThat(words(swapped, "a#0 @ gfx900"))
        .containsExactly("2 bytes of code", "VGPRs %d → %d".formatted(registers + 1, registers));
    TableComparison below =
        (TableComparison) found.open(Compared.index(found, "a#0 @ gfx900"), Progress.NONE);
    below.compareContents(Progress.NONE, row -> {});
    assertThat(words(below, KERNEL)).containsExactly("2 bytes of code");
    assertThat(words(below, ".text")).containsExactly("2 bytes");
  }

  @Test
  void ofManySidesEachSaysInWhatItDiffersFromTheFirst() throws IOException {
    byte[] one = code();
    byte[] other = changed(one);
    byte[] last = one.clone();
    last[registers(one)] = (byte) (last[registers(one)] + 2);
    TableComparison found =
        Compared.contents("a.kpack", holding(one), holding(other), holding(one), holding(last));
    int row = Compared.index(found, "a#0 @ gfx900");
    int registers = one[registers(one)];
    assertThat(found.contentDifferences(row, 2, Progress.NONE)).as("equal").isEmpty();
    assertThat(found.contentWords(row, List.of("mon", "tue", "wed", "thu"), Progress.NONE))
        .isEqualTo(
            "tue: 2 bytes of code, VGPRs %d → %d; thu: VGPRs %d → %d"
                .formatted(registers, registers + 1, registers, registers + 2));
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    ComparisonExport.write(
        found, ExportRequest.differences(ExportFormat.TEXT), text, Progress.NONE);
    assertThat(text.toString(StandardCharsets.UTF_8))
        .contains("changed  a#0 @ gfx900  (side 2: 2 bytes of code, VGPRs")
        .contains("; side 4: VGPRs ")
        .contains("side 2: changed, side 4: changed\n")
        .endsWith("different: 1 of 6 rows differ (1 changed)\n");
  }

  @Test
  void sizesOfManySidesAreAllSaid() throws IOException {
    TableComparison found =
        Compared.contents(
            "a.kpack", holding(new byte[8]), holding(new byte[8]), archiveOfNothing());
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    ComparisonExport.write(
        found, ExportRequest.differences(ExportFormat.TEXT), text, Progress.NONE);
    assertThat(text.toString(StandardCharsets.UTF_8))
        .contains("removed  a#0 @ gfx900\n             side 3: removed\n")
        .contains("bytes: 8 → 8 → (none)\n");
  }

  private static byte[] archiveOfNothing() {
    return TestArchive.plain().toc(map()).bytes();
  }

  @Test
  void kernelsThatAreGoneAreCounted() throws IOException {
    byte[] one = code();
    byte[] other = Files.readAllBytes(Fixtures.path("axpy-gfx906-v4.hsaco"));
    assertThat(
            Difference.words(
                CodeWords.of(ByteView.of("one", one), ByteView.of("other", other), Progress.NONE)))
        .startsWith("target gfx942 → gfx906")
        .contains(" kernels removed", "1 kernel added");
  }

  @Test
  void otherContentsOfOneSizeDifferInBytes() throws IOException {
    TableComparison found =
        Compared.contents(
            "a.kpack",
            holding("one text".getBytes(StandardCharsets.UTF_8)),
            holding("ona tExt".getBytes(StandardCharsets.UTF_8)));
    assertThat(words(found, "a#0 @ gfx900")).containsExactly("2 bytes");
    TableComparison longer =
        Compared.contents(
            "a.kpack",
            holding("one text".getBytes(StandardCharsets.UTF_8)),
            holding("one long text".getBytes(StandardCharsets.UTF_8)));
    assertThat(words(longer, "a#0 @ gfx900")).as("values say it").isEmpty();
  }

  /** What grew never reads as what did not. */
  @Test
  void aSmallGrowthIsNeverNothing() {
    assertThat(new Row.Delta(391_967, 391_815).words()).isEqualTo("-152 (-0.04 %)");
    assertThat(new Row.Delta(1_000_000_000, 1_000_000_003).percentWords())
        .isEqualTo("+0.0000003 %");
    assertThat(new Row.Delta(1000, 999).percentWords()).isEqualTo("-0.1 %");
    assertThat(new Row.Delta(100, 112).words()).isEqualTo("+12 (+12.0 %)");
    assertThat(new Row.Delta(5, 5).percentWords()).isEqualTo("+0.0 %");
  }

  @Test
  void longValuesAreShownWhereTheyDiffer() {
    String same = "a".repeat(300);
    Row.Field field = new Row.Field("ids", List.of(same + "one" + same, same + "two"));
    assertThat(field.shortened(0, 40)).isEqualTo("…aaaaaaaaaaone" + "a".repeat(27) + "…");
    assertThat(field.shortened(1, 40)).isEqualTo("…aaaaaaaaaatwo");
    assertThat(new Row.Field("ids", List.of(same, same)).shortened(0, 10)).isEqualTo("aaaaaaaaaa…");
    assertThat(new Row.Field("ids", Arrays.asList(same, null)).shortened(1, 10)).isNull();
    assertThat(new Row.Field("ids", List.of("x", "y")).shortened(1, 10)).isEqualTo("y");
  }
}
