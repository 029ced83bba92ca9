package org.kpackworkbench.model.format.registration;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.format.elf.SymbolTable;

/**
 * Names in a code object for the translation unit that it was compiled from.
 *
 * @param kernels its kernels' names, as the compiler mangled them
 * @param units the compile units' hashes; several where units were linked for the device
 */
public record UnitNames(Set<String> kernels, Set<String> units) {
  private static final String DESCRIPTOR = ".kd";

  /** How symbols begin that name a compile unit's hash. */
  static final String UNIT = "__hip_cuid_";

  private static final int MOST_NAMES = 2_000_000;

  public UnitNames {
    kernels = Set.copyOf(kernels);
    units = Set.copyOf(units);
  }

  /**
   * Reads a code object's symbols, or its metadata where it has none.
   *
   * @return null if it is no code object
   * @throws FormatException only where the file changed meanwhile
   */
  public static @Nullable UnitNames of(ByteView bytes) throws FormatException {
    try {
      CodeObject code = CodeObject.read(bytes);
      List<SymbolTable> tables = code.elf().symbolTables();
      Set<String> kernels = new LinkedHashSet<>();
      Set<String> units = new LinkedHashSet<>();
      for (SymbolTable table : tables) {
        int count = Math.min(table.size(), MOST_NAMES);
        for (int i = 1; i < count; i++) {
          String name = table.name(i);
          if (name.endsWith(DESCRIPTOR)) {
            kernels.add(name.substring(0, name.length() - DESCRIPTOR.length()));
          } else if (name.startsWith(UNIT) && name.length() > UNIT.length()) {
            units.add(name.substring(UNIT.length()));
          }
        }
      }
      if (kernels.isEmpty()) {
        code.kernels().stream()
            .map(Kernel::name)
            .filter(name -> !name.isEmpty())
            .forEach(kernels::add);
      }
      return new UnitNames(kernels, units);
    } catch (FormatException broken) {
      broken.throwIfFileChanged();
      return null;
    }
  }
}
