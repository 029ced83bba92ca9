package org.kpackworkbench.model.format.elf;

import java.util.Optional;
import org.kpackworkbench.model.base.bytes.FormatException;

/**
 * A relocation.
 *
 * @param table the table that contains it
 * @param index its number in the table; of packed ones its number among the unpacked
 * @param offset what it changes: a virtual address, or in an object file an offset in {@link
 *     RelocationTable#target}
 * @param type of the machine's own meaning, see {@link RelocationType}
 * @param symbolIndex index in {@link RelocationTable#symbols}, 0 for none
 * @param addend the addend; of {@code REL} and {@code RELR} the one in the data, 0 if that is not
 *     in the file
 */
public record Relocation(
    RelocationTable table, int index, long offset, long type, long symbolIndex, long addend) {

  /** The type's name, e.g. {@code R_X86_64_RELATIVE}. */
  public String typeName() {
    return RelocationType.name(table.machine(), type);
  }

  /** Whether the addend is in the data and not in the table. */
  public boolean addendInData() {
    return table.kind() != RelocationTable.Kind.RELA;
  }

  /** The symbol it names; empty if it names none or an impossible one. */
  public Optional<ElfSymbol> symbol() throws FormatException {
    SymbolTable symbols = table.symbols();
    return symbols == null || symbolIndex <= 0 || symbolIndex >= symbols.size()
        ? Optional.empty()
        : Optional.of(symbols.symbol((int) symbolIndex));
  }

  /**
   * Types of relocations: names after the x86-64 psABI (table 4.10) and LLVM's AMDGPU usage guide
   * ("Relocation Records"), and what they do as far as pointers in data are concerned.
   */
  public static final class RelocationType {
    private static final int X86_64_64 = 1;
    private static final int X86_64_RELATIVE = 8;
    private static final int AMDGPU_ABS64 = 3;
    private static final int AMDGPU_RELATIVE64 = 13;
    private static final int AARCH64_ABS64 = 257;
    private static final int AARCH64_RELATIVE = 1027;

    private RelocationType() {}

    /** The full name, e.g. {@code R_X86_64_RELATIVE}; {@code type N} where it has none here. */
    public static String name(int machine, long type) {
      return ElfNames.of("relocation-" + machine, type, "type %d");
    }

    /** Whether it sets a 64-bit word to load base + addend. */
    static boolean isRelative(int machine, long type) {
      return switch (machine) {
        case ElfMachine.X86_64 -> type == X86_64_RELATIVE;
        case ElfMachine.AMDGPU -> type == AMDGPU_RELATIVE64;
        case ElfMachine.AARCH64 -> type == AARCH64_RELATIVE;
        default -> false;
      };
    }

    /** Whether it sets a 64-bit word to symbol + addend. */
    static boolean isSymbolic(int machine, long type) {
      return switch (machine) {
        case ElfMachine.X86_64 -> type == X86_64_64;
        case ElfMachine.AMDGPU -> type == AMDGPU_ABS64;
        case ElfMachine.AARCH64 -> type == AARCH64_ABS64;
        default -> false;
      };
    }

    /** The type that a packed relocation represents. */
    static long relative(int machine) {
      return switch (machine) {
        case ElfMachine.X86_64 -> X86_64_RELATIVE;
        case ElfMachine.AMDGPU -> AMDGPU_RELATIVE64;
        case ElfMachine.AARCH64 -> AARCH64_RELATIVE;
        default -> 0;
      };
    }
  }
}
