package org.kpackworkbench.model.format.registration;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.SymbolTable;

/**
 * The compile unit's hash that a host binary has for each of its wrappers. Compilers lay a byte
 * called {@code __hip_cuid_HASH} right behind the variable that keeps the handle of a unit's
 * wrapper, and give all code objects of the unit a symbol of the same name. Immutable.
 */
final class CompileUnits {
  private static final int MOST_NAMES = 2_000_000;
  private static final int HANDLE_BYTES = 8;

  private CompileUnits() {}

  /**
   * Reads them; all null where they do not lie as compilers lay them.
   *
   * @param handles for each wrapper the address of the variable that keeps its handle; null where
   *     that is not known
   * @throws FormatException only where the file changed meanwhile
   */
  static List<@Nullable String> of(ElfFile elf, List<@Nullable Long> handles)
      throws FormatException {
    List<@Nullable String> units = new ArrayList<>();
    NavigableMap<Long, String> symbols = symbols(elf);
    int before = 0;
    int known = 0;
    for (Long handle : handles) {
      String behind = handle == null ? null : symbols.get(handle + HANDLE_BYTES);
      units.add(behind);
      if (handle != null) {
        known++;
        before += symbols.subMap(handle - HANDLE_BYTES, true, handle, false).isEmpty() ? 0 : 1;
      }
    }
    // A handle without one, or one before each: they lie in another way.
    boolean clear = known > 0 && before < known;
    for (int i = 0; clear && i < units.size(); i++) {
      clear = handles.get(i) == null || units.get(i) != null;
    }
    return clear ? units : Collections.nCopies(handles.size(), null);
  }

  /** The hashes by address. */
  private static NavigableMap<Long, String> symbols(ElfFile elf) throws FormatException {
    NavigableMap<Long, String> symbols = new TreeMap<>();
    try {
      for (SymbolTable table : elf.symbolTables()) {
        int count = Math.min(table.size(), MOST_NAMES);
        for (int i = 1; i < count; i++) {
          String name = table.name(i);
          if (name.startsWith(UnitNames.UNIT) && name.length() > UnitNames.UNIT.length()) {
            ElfSymbol symbol = table.symbol(i);
            if (!symbol.isUndefined()) {
              symbols.put(symbol.value(), name.substring(UnitNames.UNIT.length()));
            }
          }
        }
      }
    } catch (FormatException broken) {
      if (broken.reason() == Reason.FILE_CHANGED || broken.reason() == Reason.CLOSED) {
        throw broken;
      }
      return new TreeMap<>();
    }
    return symbols;
  }
}
