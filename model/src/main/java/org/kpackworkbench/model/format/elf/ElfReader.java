package org.kpackworkbench.model.format.elf;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.NotFetched;
import org.kpackworkbench.model.base.bytes.StructReader;
import org.kpackworkbench.model.format.elf.ElfReader.Problems;

/** Reads an ELF file's header, then everything that can be found from there. */
final class ElfReader {
  static final long MAGIC = 0x464c457fL;

  private static final String HEADER = "ELF header";

  private final ByteView file;
  private final Problems problems = new Problems();

  ElfReader(ByteView file) {
    this.file = file;
  }

  ElfFile read() throws FormatException {
    ElfHeader header = header();
    HeaderTables headers = new HeaderTables(file, header, problems);
    List<ElfSegment> segments = headers.segments();
    List<ElfSection> sections = headers.sections();
    // eu-strip leaves segments as they were in a file of debug information.
    List<ElfSegment> filled = ElfFile.isEmptied(sections) ? List.of() : segments;
    checkBounds(sections, filled);
    AddressMap addresses = new AddressMap(file, filled);
    DynamicReader dynamic = new DynamicReader(file, sections, filled, addresses, problems);
    List<DynamicEntry> entries = dynamic.read();
    List<SymbolTable> symbols = new SymbolReader(file, sections, problems).read();
    if (symbols.stream().noneMatch(SymbolTable::isDynamic)) {
      SymbolTable found = dynamic.symbols();
      if (found != null) {
        symbols.add(found);
      }
    }
    List<RelocationTable> relocations =
        new RelocationReader(file, header, sections, symbols, addresses, problems).read(entries);
    ParsedTables tables =
        new ParsedTables(List.copyOf(symbols), entries, notes(sections, segments), relocations);
    return new ElfFile(file, header, sections, segments, addresses, tables, problems.list());
  }

  private ElfHeader header() throws FormatException {
    StructReader reader = new StructReader(file, 0, HEADER);
    long magic = reader.u32("magic");
    if (magic != MAGIC && NotFetched.is(file)) {
      throw reader
          .error(0, "magic", Reason.WRONG_MAGIC)
          .expected("an ELF file")
          .found(NotFetched.WORDS)
          .advice(NotFetched.ADVICE)
          .build();
    }
    if (magic != MAGIC) {
      throw reader
          .error(0, "magic", Reason.WRONG_MAGIC)
          .mismatch(
              "the bytes 7F 45 4C 46",
              "%02X %02X %02X %02X".formatted(file.u8(0), file.u8(1), file.u8(2), file.u8(3)));
    }
    checkKind(reader);
    int osAbi = reader.u8("OS ABI");
    int abiVersion = reader.u8("ABI version");
    reader.skip("padding", 7);
    return new ElfHeader(
        osAbi,
        abiVersion,
        reader.u16("type"),
        reader.u16("machine"),
        reader.u32("version"),
        reader.u64("entry point"),
        reader.u64("program headers' offset"),
        reader.u64("section headers' offset"),
        reader.u32("flags"),
        reader.u16("header size"),
        reader.u16("program header size"),
        reader.u16("number of program headers"),
        reader.u16("section header size"),
        reader.u16("number of section headers"),
        reader.u16("section names index"));
  }

  private static void checkKind(StructReader reader) throws FormatException {
    int elfClass = reader.u8("class");
    if (elfClass != 2) {
      throw reader
          .error(4, "class", elfClass == 1 ? Reason.UNSUPPORTED : Reason.BAD_VALUE)
          .mismatch("2 (64-bit)", elfClass == 1 ? "1 (32-bit)" : Integer.toString(elfClass));
    }
    int order = reader.u8("byte order");
    if (order != 1) {
      throw reader
          .error(5, "byte order", order == 2 ? Reason.UNSUPPORTED : Reason.BAD_VALUE)
          .mismatch("1 (little-endian)", order == 2 ? "2 (big-endian)" : Integer.toString(order));
    }
    int version = reader.u8("version");
    if (version != 1) {
      throw reader.error(6, "version", Reason.UNSUPPORTED_VERSION).mismatch("1", version);
    }
  }

  private void checkBounds(List<ElfSection> sections, List<ElfSegment> segments)
      throws FormatException {
    for (ElfSection section : sections) {
      long size = section.storedSizeBytes();
      if (size != 0 && !inside(section.fileOffset(), size)) {
        problems.add(outside(file, section));
      }
    }
    for (ElfSegment segment : segments) {
      long size = segment.fileSizeBytes();
      boolean used = segment.type() != SegmentType.NULL && size != 0;
      if (used && !inside(segment.fileOffset(), size)) {
        problems.add(outside(file, segment));
      }
    }
  }

  private boolean inside(long offset, long size) {
    return offset >= 0 && size >= 0 && offset <= file.size() && size <= file.size() - offset;
  }

  private static FormatException outside(ByteView file, ElfSection section) {
    FormatException.Builder error =
        SymbolReader.error(file, section, 24, "offset and size", Reason.OUT_OF_BOUNDS);
    return outside(file, error, section.fileOffset(), section.storedSizeBytes());
  }

  private static FormatException outside(ByteView file, ElfSegment segment) {
    String structure = "program header %d (%s)".formatted(segment.index(), segment.typeName());
    FormatException.Builder error =
        FormatException.at(
            file, segment.headerOffset() + 8, structure, "offset and size", Reason.OUT_OF_BOUNDS);
    return outside(file, error, segment.fileOffset(), segment.fileSizeBytes());
  }

  private static FormatException outside(
      ByteView file, FormatException.Builder error, long offset, long size) {
    return error.mismatch(
        "a range inside the %d bytes of the file".formatted(file.size()),
        "0x%x + %s bytes".formatted(offset, Long.toUnsignedString(size)));
  }

  private List<ElfNote> notes(List<ElfSection> sections, List<ElfSegment> segments)
      throws FormatException {
    NoteReader notes = new NoteReader(file, problems);
    boolean found = false;
    for (ElfSection section : sections) {
      if (section.type() == SectionType.NOTE) {
        found = true;
        ByteRange range = clip(file, section.fileOffset(), section.sizeBytes());
        notes.read(range, section.alignment(), section, "note in " + section.label());
      }
    }
    if (!found) {
      for (ElfSegment segment : segments) {
        if (segment.type() == SegmentType.NOTE) {
          ByteRange range = clip(file, segment.fileOffset(), segment.fileSizeBytes());
          notes.read(range, segment.alignment(), null, "note in " + segment.label());
        }
      }
    }
    return notes.list();
  }

  /** A section's bytes, all of them or none. */
  static ByteView content(ByteView file, ElfSection section) throws FormatException {
    long size = section.storedSizeBytes();
    if (size == 0) {
      return file.slice(0, 0);
    }
    ByteRange inside = clip(file, section.fileOffset(), size);
    if (inside.length() != size) {
      throw outside(file, section);
    }
    return file.slice(inside.start(), size);
  }

  /** The part of a range that is inside the file. */
  static ByteRange clip(ByteView file, long offset, long size) {
    if (offset < 0 || offset > file.size()) {
      return new ByteRange(file.size(), 0);
    }
    long left = file.size() - offset;
    return new ByteRange(offset, size < 0 ? left : Math.min(size, left));
  }

  /** Problems found while the rest was read; keeps the first ones, a file may have millions. */
  static final class Problems {
    private static final int MOST = 1000;

    private final List<FormatException> list = new ArrayList<>();

    /**
     * Keeps a problem.
     *
     * @throws FormatException the problem itself, where it is that the file changed or was closed:
     *     then nothing else that is read can be right
     */
    void add(FormatException problem) throws FormatException {
      problem.throwIfFileChanged();
      if (list.size() < MOST) {
        list.add(problem);
      }
    }

    List<FormatException> list() {
      return List.copyOf(list);
    }
  }

  /** The tables behind the headers, as far as they can be read. */
  record ParsedTables(
      List<SymbolTable> symbols,
      List<DynamicEntry> dynamic,
      List<ElfNote> notes,
      List<RelocationTable> relocations) {}

  /** Reads notes: name size, content size, type (4 bytes each), then name and content, padded. */
  private static final class NoteReader {
    private static final int HEADER_BYTES = 12;
    private static final int MOST_NOTES = 1 << 16;
    private static final int MOST_NAME_BYTES = 4096;

    private final ByteView file;
    private final Problems problems;
    private final List<ElfNote> notes = new ArrayList<>();

    NoteReader(ByteView file, Problems problems) {
      this.file = file;
      this.problems = problems;
    }

    List<ElfNote> list() {
      return List.copyOf(notes);
    }

    /** Reads the notes of one section or segment; a broken one ends it. */
    void read(ByteRange range, long alignment, @Nullable ElfSection section, String structure)
        throws FormatException {
      long padding = alignment == 8 ? 8 : 4;
      long at = range.start();
      try {
        while (range.end() - at >= HEADER_BYTES && notes.size() < MOST_NOTES) {
          at = readOne(at, range.end(), padding, section, structure);
        }
      } catch (FormatException problem) {
        problems.add(problem);
      }
    }

    private long readOne(
        long start, long end, long padding, @Nullable ElfSection section, String structure)
        throws FormatException {
      StructReader reader = new StructReader(file, start, structure);
      long nameSize = reader.u32("name size");
      long contentSize = reader.u32("content size");
      long type = reader.u32("type");
      long nameStart = reader.position();
      if (nameSize > MOST_NAME_BYTES || nameSize > end - nameStart) {
        throw outside(reader, start, "name size", Math.min(MOST_NAME_BYTES, end - nameStart))
            .found(nameSize)
            .build();
      }
      long contentStart = Math.min(end, aligned(nameStart + nameSize - start, padding) + start);
      if (contentSize > end - contentStart) {
        throw outside(reader, start + 4, "content size", end - contentStart)
            .found(contentSize)
            .build();
      }
      long next = Math.min(end, aligned(contentStart + contentSize - start, padding) + start);
      notes.add(
          new ElfNote(
              name(nameStart, (int) nameSize),
              type,
              file.slice(contentStart, contentSize),
              ByteRange.between(start, next),
              section));
      return next;
    }

    private String name(long start, int size) throws FormatException {
      byte[] bytes = file.bytes(start, size);
      int length = size;
      while (length > 0 && bytes[length - 1] == 0) {
        length--;
      }
      return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private static FormatException.Builder outside(
        StructReader reader, long offset, String field, long limit) {
      return reader.error(offset, field, Reason.OUT_OF_BOUNDS).expected("at most " + limit);
    }

    private static long aligned(long offset, long to) {
      return (offset + to - 1) & -to;
    }
  }
}
