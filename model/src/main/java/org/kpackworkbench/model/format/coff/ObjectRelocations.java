package org.kpackworkbench.model.format.coff;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;

/**
 * The relocations of pointers in an object file.
 *
 * <p>A section has entries of 10 bytes: offset (4), number of a symbol (4), type (2). A symbol has
 * 18 bytes: name (8), value (4), number of its section, from 1 (2), type (2), class (1), number of
 * following entries that belong to it (1).
 */
final class ObjectRelocations {
  static final int ENTRY_BYTES = 10;
  private static final int SYMBOL_BYTES = 18;

  private final ByteView view;
  private final List<CoffSection> sections;
  private final CoffNames names;
  private final long symbols;
  private final long symbolCount;
  private final int pointerType;

  ObjectRelocations(
      ByteView view,
      List<CoffSection> sections,
      CoffNames names,
      long symbols,
      long symbolCount,
      int machine) {
    this.view = view;
    this.sections = sections;
    this.names = names;
    this.symbols = symbols;
    this.symbolCount = symbolCount;
    this.pointerType = machine == CoffFile.ARM64 ? 14 : 1;
  }

  /** The pointer at an offset of a section's bytes, of which {@code stored} is in the file. */
  CoffPointer pointer(CoffSection section, long offset, long stored) throws FormatException {
    for (int i = 0; i < section.relocationCount(); i++) {
      long at = section.relocationsOffset() + (long) i * ENTRY_BYTES;
      if (at > view.size() - ENTRY_BYTES) {
        break;
      }
      if (view.u32(at) == offset && view.u16(at + 8) == pointerType) {
        return toSymbol(view.u32(at + 4), stored);
      }
    }
    return new CoffPointer(stored, stored, null, "", null);
  }

  private CoffPointer toSymbol(long number, long stored) throws FormatException {
    long at = symbols + number * SYMBOL_BYTES;
    if (number >= symbolCount || at > view.size() - SYMBOL_BYTES) {
      return new CoffPointer(0, stored, "ADDR64", "symbol " + number, null);
    }
    int section = view.u16(at + 12);
    @Nullable CoffSection target =
        section >= 1 && section <= sections.size() ? sections.get(section - 1) : null;
    String name = names.symbol(at);
    return new CoffPointer(
        view.u32(at + 8) + stored,
        stored,
        "ADDR64",
        name.isEmpty() ? "symbol " + number : name,
        target);
  }
}
