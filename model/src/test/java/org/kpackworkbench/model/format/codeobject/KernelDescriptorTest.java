package org.kpackworkbench.model.format.codeobject;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.codeobject.KernelDescriptor.Field;
import org.kpackworkbench.model.format.codeobject.ProcessorTable.Generation;

class KernelDescriptorTest {
  /** What llvm-objdump calls a field, where it is not the field's name in lower case. */
  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("round_robin_scheduling", "WG_RR_EN"),
          Map.entry("fp16_overflow", "FP16_OVFL"),
          Map.entry("workgroup_processor_mode", "WGP_MODE"),
          Map.entry("memory_ordered", "MEM_ORDERED"),
          Map.entry("forward_progress", "FWD_PROGRESS"),
          Map.entry("dx10_clamp", "ENABLE_DX10_CLAMP"),
          Map.entry("ieee_mode", "ENABLE_IEEE_MODE"),
          Map.entry("wavefront_size32", "ENABLE_WAVEFRONT_SIZE32"),
          Map.entry("system_sgpr_private_segment_wavefront_offset", "ENABLE_PRIVATE_SEGMENT"),
          Map.entry("system_vgpr_workitem_id", "ENABLE_VGPR_WORKITEM_ID"),
          Map.entry("user_sgpr_kernarg_preload_length", "KERNARG_PRELOAD_SPEC_LENGTH"),
          Map.entry("user_sgpr_kernarg_preload_offset", "KERNARG_PRELOAD_SPEC_OFFSET"),
          Map.entry(
              "exception_fp_ieee_invalid_op", "ENABLE_EXCEPTION_IEEE_754_FP_INVALID_OPERATION"),
          Map.entry("exception_fp_denorm_src", "ENABLE_EXCEPTION_FP_DENORMAL_SOURCE"),
          Map.entry("exception_fp_ieee_div_zero", "ENABLE_EXCEPTION_IEEE_754_FP_DIVISION_BY_ZERO"),
          Map.entry("exception_fp_ieee_overflow", "ENABLE_EXCEPTION_IEEE_754_FP_OVERFLOW"),
          Map.entry("exception_fp_ieee_underflow", "ENABLE_EXCEPTION_IEEE_754_FP_UNDERFLOW"),
          Map.entry("exception_fp_ieee_inexact", "ENABLE_EXCEPTION_IEEE_754_FP_INEXACT"),
          Map.entry("exception_int_div_zero", "ENABLE_EXCEPTION_INT_DIVIDE_BY_ZERO"));

  /** A descriptor and what llvm-objdump reads in it. */
  record Golden(String processor, byte[] bytes, Map<String, Long> directives) {
    @Override
    public String toString() {
      return processor + " " + HexFormat.of().formatHex(bytes, 0, 4);
    }
  }

  static List<Golden> goldens() throws IOException {
    List<Golden> goldens = new ArrayList<>();
    String processor = "";
    for (String line : Files.readAllLines(CompiledFixtures.descriptors())) {
      String[] words = line.split(" ", -1);
      switch (words[0]) {
        case "processor" -> processor = words[1];
        case "bytes" ->
            goldens.add(
                new Golden(processor, HexFormat.of().parseHex(words[1]), new LinkedHashMap<>()));
        case ";" -> goldens.getLast().directives().put(words[1], Long.valueOf(words[2]));
        default -> {
          if (words[0].startsWith(".amdhsa_")) {
            goldens.getLast().directives().put(words[0].substring(8), Long.valueOf(words[1]));
          }
        }
      }
    }
    return goldens;
  }

  @ParameterizedTest
  @MethodSource("goldens")
  void fieldsAreWhatObjdumpReads(Golden golden) throws FormatException {
    Generation generation = ProcessorTable.standard().byName(golden.processor()).generation();
    KernelDescriptor descriptor =
        KernelDescriptor.read(ByteView.of("golden", golden.bytes()), 0, generation);
    Map<String, Field> fields = new HashMap<>();
    descriptor.fields().forEach(field -> fields.put(field.name(), field));

    assertThat(golden.directives()).hasSizeGreaterThan(30);
    golden
        .directives()
        .forEach(
            (directive, value) ->
                assertThat(value(directive, descriptor, fields))
                    .as("%s, which reads %s", directive, fields.keySet())
                    .isEqualTo(value));
    assertThat(descriptor.fields()).noneMatch(Field::unexpected);
  }

  private static long value(
      String directive, KernelDescriptor descriptor, Map<String, Field> fields) {
    return switch (directive) {
      case "next_free_vgpr" -> descriptor.vgprs().orElseThrow();
      // The assembler rounds by 8 and counts no further registers in.
      case "next_free_sgpr" -> (fields.get("GRANULATED_WAVEFRONT_SGPR_COUNT").value() + 1) * 8;
      case "accum_offset" -> (fields.get("ACCUM_OFFSET").value() + 1) * 4;
      // Not in the descriptor: it requests more scalar registers from the assembler.
      case "reserve_vcc", "reserve_flat_scratch", "reserve_xnack_mask" -> 0;
      default -> {
        String name = NAMES.getOrDefault(directive, directive.toUpperCase(java.util.Locale.ROOT));
        yield fields
            .getOrDefault(name, fields.getOrDefault("ENABLE_" + name, userRegister(name, fields)))
            .value();
      }
    };
  }

  private static Field userRegister(String name, Map<String, Field> fields) {
    return fields.get(
        name.replace("USER_SGPR_", "ENABLE_SGPR_").replace("SYSTEM_SGPR_", "ENABLE_SGPR_"));
  }

  @ParameterizedTest
  @EnumSource(Generation.class)
  void everyBitBelongsToOneField(Generation generation) throws FormatException {
    KernelDescriptor descriptor =
        KernelDescriptor.read(ByteView.of("zero", new byte[64]), 0, generation);
    int[] owners = new int[512];
    for (Field field : descriptor.fields()) {
      String[] range = field.bits().split(":", -1);
      int low = Integer.parseInt(range[range.length - 1]);
      int high = Integer.parseInt(range[0]);
      int base = field.group().equals("descriptor") ? 0 : field.byteOffset() * 8;
      for (int bit = low; bit <= high; bit++) {
        owners[base + bit]++;
      }
    }
    assertThat(owners).containsOnly(1);
  }

  @ParameterizedTest
  @EnumSource(Generation.class)
  void everyBitIsSeenInTheFieldItBelongsTo(Generation generation) throws FormatException {
    for (int bit = 0; bit < 512; bit++) {
      byte[] bytes = new byte[64];
      bytes[bit / 8] = (byte) (1 << bit % 8);
      KernelDescriptor descriptor =
          KernelDescriptor.read(ByteView.of("one bit", bytes), 0, generation);
      assertThat(descriptor.fields()).as("bit %d", bit).filteredOn(f -> f.value() != 0).hasSize(1);
    }
  }

  @Test
  void reservedBitsThatAreSetAreUnexpected() throws FormatException {
    byte[] bytes = new byte[64];
    bytes[13] = 1;
    bytes[40] = 1;
    bytes[53] = (byte) 0x40;
    bytes[55] = (byte) 0x80;
    bytes[62] = 1;
    KernelDescriptor descriptor =
        KernelDescriptor.read(ByteView.of("reserved", bytes), 0, Generation.GFX9);
    assertThat(descriptor.fields())
        .filteredOn(Field::unexpected)
        .extracting(Field::byteOffset)
        .containsExactly(12, 24, 52, 52, 60);
  }

  @Test
  void anUnknownProcessorLeavesItsOwnBitsOpen() throws FormatException {
    byte[] bytes = new byte[64];
    java.util.Arrays.fill(bytes, 44, 60, (byte) 0xff);
    KernelDescriptor descriptor =
        KernelDescriptor.read(ByteView.of("unknown", bytes), 0, Generation.UNKNOWN);
    assertThat(descriptor.vgprs()).isEmpty();
    assertThat(descriptor.sgprs()).isEmpty();
    assertThat(descriptor.fields())
        .filteredOn(field -> field.group().equals("COMPUTE_PGM_RSRC3"))
        .singleElement()
        .satisfies(
            field -> {
              assertThat(field.bits()).isEqualTo("31:0");
              assertThat(field.meaning()).contains("not known");
              assertThat(field.unexpected()).isFalse();
            });
  }

  @Test
  void wordsNameCountsAndSizes() throws FormatException {
    byte[] bytes = new byte[64];
    bytes[0] = 0;
    bytes[1] = 8;
    bytes[48] = 0x45;
    bytes[44] = (byte) 0x30;
    bytes[57] = 4;
    assertThat(meaning(bytes, Generation.GFX11, "GRANULATED_WORKITEM_VGPR_COUNT"))
        .isEqualTo("48 vector registers (blocks of 8)");
    assertThat(meaning(bytes, Generation.GFX12_5, "GRANULATED_WORKITEM_VGPR_COUNT"))
        .isEqualTo("96 vector registers (blocks of 16)");
    assertThat(meaning(bytes, Generation.GFX9, "GRANULATED_WORKITEM_VGPR_COUNT"))
        .isEqualTo("24 vector registers (blocks of 4)");
    assertThat(meaning(bytes, Generation.GFX11, "INST_PREF_SIZE"))
        .isEqualTo("384 bytes of instructions are fetched before a wave starts");
    assertThat(meaning(bytes, Generation.GFX11, "GROUP_SEGMENT_FIXED_SIZE"))
        .isEqualTo("2 048 bytes");
    assertThat(meaning(bytes, Generation.GFX11, "ENABLE_WAVEFRONT_SIZE32"))
        .isEqualTo("waves of 32 work-items");
    assertThat(meaning(bytes, Generation.GFX8, "GRANULATED_WAVEFRONT_SGPR_COUNT"))
        .isEqualTo("16 scalar registers (blocks of 8)");
  }

  private static String meaning(byte[] bytes, Generation generation, String name)
      throws FormatException {
    return KernelDescriptor.read(ByteView.of("words", bytes), 0, generation).fields().stream()
        .filter(field -> field.name().equals(name))
        .findFirst()
        .orElseThrow()
        .meaning();
  }
}
