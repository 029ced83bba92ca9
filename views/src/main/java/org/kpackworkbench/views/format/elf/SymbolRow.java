package org.kpackworkbench.views.format.elf;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.demangle.Demangler;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSymbol;

/**
 * A symbol as the table shows it.
 *
 * @param symbol the symbol
 * @param table the name of its table
 * @param section where it is, in words
 * @param place its place; its bytes where it has any in the file
 */
record SymbolRow(ElfSymbol symbol, String table, String section, Place.Symbol place) {

  static SymbolRow of(ElfSubject subject, ElfSymbol symbol, String table) {
    return new SymbolRow(symbol, table, section(subject, symbol), subject.places().symbol(symbol));
  }

  /** The name as its author wrote it; empty where it is no mangled one. */
  String readable() {
    return Demangler.tryDemangle(symbol.name()).orElse("");
  }

  /** The name with its version, as linkers write it. */
  String name() {
    @Nullable String version = symbol.version();
    String name = symbol.name().isEmpty() ? "(no name)" : symbol.name();
    return version == null ? name : name + "@" + version;
  }

  private static String section(ElfSubject subject, ElfSymbol symbol) {
    if (symbol.isUndefined()) {
      return "undefined";
    }
    if (symbol.isAbsolute()) {
      return "absolute";
    }
    if (symbol.sectionField() == ElfSymbol.SECTION_COMMON) {
      return "common";
    }
    ElfSection section = subject.section(symbol.section());
    return section == null ? "section " + symbol.section() : section.label();
  }
}
