package org.kpackworkbench.model.elf;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.bytes.ByteView;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.elf.PointerValue.How;

/** Works out what pointers will hold once relocations are applied. */
final class Pointers {
  private final ElfHeader header;
  private final List<ElfSection> sections;
  private final List<RelocationTable> tables;
  private final AddressMap addresses;
  private final Map<RelocationTable, RelocationIndex> bySection = new HashMap<>();
  private @Nullable RelocationIndex dynamic;

  Pointers(
      ElfHeader header,
      List<ElfSection> sections,
      List<RelocationTable> tables,
      AddressMap addresses) {
    this.header = header;
    this.sections = sections;
    this.tables = tables;
    this.addresses = addresses;
  }

  PointerValue atAddress(long virtualAddress) throws FormatException {
    Relocation relocation = dynamic().find(virtualAddress);
    return switch (addresses.locate(virtualAddress)) {
      case AddressMap.InFile in -> {
        ByteView bytes = addresses.from(virtualAddress);
        yield bytes.size() < 8 ? nothing() : value(bytes.u64(0), relocation);
      }
      case AddressMap.ZeroFilled zero -> value(0, relocation);
      case AddressMap.BeyondFile beyond -> nothing();
      case AddressMap.Unmapped unmapped -> nothing();
    };
  }

  PointerValue inSection(ElfSection section, ByteView content, long offset) throws FormatException {
    if (offset < 0 || offset > content.size() - 8) {
      return nothing();
    }
    Relocation found = null;
    for (RelocationTable table : tables) {
      ElfSection target = table.target();
      if (target != null && target.index() == section.index()) {
        Relocation here = index(table).find(offset);
        found = here == null ? found : here;
      }
    }
    return value(content.u64(offset), found);
  }

  private PointerValue value(long stored, @Nullable Relocation relocation) throws FormatException {
    if (relocation == null) {
      return new PointerValue(How.STATIC, stored, stored, null, null, null);
    }
    long type = relocation.type();
    if (RelocationType.isRelative(header.machine(), type)) {
      boolean packed = relocation.table().kind() == RelocationTable.Kind.RELR;
      How how = packed ? How.PACKED : How.RELATIVE;
      return new PointerValue(how, relocation.addend(), stored, relocation, null, null);
    }
    ElfSymbol symbol = relocation.symbol();
    if (!RelocationType.isSymbolic(header.machine(), type)) {
      return new PointerValue(How.OTHER, 0, stored, relocation, symbol, null);
    }
    if (symbol == null) {
      // Symbol 0 has the value 0: the addend alone, to which no base is added.
      boolean none = relocation.symbolIndex() == 0;
      return new PointerValue(
          none ? How.SYMBOLIC : How.UNDEFINED,
          none ? relocation.addend() : 0,
          stored,
          relocation,
          null,
          null);
    }
    return symbolic(stored, relocation, symbol);
  }

  private PointerValue symbolic(long stored, Relocation relocation, ElfSymbol symbol) {
    if (symbol.isUndefined() || symbol.sectionField() == ElfSymbol.SECTION_COMMON) {
      return new PointerValue(How.UNDEFINED, 0, stored, relocation, symbol, null);
    }
    boolean counted =
        header.isObject() && symbol.section() > 0 && symbol.section() < sections.size();
    ElfSection target = counted ? sections.get(symbol.section()) : null;
    long value = symbol.value() + relocation.addend();
    return new PointerValue(How.SYMBOLIC, value, stored, relocation, symbol, target);
  }

  private synchronized RelocationIndex index(RelocationTable table) throws FormatException {
    RelocationIndex index = bySection.get(table);
    if (index == null) {
      index = RelocationIndex.of(List.of(table));
      bySection.put(table, index);
    }
    return index;
  }

  private static PointerValue nothing() {
    return new PointerValue(How.NONE, 0, 0, null, null, null);
  }

  private synchronized RelocationIndex dynamic() throws FormatException {
    RelocationIndex index = dynamic;
    if (index == null) {
      index = RelocationIndex.of(tables.stream().filter(RelocationTable::isDynamic).toList());
      dynamic = index;
    }
    return index;
  }
}
