package org.kpackworkbench.model.format.coff;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.StructReader;

/** Reads a Windows file's headers. */
final class CoffReader {
  private static final int DOS_MAGIC = 0x5a4d;
  private static final long PE_MAGIC = 0x4550;
  private static final int PE_OFFSET_AT = 0x3c;
  private static final int FILE_HEADER_BYTES = 20;
  private static final int DLL = 0x2000;

  private final ByteView view;
  private final List<FormatException> problems = new ArrayList<>();

  CoffReader(ByteView view) {
    this.view = view;
  }

  static boolean isCoff(ByteView view) throws FormatException {
    return isLinked(view) || isObject(view);
  }

  private static boolean isLinked(ByteView view) throws FormatException {
    if (view.size() < PE_OFFSET_AT + 4 || view.u16(0) != DOS_MAGIC) {
      return false;
    }
    long header = view.u32(PE_OFFSET_AT);
    return header <= view.size() - 4 && view.u32(header) == PE_MAGIC;
  }

  /** An object has no magic: a known machine, and tables that fit, must do. */
  private static boolean isObject(ByteView view) throws FormatException {
    if (view.size() < FILE_HEADER_BYTES) {
      return false;
    }
    int machine = view.u16(0);
    long sections = view.u16(2);
    long symbols = view.u32(8);
    long end = FILE_HEADER_BYTES + sections * CoffSection.HEADER_SIZE_BYTES;
    return (machine == CoffFile.X86_64 || machine == CoffFile.ARM64 || machine == CoffFile.I386)
        && sections > 0
        && view.u16(16) == 0
        && end <= view.size()
        && (symbols == 0 || (symbols >= end && symbols <= view.size()));
  }

  CoffFile read() throws FormatException {
    boolean linked = isLinked(view);
    if (!linked && !isObject(view)) {
      throw FormatException.at(view, 0, "Windows file", "magic", Reason.WRONG_MAGIC)
          .mismatch("MZ and PE, or the header of an object file", "other bytes");
    }
    StructReader reader =
        new StructReader(view, linked ? view.u32(PE_OFFSET_AT) + 4 : 0, "COFF file header");
    int machine = reader.u16("machine");
    int count = reader.u16("number of sections");
    long symbols = reader.skip("time", 4).u32("symbols' offset");
    long symbolCount = reader.u32("number of symbols");
    int optionalSize = reader.u16("size of the optional header");
    int flags = reader.u16("characteristics");
    long optional = reader.position();
    CoffNames names =
        new CoffNames(view, symbols == 0 ? 0 : symbols + symbolCount * CoffFile.SYMBOL_BYTES);
    ImageHeader header = linked ? header(optional, optionalSize) : null;
    long base = header == null ? 0 : header.imageBase();
    List<CoffSection> sections = sections(optional + optionalSize, count, base, names);
    return new CoffFile(
        view,
        linked,
        (flags & DLL) != 0,
        machine,
        flags,
        header,
        sections,
        header == null ? BaseRelocations.none() : relocations(header, sections),
        new ObjectRelocations(view, sections, names, symbols, symbolCount, machine),
        symbols(symbols, symbolCount, linked),
        problems);
  }

  /** Symbols, and the table of strings behind them, which begins with its own size. */
  private ByteRange symbols(long start, long count, boolean linked) throws FormatException {
    long strings = start + count * CoffFile.SYMBOL_BYTES;
    long size = start > 0 && strings <= view.size() - 4 ? view.u32(strings) : 0;
    if (start > 0 && !linked && (strings > view.size() - 4 || size > view.size() - strings)) {
      problems.add(
          FormatException.at(view, 8, "COFF file header", "symbols", Reason.OUT_OF_BOUNDS)
              .mismatch(
                  "symbols and their names inside the %d bytes of the file".formatted(view.size()),
                  "%d symbols from 0x%x on, %d bytes of names".formatted(count, start, size)));
    }
    if (start == 0 || strings > view.size()) {
      return new ByteRange(0, 0);
    }
    return ByteRange.between(start, Math.min(view.size(), strings + size));
  }

  private @Nullable ImageHeader header(long offset, int size) throws FormatException {
    if (size < 2) {
      return null;
    }
    int magic = view.u16(offset);
    if (magic == ImageHeader.NARROW) {
      throw FormatException.at(view, offset, "optional header", "magic", Reason.UNSUPPORTED)
          .expected("0x20b (PE32+, 64-bit)")
          .found("0x10b (PE32, 32-bit)")
          .build();
    }
    try {
      return ImageHeader.read(view, offset);
    } catch (FormatException problem) {
      problem.throwIfFileChanged();
      problems.add(problem);
      return null;
    }
  }

  private BaseRelocations relocations(ImageHeader header, List<CoffSection> sections)
      throws FormatException {
    ImageHeader.Directory directory = header.directory(ImageHeader.DirectoryKind.BASE_RELOCATIONS);
    for (CoffSection section : sections) {
      long inside = header.imageBase() + directory.address() - section.address();
      long loaded = Math.min(section.sizeBytes(), section.fileSizeBytes());
      if (directory.sizeBytes() > 0 && inside >= 0 && inside < loaded) {
        long start = section.fileOffset() + inside;
        long length =
            Math.min(
                directory.sizeBytes(),
                Math.min(section.fileSizeBytes() - inside, view.size() - start));
        return length <= 0
            ? BaseRelocations.none()
            : BaseRelocations.read(view, new ByteRange(start, length), problems);
      }
    }
    return BaseRelocations.none();
  }

  private List<CoffSection> sections(long start, int count, long base, CoffNames names) {
    List<CoffSection> sections = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        sections.add(section(start + (long) i * CoffSection.HEADER_SIZE_BYTES, i, base, names));
      }
    } catch (FormatException problem) {
      problems.add(problem);
    }
    return List.copyOf(sections);
  }

  private CoffSection section(long at, int index, long base, CoffNames names)
      throws FormatException {
    StructReader reader = new StructReader(view, at, "section header " + index);
    String name = names.section(reader.bytes("name", 8));
    long memorySize = reader.u32("size in memory");
    long address = reader.u32("address");
    long fileSize = reader.u32("size in the file");
    long offset = reader.u32("file offset");
    long relocations = reader.u32("relocations' offset");
    int relocationCount = reader.skip("line numbers' offset", 4).u16("number of relocations");
    long flags = reader.skip("number of line numbers", 2).u32("characteristics");
    boolean stored = fileSize > 0 && offset > 0;
    if (stored && (offset > view.size() || fileSize > view.size() - offset)) {
      problems.add(
          reader
              .error(at + 16, "size and offset", Reason.OUT_OF_BOUNDS)
              .mismatch(
                  "a range inside the %d bytes of the file".formatted(view.size()),
                  "0x%x + %d bytes".formatted(offset, fileSize)));
    }
    return new CoffSection(
        index,
        name,
        memorySize,
        base == 0 && address == 0 ? 0 : base + address,
        fileSize,
        offset,
        relocations,
        relocationCount,
        flags,
        at);
  }
}
