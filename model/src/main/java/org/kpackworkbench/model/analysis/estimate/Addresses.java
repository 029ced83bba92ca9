package org.kpackworkbench.model.analysis.estimate;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.elf.AddressMap.InFile;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.SymbolTable;

/** Addresses in code objects, which differ where the same code has another place. */
final class Addresses {
  private static final long MOST_BYTES = 64L << 20;
  private static final String DESCRIPTOR = ".kd";
  private static final int ENTRY_OFFSET = 16;

  private Addresses() {}

  /**
   * Zeroes the entry of each kernel descriptor, and literals that are added to the program counter:
   * those of {@code s_add_u32} and {@code s_addc_u32}. Very large code objects stay as they are.
   */
  static ByteView masked(ByteView code) throws FormatException {
    if (code.size() > MOST_BYTES) {
      return code;
    }
    ByteBuffer bytes = ByteBuffer.wrap(code.bytes(0, (int) code.size()));
    bytes.order(ByteOrder.LITTLE_ENDIAN);
    for (ByteRange range : Arrangement.executable(code)) {
      int end = (int) Math.min(range.end(), code.size()) - 2 * Integer.BYTES;
      for (int at = (int) range.start(); at <= end; at += Integer.BYTES) {
        if (isAddOfLiteral(bytes.getInt(at))) {
          at += Integer.BYTES;
          bytes.putInt(at, 0);
        }
      }
    }
    descriptors(code, bytes);
    return ByteView.of(code.name(), bytes.array());
  }

  /** Whether a scalar addition, with carry or without, takes its second operand from a literal. */
  private static boolean isAddOfLiteral(int word) {
    int operation = word >>> 24;
    return (operation == 0x80 || operation == 0x82) && (word >>> 8 & 0xff) == 0xff;
  }

  private static void descriptors(ByteView code, ByteBuffer bytes) {
    try {
      ElfFile elf = ElfFile.read(code);
      for (SymbolTable table : elf.symbolTables()) {
        for (int i = 0; i < table.size(); i++) {
          if (table.name(i).endsWith(DESCRIPTOR)
              && elf.addresses().locate(table.symbol(i).value()) instanceof InFile place
              && place.fileOffset() <= code.size() - ENTRY_OFFSET - Long.BYTES) {
            bytes.putLong((int) place.fileOffset() + ENTRY_OFFSET, 0);
          }
        }
      }
    } catch (FormatException noElf) {
      // Then it has no descriptors that could be found.
    }
  }
}
