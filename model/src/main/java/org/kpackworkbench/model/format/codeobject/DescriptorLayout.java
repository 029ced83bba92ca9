package org.kpackworkbench.model.format.codeobject;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.text.ResourceLines;
import org.kpackworkbench.model.format.codeobject.DescriptorBits.BitField;
import org.kpackworkbench.model.format.codeobject.DescriptorBits.BitField.Meaning;
import org.kpackworkbench.model.format.codeobject.ProcessorTable.Generation;

/**
 * Where the fields of a kernel descriptor lie, and which bits its registers have.
 *
 * <p>After "Kernel Descriptor" in LLVM's AMDGPU usage guide and {@code AMDHSAKernelDescriptor.h};
 * the bits of registers are in the resource {@code descriptor.txt}.
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
  static final int KERNEL_CODE_PROPERTIES = 56;
  static final int RESERVED_3 = 60;

  /** Its registers, in the order in which they are shown. */
  static final List<Register> REGISTERS = read();

  private DescriptorLayout() {}

  /** A part of the descriptor with fields of bits, lowest first. */
  record Register(String name, int offset, int bits, List<BitField> layout) {}

  private static List<Register> read() {
    List<Register> registers = new ArrayList<>();
    for (String line : ResourceLines.of(DescriptorLayout.class, "descriptor.txt")) {
      String[] columns = line.split(" ", 5);
      if (columns.length == 3) {
        int offset = Integer.parseInt(columns[1]);
        int bits = Integer.parseInt(columns[2]);
        registers.add(new Register(columns[0], offset, bits, new ArrayList<>()));
      } else {
        registers.getLast().layout().add(field(columns));
      }
    }
    return List.copyOf(registers);
  }

  private static BitField field(String[] columns) {
    boolean always = columns[3].equals("-");
    String[] generations = (always ? "gfx6..gfx13" : columns[3]).split("\\.\\.", -1);
    return new BitField(
        columns[2],
        Integer.parseInt(columns[0]),
        Integer.parseInt(columns[1]),
        Generation.of(generations[0]),
        Generation.of(generations[1]),
        always,
        meaning(columns[4]));
  }

  private static Meaning meaning(String text) {
    int colon = text.indexOf(": ");
    List<String> words = List.of(text.substring(colon + 1).strip().split(" \\| ", -1));
    return switch (colon < 0 ? text : text.substring(0, colon)) {
      case "vgprs" -> DescriptorBits::vgprs;
      case "sgprs" -> DescriptorBits::sgprs;
      case "workItemIds" -> DescriptorBits::workItemIds;
      case "ldsBlocks" -> DescriptorBits::ldsBlocks;
      case "accumOffset" -> DescriptorBits::accumOffset;
      case "sharedVgprs" -> DescriptorBits::sharedVgprs;
      case "instructionPrefetch" -> DescriptorBits::instructionPrefetch;
      case "namedBarriers" -> DescriptorBits::namedBarriers;
      case "cacheSplit" -> DescriptorBits::cacheSplit;
      case "waveSize" -> DescriptorBits::waveSize;
      case "preloadedWords" -> DescriptorBits::preloadedWords;
      case "preloadStart" -> DescriptorBits::preloadStart;
      case "count" -> DescriptorBits.count(words.getFirst());
      case "enables" -> DescriptorBits.either(List.of("no " + words.getFirst(), words.getFirst()));
      case "either" -> DescriptorBits.either(words);
      case "zero" -> DescriptorBits.zero(words.getFirst());
      default -> throw new IllegalStateException("no such meaning: " + text);
    };
  }
}
