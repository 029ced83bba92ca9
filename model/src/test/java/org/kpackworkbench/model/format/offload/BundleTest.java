package org.kpackworkbench.model.format.offload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.fixtures.Bundles;

/** Bundles and what is wrong with them. */
class BundleTest {
  private static final int FIRST_ROW = 32;

  @ParameterizedTest
  @CsvSource({
    "host-x86_64-unknown-linux--, host, x86_64, unknown, linux, '', ''",
    "host-x86_64-pc-linux-gnu-, host, x86_64, pc, linux, gnu, ''",
    "host-x86_64-unknown-linux, host, x86_64, unknown, linux, '', ''",
    "hipv4-amdgcn-amd-amdhsa--gfx1100, hipv4, amdgcn, amd, amdhsa, '', gfx1100",
    "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-, hipv4, amdgcn, amd, amdhsa, '', gfx90a:xnack-",
    "hipv4-amdgcn-amd-amdhsa--gfx9-4-generic, hipv4, amdgcn, amd, amdhsa, '', gfx9-4-generic",
    "hip-amdgcn-amd-amdhsa-unknown-gfx906, hip, amdgcn, amd, amdhsa, unknown, gfx906",
    "hip-amdgcn-amd-amdhsa-gfx906, hip, amdgcn, amd, amdhsa, '', gfx906",
    "hipv4-spirv64-amd-amdhsa--amdgcnspirv, hipv4, spirv64, amd, amdhsa, '', amdgcnspirv"
  })
  void takesIdsApart(
      String id, String kind, String arch, String vendor, String os, String env, String target) {
    EntryId expected = new EntryId(id, kind, arch, vendor, os, env, target);
    assertThat(EntryId.parse(id)).isEqualTo(expected);
    boolean device = !kind.equals("host");
    assertThat(expected.isHost()).isEqualTo(!device);
    assertThat(expected.gpuTarget() != null).isEqualTo(device);
  }

  @Test
  void survivesAnyId() {
    for (String id : List.of("", "-", "-----", "x", "hip", "hip-----", "hip------")) {
      assertThat(EntryId.parse(id).text()).isEqualTo(id);
    }
  }

  @Test
  void endsWhereItsLastEntryEnds() throws FormatException {
    byte[] bundle = sample();
    byte[] longer = java.util.Arrays.copyOf(bundle, bundle.length + 100);
    OffloadBundle read = OffloadBundle.read(ByteView.of("a", longer));
    assertThat(read.bytes().size()).isEqualTo(bundle.length);
    assertThat(read.table().problems()).isEmpty();
    assertThat(text(read, 1)).isEqualTo("first");
    assertThat(text(read, 2)).isEqualTo("second");
    assertThat(text(read, 0)).isEmpty();
  }

  @Test
  void refusesOtherBytesByTheirMagic() {
    FormatException problem = refused(new byte[100]);
    assertThat(problem.reason()).isEqualTo(Reason.WRONG_MAGIC);
    assertThat(problem.expected()).isEqualTo("__CLANG_OFFLOAD_BUNDLE__");
  }

  @ParameterizedTest
  @CsvSource({"9", "65537", "9223372036854775807", "-1"})
  void refusesACountThatCannotFit(long count) {
    byte[] bundle = sample();
    words(bundle).putLong(24, count);
    FormatException problem = refused(bundle);
    assertThat(problem.reason()).isEqualTo(Reason.OUT_OF_BOUNDS);
    assertThat(problem.field()).isEqualTo("number of entries");
    assertThat(problem.fileOffset()).isEqualTo(24);
    assertThat(problem.expected()).startsWith("at most 8, ");
  }

  @Test
  void keepsTheEntriesBeforeAnAbsurdIdLength() throws FormatException {
    byte[] bundle = sample();
    words(bundle).putLong(secondRow() + 16, 5000);
    BundleTable table = table(bundle);
    assertThat(table.entries()).hasSize(1);
    assertThat(table.problems()).hasSize(1);
    assertThat(table.problems().getFirst().field()).isEqualTo("entry 1 id length");
    assertThat(table.problems().getFirst().fileOffset()).isEqualTo(secondRow() + 16);
  }

  @ParameterizedTest
  @CsvSource({
    "1000000, 5, OUT_OF_BOUNDS, offset and size",
    "-16, 5, OUT_OF_BOUNDS, offset and size",
    "176, -1, OUT_OF_BOUNDS, offset and size",
    "176, 1000000, OUT_OF_BOUNDS, offset and size",
    "8, 5, BAD_VALUE, offset"
  })
  void spoilsOnlyTheEntryThatIsWrong(long offset, long size, Reason reason, String field)
      throws FormatException {
    byte[] bundle = sample();
    words(bundle).putLong(secondRow(), offset).putLong(secondRow() + 8, size);
    OffloadBundle read = OffloadBundle.read(ByteView.of("a", bundle));
    FormatException problem = read.entries().get(1).problem();
    assertThat(problem.reason()).isEqualTo(reason);
    assertThat(problem.field()).contains("entry 1 (hipv4-amdgcn-amd-amdhsa--gfx900)", field);
    assertThat(problem.fileOffset()).isEqualTo(secondRow());
    assertThat(read.table().problems()).containsExactly(problem);
    assertThat(read.entries().get(2).problem()).isNull();
    assertThat(text(read, 2)).isEqualTo("second");
    if (reason == Reason.OUT_OF_BOUNDS) {
      assertThatThrownBy(() -> read.content(read.entries().get(1))).isSameAs(problem);
    }
  }

  @Test
  void namesBothOfTwoEntriesThatOverlap() throws FormatException {
    byte[] bundle = sample();
    BundleEntry second = table(bundle).entries().get(2);
    words(bundle).putLong(secondRow(), second.offset() - 2);
    List<BundleEntry> entries = table(bundle).entries();
    assertThat(entries.get(1).problem().found()).contains("overlaps entry 2 (hipv4-");
    assertThat(entries.get(2).problem().found()).contains("overlaps entry 1 (hipv4-");
    assertThat(entries.get(0).problem()).isNull();
  }

  @Test
  void namesAnIdThatStandsTwice() throws FormatException {
    byte[] bundle = sample();
    String text = new String(bundle, StandardCharsets.ISO_8859_1);
    byte[] twice = text.replace("gfx906", "gfx900").getBytes(StandardCharsets.ISO_8859_1);
    OffloadBundle read = OffloadBundle.read(ByteView.of("a", twice));
    assertThat(read.entries().get(1).problem()).isNull();
    assertThat(read.entries().get(2).problem().reason()).isEqualTo(Reason.DUPLICATE_KEY);
    assertThat(text(read, 2)).as("still to be had").isEqualTo("second");
  }

  private static FormatException refused(byte[] bytes) {
    return org.assertj.core.api.Assertions.catchThrowableOfType(
        FormatException.class, () -> OffloadBundle.read(ByteView.of("a", bytes)));
  }

  private static int secondRow() {
    return FIRST_ROW + 24 + Bundles.HOST_ID.length();
  }

  private static ByteBuffer words(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static BundleTable table(byte[] bytes) throws FormatException {
    return OffloadBundle.read(ByteView.of("a", bytes)).table();
  }

  private static String text(OffloadBundle bundle, int entry) throws FormatException {
    ByteView content = bundle.content(bundle.entries().get(entry));
    return content.text(0, (int) content.size());
  }

  /** A host entry and two others, 16-byte aligned: 230 bytes or so. */
  private static byte[] sample() {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put(Bundles.HOST_ID, new byte[0]);
    entries.put(Bundles.hipId("gfx900"), "first".getBytes(StandardCharsets.UTF_8));
    entries.put(Bundles.hipId("gfx906"), "second".getBytes(StandardCharsets.UTF_8));
    return Bundles.bundle(entries, 16);
  }
}
