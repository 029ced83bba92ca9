package org.kpackworkbench.model.format.elf;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;

/**
 * A relocation.
 *
 * @param table the table it stands in
 * @param index its number in the table; of packed ones its number among the unpacked
 * @param offset what it changes: a virtual address, or in an object file an offset in {@link
 *     RelocationTable#target}
 * @param type of the machine's own meaning, see {@link RelocationType}
 * @param symbolIndex index in {@link RelocationTable#symbols}, 0 for none
 * @param addend the addend; of {@code REL} and {@code RELR} the one that stands in the data, 0
 *     where that is not in the file
 */
public record Relocation(
    RelocationTable table, int index, long offset, long type, long symbolIndex, long addend) {

  /** The type's name, e.g. {@code R_X86_64_RELATIVE}. */
  public String typeName() {
    return RelocationType.name(table.machine(), type);
  }

  /** Whether the addend stands in the data and not in the table. */
  public boolean addendInData() {
    return table.kind() != RelocationTable.Kind.RELA;
  }

  /** The symbol it names; null where it names none or an impossible one. */
  public @Nullable ElfSymbol symbol() throws FormatException {
    SymbolTable symbols = table.symbols();
    return symbols == null || symbolIndex <= 0 || symbolIndex >= symbols.size()
        ? null
        : symbols.symbol((int) symbolIndex);
  }
}
