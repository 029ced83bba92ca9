package org.kpackworkbench.model.format.codeobject;

import static org.kpackworkbench.model.format.codeobject.DescriptorBits.BitField.all;
import static org.kpackworkbench.model.format.codeobject.DescriptorBits.BitField.only;
import static org.kpackworkbench.model.format.codeobject.DescriptorBits.count;
import static org.kpackworkbench.model.format.codeobject.DescriptorBits.either;
import static org.kpackworkbench.model.format.codeobject.DescriptorBits.enables;
import static org.kpackworkbench.model.format.codeobject.DescriptorBits.zero;
import static org.kpackworkbench.model.format.codeobject.ProcessorTable.Generation.GFX10;
import static org.kpackworkbench.model.format.codeobject.ProcessorTable.Generation.GFX11;
import static org.kpackworkbench.model.format.codeobject.ProcessorTable.Generation.GFX11_7;
import static org.kpackworkbench.model.format.codeobject.ProcessorTable.Generation.GFX12;
import static org.kpackworkbench.model.format.codeobject.ProcessorTable.Generation.GFX12_5;
import static org.kpackworkbench.model.format.codeobject.ProcessorTable.Generation.GFX13;
import static org.kpackworkbench.model.format.codeobject.ProcessorTable.Generation.GFX6;
import static org.kpackworkbench.model.format.codeobject.ProcessorTable.Generation.GFX9;
import static org.kpackworkbench.model.format.codeobject.ProcessorTable.Generation.GFX90A;
import static org.kpackworkbench.model.format.codeobject.ProcessorTable.Generation.GFX950;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.kpackworkbench.model.format.codeobject.DescriptorBits.BitField;
import org.kpackworkbench.model.format.codeobject.ProcessorTable.Generation;

/**
 * Where the fields of a kernel descriptor lie, and which bits its registers have.
 *
 * <p>After "Kernel Descriptor" in LLVM's AMDGPU usage guide and {@code AMDHSAKernelDescriptor.h}.
 */
final class DescriptorLayout {
  static final int SIZE_BYTES = 64;
  static final int GROUP_SEGMENT_FIXED_SIZE = 0;
  static final int PRIVATE_SEGMENT_FIXED_SIZE = 4;
  static final int KERNARG_SIZE = 8;
  static final int RESERVED_0 = 12;
  static final int KERNEL_CODE_ENTRY_BYTE_OFFSET = 16;
  static final int RESERVED_1 = 24;
  static final int COMPUTE_PGM_RSRC3 = 44;
  static final int COMPUTE_PGM_RSRC1 = 48;
  static final int COMPUTE_PGM_RSRC2 = 52;
  static final int KERNEL_CODE_PROPERTIES = 56;
  static final int KERNARG_PRELOAD = 58;
  static final int RESERVED_3 = 60;

  static final List<BitField> RSRC1 =
      lowestFirst(
          all("GRANULATED_WORKITEM_VGPR_COUNT", 0, 6, DescriptorBits::vgprs),
          all("GRANULATED_WAVEFRONT_SGPR_COUNT", 6, 4, DescriptorBits::sgprs),
          all("PRIORITY", 10, 2, zero("priority at start")),
          all("FLOAT_ROUND_MODE_32", 12, 2, DescriptorBits::rounding),
          all("FLOAT_ROUND_MODE_16_64", 14, 2, DescriptorBits::rounding),
          all("FLOAT_DENORM_MODE_32", 16, 2, DescriptorBits::denormals),
          all("FLOAT_DENORM_MODE_16_64", 18, 2, DescriptorBits::denormals),
          all("PRIV", 20, 1, zero("privileged start")),
          only(
              "ENABLE_DX10_CLAMP",
              21,
              1,
              GFX6,
              GFX11,
              either("clamp keeps NaN", "clamp makes NaN 0")),
          only("WG_RR_EN", 21, 1, GFX12, GFX13, either("oldest wave first", "waves take turns")),
          all("DEBUG_MODE", 22, 1, zero("single-step start")),
          only("ENABLE_IEEE_MODE", 23, 1, GFX6, GFX11, enables("IEEE handling of signalling NaN")),
          only("DISABLE_PERF", 23, 1, GFX12, GFX13, zero("performance counters off")),
          all("BULKY", 24, 1, zero("one work-group for each compute unit")),
          all("CDBG_USER", 25, 1, zero("debugging flag")),
          only(
              "FP16_OVFL",
              26,
              1,
              GFX9,
              GFX13,
              either("16-bit overflow gives infinity", "16-bit overflow is clamped")),
          only(
              "FLAT_SCRATCH_IS_NV",
              27,
              1,
              GFX12_5,
              GFX12_5,
              either("scratch is as the instruction says", "scratch is always non-volatile")),
          only(
              "WGP_MODE",
              29,
              1,
              GFX10,
              GFX13,
              either(
                  "a work-group stays on one compute unit",
                  "a work-group may use both compute units")),
          only(
              "MEM_ORDERED",
              30,
              1,
              GFX10,
              GFX13,
              either("loads may return out of order", "loads return in order")),
          only(
              "FWD_PROGRESS",
              31,
              1,
              GFX10,
              GFX13,
              either("oldest wave first", "every wave makes progress")));

  static final List<BitField> RSRC2 =
      lowestFirst(
          all("ENABLE_PRIVATE_SEGMENT", 0, 1, enables("scratch memory")),
          only("USER_SGPR_COUNT", 1, 5, GFX6, GFX12, count("user scalar registers")),
          only("USER_SGPR_COUNT", 1, 6, GFX12_5, GFX12_5, count("user scalar registers")),
          only("ENABLE_TRAP_HANDLER", 6, 1, GFX6, GFX11_7, zero("trap handler")),
          only("ENABLE_DYNAMIC_VGPR", 6, 1, GFX12, GFX12, enables("vector registers on demand")),
          all("ENABLE_SGPR_WORKGROUP_ID_X", 7, 1, enables("work-group id X in a scalar register")),
          all("ENABLE_SGPR_WORKGROUP_ID_Y", 8, 1, enables("work-group id Y in a scalar register")),
          all("ENABLE_SGPR_WORKGROUP_ID_Z", 9, 1, enables("work-group id Z in a scalar register")),
          all(
              "ENABLE_SGPR_WORKGROUP_INFO",
              10,
              1,
              enables("work-group information in a scalar register")),
          all("ENABLE_VGPR_WORKITEM_ID", 11, 2, DescriptorBits::workItemIds),
          all("ENABLE_EXCEPTION_ADDRESS_WATCH", 13, 1, zero("address watch")),
          all("ENABLE_EXCEPTION_MEMORY", 14, 1, zero("memory violation exceptions")),
          all("GRANULATED_LDS_SIZE", 15, 9, DescriptorBits::ldsBlocks),
          all(
              "ENABLE_EXCEPTION_IEEE_754_FP_INVALID_OPERATION",
              24,
              1,
              enables("exception on invalid operation")),
          all(
              "ENABLE_EXCEPTION_FP_DENORMAL_SOURCE",
              25,
              1,
              enables("exception on a denormal source")),
          all(
              "ENABLE_EXCEPTION_IEEE_754_FP_DIVISION_BY_ZERO",
              26,
              1,
              enables("exception on division by zero")),
          all("ENABLE_EXCEPTION_IEEE_754_FP_OVERFLOW", 27, 1, enables("exception on overflow")),
          all("ENABLE_EXCEPTION_IEEE_754_FP_UNDERFLOW", 28, 1, enables("exception on underflow")),
          all(
              "ENABLE_EXCEPTION_IEEE_754_FP_INEXACT",
              29,
              1,
              enables("exception on an inexact result")),
          all(
              "ENABLE_EXCEPTION_INT_DIVIDE_BY_ZERO",
              30,
              1,
              enables("exception on integer division by zero")));

  static final List<BitField> RSRC3 =
      lowestFirst(
          only("ACCUM_OFFSET", 0, 6, GFX90A, GFX950, DescriptorBits::accumOffset),
          only(
              "TG_SPLIT",
              16,
              1,
              GFX90A,
              GFX950,
              either(
                  "a work-group's waves share a compute unit",
                  "a work-group's waves may be on several compute units")),
          only("SHARED_VGPR_COUNT", 0, 4, GFX10, GFX11_7, DescriptorBits::sharedVgprs),
          only("INST_PREF_SIZE", 4, 6, GFX11, GFX11_7, DescriptorBits::instructionPrefetch),
          only("TRAP_ON_START", 10, 1, GFX11, GFX11_7, zero("trap at start")),
          only("TRAP_ON_END", 11, 1, GFX11, GFX11_7, zero("trap at end")),
          only("INST_PREF_SIZE", 4, 8, GFX12, GFX13, DescriptorBits::instructionPrefetch),
          only("GLG_EN", 13, 1, GFX12, GFX13, enables("group launch guarantee")),
          only("NAMED_BAR_CNT", 14, 3, GFX12_5, GFX12_5, DescriptorBits::namedBarriers),
          only(
              "ENABLE_DYNAMIC_VGPR",
              17,
              1,
              GFX12_5,
              GFX12_5,
              enables("vector registers on demand")),
          only("TCP_SPLIT", 18, 3, GFX12_5, GFX12_5, DescriptorBits::cacheSplit),
          only("ENABLE_DIDT_THROTTLE", 21, 1, GFX12_5, GFX12_5, enables("current throttling")),
          only("IMAGE_OP", 31, 1, GFX11, GFX13, enables("image instructions")));

  static final List<BitField> CODE_PROPERTIES =
      lowestFirst(
          all(
              "ENABLE_SGPR_PRIVATE_SEGMENT_BUFFER",
              0,
              1,
              enables("scratch buffer descriptor in scalar registers")),
          all(
              "ENABLE_SGPR_DISPATCH_PTR",
              1,
              1,
              enables("dispatch packet pointer in scalar registers")),
          all("ENABLE_SGPR_QUEUE_PTR", 2, 1, enables("queue pointer in scalar registers")),
          all(
              "ENABLE_SGPR_KERNARG_SEGMENT_PTR",
              3,
              1,
              enables("argument pointer in scalar registers")),
          all("ENABLE_SGPR_DISPATCH_ID", 4, 1, enables("dispatch id in scalar registers")),
          all(
              "ENABLE_SGPR_FLAT_SCRATCH_INIT",
              5,
              1,
              enables("flat scratch start in scalar registers")),
          all(
              "ENABLE_SGPR_PRIVATE_SEGMENT_SIZE",
              6,
              1,
              enables("scratch size in a scalar register")),
          all("ENABLE_WAVEFRONT_SIZE32", 10, 1, DescriptorBits::waveSize),
          all(
              "USES_DYNAMIC_STACK",
              11,
              1,
              either("the stack's size is known", "the stack grows as it runs")));

  static final List<BitField> PRELOAD =
      Stream.concat(preload(GFX90A, GFX950), preload(GFX12_5, GFX13)).toList();

  /** A part of the descriptor with fields of bits. */
  record Register(String name, int offset, int bits, List<BitField> layout) {}

  /** Its registers, in the order in which they are shown. */
  static final List<Register> REGISTERS =
      List.of(
          new Register("COMPUTE_PGM_RSRC3", COMPUTE_PGM_RSRC3, 32, RSRC3),
          new Register("COMPUTE_PGM_RSRC1", COMPUTE_PGM_RSRC1, 32, RSRC1),
          new Register("COMPUTE_PGM_RSRC2", COMPUTE_PGM_RSRC2, 32, RSRC2),
          new Register("KERNEL_CODE_PROPERTIES", KERNEL_CODE_PROPERTIES, 16, CODE_PROPERTIES),
          new Register("KERNARG_PRELOAD", KERNARG_PRELOAD, 16, PRELOAD));

  private static Stream<BitField> preload(Generation first, Generation last) {
    return Stream.of(
        only("KERNARG_PRELOAD_SPEC_LENGTH", 0, 7, first, last, DescriptorBits::preloadedWords),
        only("KERNARG_PRELOAD_SPEC_OFFSET", 7, 9, first, last, DescriptorBits::preloadStart));
  }

  private DescriptorLayout() {}

  private static List<BitField> lowestFirst(BitField... fields) {
    return Stream.of(fields).sorted(Comparator.comparing(BitField::low)).toList();
  }
}
