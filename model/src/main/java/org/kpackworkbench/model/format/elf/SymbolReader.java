package org.kpackworkbench.model.format.elf;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.format.elf.ElfReader.Problems;
import org.kpackworkbench.model.format.elf.SymbolTable.SymbolVersions;

/** Finds the symbol tables by their section headers. */
record SymbolReader(ByteView file, List<ElfSection> sections, Problems problems) {
  /** Files have two; more than this would only cost time. */
  private static final int MOST_TABLES = 16;

  List<SymbolTable> read() throws FormatException {
    List<SymbolTable> tables = new ArrayList<>();
    for (ElfSection section : sections) {
      if (section.type() == SectionType.SYMTAB || section.type() == SectionType.DYNSYM) {
        if (tables.size() == MOST_TABLES) {
          problems.add(tooMany(section));
          break;
        }
        try {
          tables.add(table(section));
        } catch (FormatException problem) {
          problems.add(problem);
        }
      }
    }
    return tables;
  }

  private FormatException tooMany(ElfSection section) {
    return error(file, section, 4, "type", Reason.TOO_LARGE)
        .mismatch("at most " + MOST_TABLES + " symbol tables", "one more");
  }

  private SymbolTable table(ElfSection section) throws FormatException {
    int entrySize = entrySize(file, section, ElfSymbol.SIZE_BYTES);
    return new SymbolTable(
        ElfReader.content(file, section),
        entrySize,
        strings(section),
        extendedIndices(section),
        section.type() == SectionType.DYNSYM ? versions(section) : null,
        sections,
        section);
  }

  /** The entry size of a table; 0, which some tools write, is the usual one. */
  static int entrySize(ByteView file, ElfSection section, int usual) throws FormatException {
    long size = section.entrySizeBytes() == 0 ? usual : section.entrySizeBytes();
    if (size < usual || size > 4096) {
      throw error(file, section, 56, "entry size", Reason.BAD_VALUE)
          .mismatch(Integer.toString(usual), section.entrySizeBytes());
    }
    return (int) size;
  }

  /** Starts an error about a field of a section's header. */
  static FormatException.Builder error(
      ByteView file, ElfSection section, int fieldOffset, String field, Reason reason) {
    String structure = "section header " + section.index() + " (" + section.label() + ")";
    return FormatException.at(file, section.headerOffset() + fieldOffset, structure, field, reason);
  }

  private StringTable strings(ElfSection section) throws FormatException {
    if (section.link() <= 0 || section.link() >= sections.size()) {
      throw error(file, section, 40, "link", Reason.OUT_OF_BOUNDS)
          .mismatch("the index of a string table, below " + sections.size(), section.link());
    }
    return new StringTable(ElfReader.content(file, sections.get((int) section.link())));
  }

  private @Nullable ByteView extendedIndices(ElfSection section) throws FormatException {
    for (ElfSection other : sections) {
      if (other.type() == SectionType.SYMTAB_SHNDX && other.link() == section.index()) {
        return ElfReader.content(file, other);
      }
    }
    return null;
  }

  private @Nullable SymbolVersions versions(ElfSection section) throws FormatException {
    SymbolVersions versions = null;
    try {
      for (ElfSection other : sections) {
        if (other.type() == SectionType.GNU_VERSYM && other.link() == section.index()) {
          versions = SymbolVersions.of(ElfReader.content(file, other));
        }
      }
      for (ElfSection other : sections) {
        if (versions != null && other.type() == SectionType.GNU_VERNEED && other.sizeBytes() > 0) {
          versions.addNeeded(ElfReader.content(file, other), strings(other));
        }
        if (versions != null && other.type() == SectionType.GNU_VERDEF && other.sizeBytes() > 0) {
          versions.addDefined(ElfReader.content(file, other), strings(other));
        }
      }
    } catch (FormatException problem) {
      problems.add(problem);
    }
    return versions;
  }
}
