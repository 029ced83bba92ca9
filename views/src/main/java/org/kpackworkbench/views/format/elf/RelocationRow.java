package org.kpackworkbench.views.format.elf;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.demangle.Demangler;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.Relocation;
import org.kpackworkbench.model.format.elf.RelocationTable;

/**
 * A relocation as the table shows it.
 *
 * @param relocation the relocation
 * @param symbol the name of the symbol it refers to; empty where it refers to none
 * @param section where what it changes is
 * @param pointsTo for relative ones the section that the result falls in, else empty
 * @param place where it stands; null where it shares its bytes with others
 */
record RelocationRow(
    Relocation relocation,
    String symbol,
    String section,
    String pointsTo,
    Place.@Nullable Part place) {

  static RelocationRow of(ElfSubject subject, Relocation relocation, Place.@Nullable Part place)
      throws IOException {
    RelocationTable table = relocation.table();
    ElfSymbol symbol = relocation.symbol();
    ElfSection target = table.target();
    ElfSection changed =
        target != null && subject.elf().header().isObject()
            ? target
            : subject.elf().sectionAt(relocation.offset());
    return new RelocationRow(
        relocation,
        symbol == null ? unnamed(relocation) : symbol.name(),
        changed == null ? "" : changed.label(),
        pointsTo(subject, relocation, symbol),
        place);
  }

  /** The symbol's name as its author wrote it; empty where it is no mangled one. */
  String readable() {
    return Demangler.tryDemangle(symbol).orElse("");
  }

  /** The addend, signed, in hexadecimal. */
  String addend() {
    long addend = relocation.addend();
    String text =
        addend < 0 && addend > Integer.MIN_VALUE ? "-" + Words.hex(-addend) : Words.hex(addend);
    return relocation.addendInData() ? text + " (in the data)" : text;
  }

  private static String unnamed(Relocation relocation) {
    return relocation.symbolIndex() == 0 ? "" : "symbol " + relocation.symbolIndex();
  }

  private static String pointsTo(
      ElfSubject subject, Relocation relocation, @Nullable ElfSymbol symbol) {
    if (subject.elf().header().isObject()) {
      return "";
    }
    long address;
    if (symbol == null && relocation.symbolIndex() == 0) {
      address = relocation.addend();
    } else if (symbol != null && !symbol.isUndefined()) {
      address = symbol.value() + relocation.addend();
    } else {
      return "";
    }
    ElfSection section = subject.elf().sectionAt(address);
    return section == null
        ? ""
        : "%s + %s".formatted(section.label(), Words.hex(address - section.address()));
  }
}
