package org.kpackworkbench.model.format.elf;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.StructReader;
import org.kpackworkbench.model.format.elf.ElfReader.Problems;

/** Reads the two tables of headers; one that is broken is a problem and comes out empty. */
final class HeaderTables {
  /** More headers than this are refused: no linker makes as many, and each is an object here. */
  static final int MOST_HEADERS = 1 << 20;

  private static final int MOST_NAME_BYTES = 16 << 10;
  private static final long MOST_NAME_BYTES_IN_ALL = 256L << 20;
  private static final int EXTENDED = 0xffff;

  private final ByteView file;
  private final ElfHeader header;
  private final Problems problems;
  private long spentOnNames;

  HeaderTables(ByteView file, ElfHeader header, Problems problems) {
    this.file = file;
    this.header = header;
    this.problems = problems;
  }

  List<ElfSegment> segments() throws FormatException {
    if (header.programHeadersOffset() == 0 || header.programHeaderCount() == 0) {
      return List.of();
    }
    try {
      long count = header.programHeaderCount();
      if (count == EXTENDED && header.sectionHeadersOffset() != 0) {
        count = firstSection().info();
      }
      Table table =
          new Table(
              "program header table",
              header.programHeadersOffset(),
              count,
              header.programHeaderSizeBytes(),
              ElfSegment.HEADER_SIZE_BYTES);
      check(table);
      List<ElfSegment> segments = new ArrayList<>((int) count);
      for (int i = 0; i < count; i++) {
        segments.add(segment(table.offset + (long) i * table.entrySize, i));
      }
      return List.copyOf(segments);
    } catch (FormatException problem) {
      problems.add(problem);
      return List.of();
    }
  }

  List<ElfSection> sections() throws FormatException {
    if (header.sectionHeadersOffset() == 0) {
      return List.of();
    }
    try {
      ElfSection first = firstSection();
      boolean extended = header.sectionHeaderCount() == 0;
      long count = extended ? first.sizeBytes() : header.sectionHeaderCount();
      Table table = sectionTable(count);
      check(table);
      int stated = header.sectionNamesIndex();
      StringTable names = names(table, stated == EXTENDED ? first.link() : stated);
      List<ElfSection> sections = new ArrayList<>((int) count);
      for (int i = 0; i < count; i++) {
        sections.add(section(table.offset + (long) i * table.entrySize, i, names));
      }
      return List.copyOf(sections);
    } catch (FormatException problem) {
      problems.add(problem);
      return List.of();
    }
  }

  private Table sectionTable(long count) {
    return new Table(
        "section header table",
        header.sectionHeadersOffset(),
        count,
        header.sectionHeaderSizeBytes(),
        ElfSection.HEADER_SIZE_BYTES);
  }

  private ElfSection firstSection() throws FormatException {
    check(sectionTable(1));
    return section(header.sectionHeadersOffset(), 0, null);
  }

  /** A table as the ELF header describes it. */
  private record Table(String name, long offset, long count, int entrySize, int smallest) {}

  private void check(Table table) throws FormatException {
    if (table.entrySize < table.smallest) {
      throw error(table, "entry size", Reason.BAD_VALUE)
          .mismatch("at least " + table.smallest, table.entrySize);
    }
    if (table.offset < 0 || table.offset > file.size()) {
      throw error(table, "offset", Reason.OUT_OF_BOUNDS)
          .mismatch("an offset inside the file of " + file.size() + " bytes", table.offset);
    }
    long most = Math.min(MOST_HEADERS, (file.size() - table.offset) / table.entrySize);
    if (table.count < 0 || table.count > most) {
      throw error(table, "number of entries", Reason.OUT_OF_BOUNDS)
          .mismatch(
              "at most %d entries of %d bytes from 0x%x on"
                  .formatted(most, table.entrySize, table.offset),
              table.count);
    }
  }

  private FormatException.Builder error(Table table, String field, Reason reason) {
    return FormatException.at(file, 0, table.name, field, reason);
  }

  private ElfSegment segment(long at, int index) throws FormatException {
    StructReader reader = new StructReader(file, at, "program header " + index);
    long type = reader.u32("type");
    long flags = reader.u32("flags");
    return new ElfSegment(
        index,
        type,
        flags,
        reader.u64("offset"),
        reader.u64("virtual address"),
        reader.u64("physical address"),
        reader.u64("file size"),
        reader.u64("memory size"),
        reader.u64("alignment"),
        at);
  }

  private ElfSection section(long at, int index, @Nullable StringTable names)
      throws FormatException {
    StructReader reader = new StructReader(file, at, "section header " + index);
    long name = reader.u32("name");
    return new ElfSection(
        index,
        names == null ? "" : name(names, name),
        name,
        reader.u32("type"),
        reader.u64("flags"),
        reader.u64("address"),
        reader.u64("offset"),
        reader.u64("size"),
        reader.u32("link"),
        reader.u32("info"),
        reader.u64("alignment"),
        reader.u64("entry size"),
        at);
  }

  /** Where the names of sections are; null where they have none. */
  private @Nullable StringTable names(Table table, long index) throws FormatException {
    if (index == 0) {
      return null;
    }
    if (index >= table.count) {
      problems.add(
          FormatException.at(file, 62, "ELF header", "section names index", Reason.OUT_OF_BOUNDS)
              .mismatch("below " + table.count, index));
      return null;
    }
    ElfSection holder = section(table.offset + index * table.entrySize, (int) index, null);
    try {
      return new StringTable(file.slice(holder.fileOffset(), holder.storedSizeBytes()));
    } catch (FormatException outside) {
      // The section itself is reported, with its range.
      return null;
    }
  }

  private String name(StringTable names, long offset) throws FormatException {
    String name = "";
    try {
      name = spentOnNames > MOST_NAME_BYTES_IN_ALL ? "" : names.text(offset, MOST_NAME_BYTES);
    } catch (FormatException problem) {
      problems.add(problem);
      spentOnNames += problem.reason() == Reason.TOO_LARGE ? MOST_NAME_BYTES : 0;
    }
    spentOnNames += name.length();
    return name;
  }
}
