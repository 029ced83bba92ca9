package org.kpackworkbench.model.format.elf.edit;

import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.elf.DynamicEntry;
import org.kpackworkbench.model.format.elf.DynamicTag;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.elf.SymbolTable;

/** The rules about what names a section, by index or by address. */
final class ReferenceRules {
  private static final Map<Long, Long> TYPE_OF_TAG =
      Map.of(
          DynamicTag.HASH, SectionType.HASH,
          DynamicTag.GNU_HASH, SectionType.GNU_HASH,
          DynamicTag.SYMTAB, SectionType.DYNSYM,
          DynamicTag.STRTAB, SectionType.STRTAB,
          DynamicTag.RELA, SectionType.RELA,
          DynamicTag.RELR, SectionType.RELR);

  private final ElfFile elf;
  private final List<LayoutFinding> findings;

  ReferenceRules(ElfFile elf, List<LayoutFinding> findings) {
    this.elf = elf;
    this.findings = findings;
  }

  void check() throws FormatException {
    for (ElfSection section : elf.sections()) {
      links(section);
    }
    for (SymbolTable table : elf.symbolTables()) {
      symbols(table);
    }
    dynamic();
  }

  private void links(ElfSection section) {
    long count = elf.sections().size();
    long wanted = linkedType(section.type());
    if (section.link() >= count) {
      add(section.headerOffset(), section.label() + " links to section " + section.link());
    } else if (wanted != 0
        && section.link() != 0
        && elf.sections().get((int) section.link()).type() != wanted) {
      String linked = elf.sections().get((int) section.link()).label();
      add(section.headerOffset(), section.label() + " links to " + linked);
    }
    boolean relocations = section.type() == SectionType.RELA || section.type() == SectionType.REL;
    if (relocations && section.info() >= count) {
      add(section.headerOffset(), section.label() + " is for section " + section.info());
    }
  }

  private static long linkedType(long type) {
    if (type == SectionType.SYMTAB
        || type == SectionType.DYNSYM
        || type == SectionType.DYNAMIC
        || type == SectionType.GNU_VERNEED
        || type == SectionType.GNU_VERDEF) {
      return SectionType.STRTAB;
    }
    return type == SectionType.HASH
            || type == SectionType.GNU_HASH
            || type == SectionType.GNU_VERSYM
        ? SectionType.DYNSYM
        : 0;
  }

  private void symbols(SymbolTable table) throws FormatException {
    for (int i = 0; i < table.size(); i++) {
      ElfSymbol symbol = table.symbol(i);
      int field = symbol.sectionField();
      if (field == 0 || (field >= 0xff00 && field != ElfSymbol.SECTION_EXTENDED)) {
        continue;
      }
      boolean exists = symbol.section() > 0 && symbol.section() < elf.sections().size();
      ElfSection section = exists ? elf.sections().get(symbol.section()) : null;
      // Linkers give marks such as _end a section that ends before them, or the one behind.
      boolean counted =
          section != null && section.isAllocated() && symbol.type() == ElfSymbol.OBJECT;
      if (section == null || (counted && !holds(section, symbol))) {
        add(
            LayoutRule.SYMBOL_SECTION,
            section(table),
            "symbol %d (%s) at 0x%x in section %d"
                .formatted(i, symbol.name(), symbol.value(), symbol.section()));
      }
    }
  }

  private static boolean holds(ElfSection section, ElfSymbol symbol) {
    return symbol.value() >= section.address()
        && symbol.value() - section.address() <= section.sizeBytes();
  }

  private static long section(SymbolTable table) {
    ElfSection holder = table.section();
    return holder == null ? 0 : holder.fileOffset();
  }

  private void dynamic() {
    for (DynamicEntry entry : elf.dynamic()) {
      Long type = TYPE_OF_TAG.get(entry.tag());
      if (type == null || elf.sections().isEmpty()) {
        continue;
      }
      boolean found = false;
      for (ElfSection section : elf.sections()) {
        found |=
            section.isAllocated() && section.type() == type && section.address() == entry.value();
      }
      if (!found) {
        add(
            LayoutRule.DYNAMIC_MATCHES,
            0,
            "%s is 0x%x, where no such section is".formatted(entry.tagName(), entry.value()));
      }
    }
  }

  private void add(long fileOffset, String what) {
    add(LayoutRule.LINK_VALID, fileOffset, what);
  }

  private void add(LayoutRule rule, long fileOffset, String what) {
    if (findings.size() < LayoutVerifier.MOST_FINDINGS) {
      findings.add(new LayoutFinding(rule, fileOffset, what));
    }
  }
}
