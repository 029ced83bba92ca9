package org.kpackworkbench.model.format.elf;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;

/**
 * The versions of dynamic symbols: {@code .gnu.version} has a number for each symbol, {@code
 * .gnu.version_r} and {@code .gnu.version_d} name the numbers (Linux Standard Base, "Symbol
 * Versioning").
 */
final class SymbolVersions {
  private static final int MOST_RECORDS = 1 << 15;
  private static final int MOST_NAME_BYTES = 4096;

  private final ByteView numbers;
  private final Map<Integer, String> names;

  private SymbolVersions(ByteView numbers, Map<Integer, String> names) {
    this.numbers = numbers;
    this.names = names;
  }

  /** Starts from the numbers of the symbols; the names are added to it. */
  static SymbolVersions of(ByteView numbers) {
    return new SymbolVersions(numbers, new HashMap<>());
  }

  /** Takes the names from {@code .gnu.version_r}: per library a chain of 16-byte records. */
  void addNeeded(ByteView needed, StringTable texts) throws FormatException {
    long library = 0;
    int records = 0;
    while (records++ < MOST_RECORDS) {
      int count = needed.u16(library + 2);
      long at = library + needed.u32(library + 8);
      for (int i = 0; i < count && records++ < MOST_RECORDS; i++) {
        String name = texts.text(needed.u32(at + 8), MOST_NAME_BYTES);
        names.put(needed.u16(at + 6) & 0x7fff, name);
        long next = needed.u32(at + 12);
        if (next == 0) {
          break;
        }
        at += next;
      }
      long next = needed.u32(library + 12);
      if (next == 0) {
        break;
      }
      library += next;
    }
  }

  /** Takes the names from {@code .gnu.version_d}: a chain of 20-byte records. */
  void addDefined(ByteView defined, StringTable texts) throws FormatException {
    long at = 0;
    for (int records = 0; records < MOST_RECORDS; records++) {
      long first = at + defined.u32(at + 12);
      String name = texts.text(defined.u32(first), MOST_NAME_BYTES);
      names.put(defined.u16(at + 4) & 0x7fff, name);
      long next = defined.u32(at + 16);
      if (next == 0) {
        break;
      }
      at += next;
    }
  }

  @Nullable String version(int symbol) throws FormatException {
    if (symbol >= numbers.size() / 2) {
      return null;
    }
    int number = numbers.u16(2L * symbol) & 0x7fff;
    // 0 is local, 1 global; the base definition has 1 too, and is the library's own name.
    return number < 2 ? null : names.get(number);
  }
}
