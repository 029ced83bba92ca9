package org.kpackworkbench.model.format.coff;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
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

  /** Sections may share entries, so that their number is not bounded by the size of the file. */
  private static final int MOST_ENTRIES = 1 << 22;

  private final ByteView view;
  private final List<CoffSection> sections;
  private final CoffNames names;
  private final long symbols;
  private final long symbolCount;
  private final int pointerType;
  private final ConcurrentMap<Integer, Map<Long, Long>> symbolsBySection =
      new ConcurrentHashMap<>();
  private final AtomicInteger read = new AtomicInteger();

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
    Map<Long, Long> known = symbolsBySection.get(section.index());
    if (known == null) {
      known = symbolsOf(section);
      symbolsBySection.putIfAbsent(section.index(), known);
    }
    Long symbol = known.get(offset);
    return symbol == null
        ? new CoffPointer(stored, stored, null, "", null)
        : toSymbol(symbol, stored);
  }

  /** The symbols that pointers of a section lead to, by the offsets of the pointers. */
  private Map<Long, Long> symbolsOf(CoffSection section) throws FormatException {
    Map<Long, Long> found = new HashMap<>();
    for (int i = 0; i < section.relocationCount(); i++) {
      long at = section.relocationsOffset() + (long) i * ENTRY_BYTES;
      if (at > view.size() - ENTRY_BYTES || read.incrementAndGet() > MOST_ENTRIES) {
        break;
      }
      if (view.u16(at + 8) == pointerType) {
        found.putIfAbsent(view.u32(at), view.u32(at + 4));
      }
    }
    return Map.copyOf(found);
  }

  private CoffPointer toSymbol(long number, long stored) throws FormatException {
    long at = symbols + number * CoffFile.SYMBOL_BYTES;
    if (number >= symbolCount || at > view.size() - CoffFile.SYMBOL_BYTES) {
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
