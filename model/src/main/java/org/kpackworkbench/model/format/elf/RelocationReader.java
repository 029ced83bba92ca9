package org.kpackworkbench.model.format.elf;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.elf.RelocationTable.Kind;

/** Finds the tables of relocations by section headers and by the dynamic section. */
final class RelocationReader {
  private final ByteView file;
  private final ElfHeader header;
  private final List<ElfSection> sections;
  private final List<SymbolTable> symbols;
  private final AddressMap addresses;
  private final Problems problems;
  private final List<RelocationTable> tables = new ArrayList<>();

  RelocationReader(
      ByteView file,
      ElfHeader header,
      List<ElfSection> sections,
      List<SymbolTable> symbols,
      AddressMap addresses,
      Problems problems) {
    this.file = file;
    this.header = header;
    this.sections = sections;
    this.symbols = symbols;
    this.addresses = addresses;
    this.problems = problems;
  }

  List<RelocationTable> read(List<DynamicEntry> dynamic) throws FormatException {
    for (ElfSection section : sections) {
      Kind kind = kind(section.type());
      if (kind != null) {
        try {
          tables.add(table(section, kind));
        } catch (FormatException problem) {
          problems.add(problem);
        }
      }
    }
    addUnlisted(dynamic, DynamicTag.RELR, DynamicTag.RELRSZ, Kind.RELR);
    addUnlisted(dynamic, DynamicTag.REL, DynamicTag.RELSZ, Kind.REL);
    addUnlisted(dynamic, DynamicTag.RELA, DynamicTag.RELASZ, Kind.RELA);
    long procedures = value(dynamic, DynamicTag.PLTREL);
    addUnlisted(
        dynamic,
        DynamicTag.JMPREL,
        DynamicTag.PLTRELSZ,
        procedures == DynamicTag.REL ? Kind.REL : Kind.RELA);
    return List.copyOf(tables);
  }

  private static @Nullable Kind kind(long type) {
    if (type == SectionType.RELA) {
      return Kind.RELA;
    }
    if (type == SectionType.REL) {
      return Kind.REL;
    }
    return type == SectionType.RELR || type == SectionType.ANDROID_RELR ? Kind.RELR : null;
  }

  private RelocationTable table(ElfSection section, Kind kind) throws FormatException {
    boolean dynamic = section.isAllocated() && !header.isObject();
    ElfSection target = null;
    ByteView targetBytes = null;
    if (header.isObject() && section.info() > 0 && section.info() < sections.size()) {
      target = sections.get((int) section.info());
      targetBytes = contentOrNull(target);
    }
    SymbolTable linked = null;
    for (SymbolTable table : symbols) {
      ElfSection holder = table.section();
      if (holder != null && holder.index() == section.link()) {
        linked = table;
      }
    }
    RelocationContext context =
        new RelocationContext(
            header.machine(), dynamic, addresses, section, target, targetBytes, linked);
    int entrySize = SymbolReader.entrySize(file, section, usualSize(kind));
    return create(context, ElfReader.content(file, section), kind, entrySize);
  }

  private @Nullable ByteView contentOrNull(ElfSection section) {
    try {
      return ElfReader.content(file, section);
    } catch (FormatException outside) {
      // Listed among the problems with the bounds of all sections.
      return null;
    }
  }

  private static int usualSize(Kind kind) {
    return switch (kind) {
      case RELA -> EntryRelocations.RELA_SIZE_BYTES;
      case REL -> EntryRelocations.REL_SIZE_BYTES;
      case RELR -> PackedRelocations.WORD_BYTES;
    };
  }

  private static RelocationTable create(
      RelocationContext context, ByteView bytes, Kind kind, int entrySize) {
    return kind == Kind.RELR
        ? new PackedRelocations(context, bytes)
        : new EntryRelocations(context, bytes, kind, entrySize);
  }

  /** Adds a table that a loader uses though no section header names it. */
  private void addUnlisted(List<DynamicEntry> dynamic, long at, long size, Kind kind)
      throws FormatException {
    long address = value(dynamic, at);
    long sizeBytes = value(dynamic, size);
    if (address == 0 || sizeBytes <= 0 || isListed(address)) {
      return;
    }
    try {
      ByteView bytes = addresses.from(address);
      bytes = bytes.slice(0, sizeBytes);
      SymbolTable loaderSymbols =
          symbols.stream().filter(SymbolTable::isDynamic).findFirst().orElse(null);
      RelocationContext context =
          new RelocationContext(header.machine(), true, addresses, null, null, null, loaderSymbols);
      tables.add(create(context, bytes, kind, usualSize(kind)));
    } catch (FormatException problem) {
      problems.add(problem);
    }
  }

  private boolean isListed(long address) {
    for (RelocationTable table : tables) {
      ElfSection section = table.section();
      if (section != null && table.isDynamic() && section.containsAddress(address)) {
        return true;
      }
    }
    return false;
  }

  private static long value(List<DynamicEntry> dynamic, long tag) {
    for (DynamicEntry entry : dynamic) {
      if (entry.tag() == tag) {
        return entry.value();
      }
    }
    return 0;
  }
}
