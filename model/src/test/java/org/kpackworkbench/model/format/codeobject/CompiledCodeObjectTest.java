package org.kpackworkbench.model.format.codeobject;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.Kernel.KernelArgument;
import org.kpackworkbench.model.format.codeobject.Kernel.KernelLocation;

/** What is read from compiled code objects is what LLVM's own tools say of them. */
class CompiledCodeObjectTest {

  static List<String> codeObjects() throws IOException {
    return CompiledFixtures.codeObjects();
  }

  @ParameterizedTest
  @MethodSource("codeObjects")
  void metadataIsWhatReadelfPrints(String name) throws IOException {
    CodeObject codeObject = CompiledFixtures.open(name);
    ReadelfMetadata golden = ReadelfMetadata.read(CompiledFixtures.golden(name, "notes"));
    Metadata metadata = codeObject.metadata();

    assertThat(metadata.problems()).isEmpty();
    assertThat(codeObject.flags().raw()).isEqualTo(golden.flags());
    assertThat(metadata.target()).isEqualTo(golden.target());
    assertThat(metadata.version()).isEqualTo(String.join(".", golden.version()));
    assertThat(metadata.other()).isEmpty();
    assertThat(golden.kernels()).isNotEmpty();
    assertThat(codeObject.kernels().stream().map(CompiledCodeObjectTest::pairs).toList())
        .isEqualTo(golden.kernels());
    assertThat(
            codeObject.kernels().stream()
                .map(kernel -> kernel.args().stream().map(CompiledCodeObjectTest::pairs).toList())
                .toList())
        .isEqualTo(golden.args());
  }

  @ParameterizedTest
  @MethodSource("codeObjects")
  void targetAndKernelCountNeedNoKernels(String name) throws IOException {
    CodeObject scanned = CompiledFixtures.open(name);
    CodeObject read = CompiledFixtures.open(name);
    long kernels = read.kernels().size();

    assertThat(scanned.kernelCount()).isEqualTo(kernels).isEqualTo(read.kernelCount());
    assertThat(scanned.statedTargetText())
        .isNotNull()
        .isEqualTo(read.metadata().target())
        .isEqualTo(read.statedTargetText());
    List<String> names = new ArrayList<>();
    scanned.forEachKernelName(names::add);
    assertThat(names).isEqualTo(read.kernels().stream().map(Kernel::name).toList());
  }

  @ParameterizedTest
  @MethodSource("codeObjects")
  void flagsAndMetadataAgree(String name) throws IOException {
    CodeObject codeObject = CompiledFixtures.open(name);
    String target =
        CompiledFixtures.golden(name, "notes").stream()
            .filter(line -> line.startsWith("amdhsa.target"))
            .findFirst()
            .orElseThrow();

    assertThat(codeObject.mismatches(null)).isEmpty();
    assertThat(target).contains("--" + codeObject.targetFromFlags());
    assertThat(codeObject.target()).isEqualTo(codeObject.statedTarget());
    assertThat(codeObject.mismatches(codeObject.target())).isEmpty();
    assertThat(codeObject.mismatches(GpuTarget.of("gfx1201"))).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("codeObjects")
  void descriptorsAreTheBytesThatTheSymbolsName(String name) throws IOException {
    CodeObject codeObject = CompiledFixtures.open(name);
    Map<String, String> golden = new LinkedHashMap<>();
    for (String line : CompiledFixtures.golden(name, "descriptors")) {
      if (line.startsWith("descriptor ")) {
        String[] words = line.split(" ", -1);
        golden.put(words[1], words[3].substring("bytes=".length()));
      }
    }
    assertThat(golden).isNotEmpty();
    for (Kernel kernel : codeObject.kernels()) {
      KernelLocation location = codeObject.locate(kernel);
      byte[] bytes = codeObject.view().bytes(location.descriptor().start(), 64);
      assertThat(HexFormat.of().formatHex(bytes)).isEqualTo(golden.get(kernel.symbol()));
    }
  }

  @ParameterizedTest
  @MethodSource("codeObjects")
  void descriptorsAgreeWithTheMetadata(String name) throws IOException {
    CodeObject codeObject = CompiledFixtures.open(name);
    for (Kernel kernel : codeObject.kernels()) {
      assertThat(codeObject.check(kernel)).isEmpty();
      assertThat(codeObject.descriptor(kernel).fields())
          .noneMatch(KernelDescriptor.Field::unexpected);
    }
  }

  @ParameterizedTest
  @MethodSource("codeObjects")
  void codeIsWhereTheSymbolSays(String name) throws IOException {
    CodeObject codeObject = CompiledFixtures.open(name);
    Map<String, long[]> golden = new LinkedHashMap<>();
    for (String line : CompiledFixtures.golden(name, "symbols")) {
      String[] words = line.strip().split("\\s+", -1);
      if (words.length == 8 && words[3].equals("FUNC")) {
        golden.put(words[7], new long[] {Long.parseLong(words[1], 16), Long.parseLong(words[2])});
      }
    }
    for (Kernel kernel : codeObject.kernels()) {
      KernelLocation location = codeObject.locate(kernel);
      long[] expected = golden.get(kernel.name());
      assertThat(location.codeAddress()).isEqualTo(expected[0]);
      assertThat(location.code().length()).isEqualTo(expected[1]);
      assertThat(codeObject.elf().addresses().addressOf(location.code().start()))
          .hasValue(expected[0]);
    }
  }

  private static Map<String, String> pairs(Kernel kernel) {
    Map<String, String> pairs = new LinkedHashMap<>();
    number(pairs, ".agpr_count", kernel.agprs());
    pairs.put(".args", "");
    number(pairs, ".group_segment_fixed_size", kernel.ldsBytes());
    number(pairs, ".kernarg_segment_align", kernel.kernargAlign());
    number(pairs, ".kernarg_segment_size", kernel.kernargBytes());
    text(pairs, ".language", kernel.language());
    number(pairs, ".max_flat_workgroup_size", kernel.maxFlatWorkgroupSize());
    text(pairs, ".name", kernel.name());
    number(pairs, ".private_segment_fixed_size", kernel.scratchBytes());
    number(pairs, ".sgpr_count", kernel.sgprs());
    number(pairs, ".sgpr_spill_count", kernel.sgprSpills());
    text(pairs, ".symbol", kernel.symbol());
    if (kernel.uniformWorkGroupSize() != null) {
      pairs.put(".uniform_work_group_size", kernel.uniformWorkGroupSize() ? "1" : "0");
    }
    truth(pairs, ".uses_dynamic_stack", kernel.usesDynamicStack());
    number(pairs, ".vgpr_count", kernel.vgprs());
    number(pairs, ".vgpr_spill_count", kernel.vgprSpills());
    number(pairs, ".wavefront_size", kernel.wavefrontSize());
    // The compiler writes this one as a number.
    if (kernel.workgroupProcessorMode() != null) {
      pairs.put(".workgroup_processor_mode", kernel.workgroupProcessorMode() ? "1" : "0");
    }
    return pairs;
  }

  private static Map<String, String> pairs(KernelArgument argument) {
    Map<String, String> pairs = new LinkedHashMap<>();
    text(pairs, ".actual_access", argument.actualAccess());
    text(pairs, ".address_space", argument.addressSpace());
    text(pairs, ".name", argument.name());
    number(pairs, ".offset", argument.offset());
    number(pairs, ".size", argument.sizeBytes());
    text(pairs, ".type_name", argument.typeName());
    text(pairs, ".value_kind", argument.valueKind());
    return pairs;
  }

  private static void number(Map<String, String> pairs, String key, long value) {
    if (value != Kernel.NOT_STATED) {
      pairs.put(key, Long.toString(value));
    }
  }

  private static void text(Map<String, String> pairs, String key, String value) {
    if (!value.isEmpty()) {
      pairs.put(key, value);
    }
  }

  private static void truth(Map<String, String> pairs, String key, Boolean value) {
    if (value != null) {
      pairs.put(key, value ? "true" : "false");
    }
  }
}
