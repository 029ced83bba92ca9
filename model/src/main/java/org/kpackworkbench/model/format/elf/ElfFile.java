package org.kpackworkbench.model.format.elf;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.elf.DynamicEntry.DynamicTag;
import org.kpackworkbench.model.format.elf.ElfReader.ParsedTables;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.registry.Head;

/**
 * An ELF file, 64-bit and little-endian, of any machine. Immutable, safe for use by many threads.
 *
 * <p>All offsets count from the first byte of {@link #view}; {@link ByteView#fileOffset} turns one
 * into an offset of the file that the view is a part of.
 */
public final class ElfFile implements HostImage {

  /** The number of bytes that determine the purpose of an ELF file. */
  public static final int START_BYTES = 20;

  private static final int MACHINE_OFFSET = 18;

  private final ByteView view;
  private final ElfHeader header;
  private final List<ElfSection> sections;
  private final List<ElfSegment> segments;
  private final AddressMap addresses;
  private final ParsedTables tables;
  private final List<FormatException> problems;
  private final Pointers pointers;
  private final RangeIndex sectionsByAddress;
  private final RangeIndex sectionsByOffset;

  ElfFile(
      ByteView view,
      ElfHeader header,
      List<ElfSection> sections,
      List<ElfSegment> segments,
      AddressMap addresses,
      ParsedTables tables,
      List<FormatException> problems) {
    this.view = view;
    this.header = header;
    this.sections = sections;
    this.segments = segments;
    this.addresses = addresses;
    this.tables = tables;
    this.problems = problems;
    RangeIndex.Builder ranges = new RangeIndex.Builder();
    RangeIndex.Builder offsets = new RangeIndex.Builder();
    for (ElfSection section : sections) {
      offsets.add(section.fileOffset(), rangeOf(section).length(), section.index());
      // Thread-local zero-filled data takes no addresses: what follows has the same ones.
      boolean template = section.isNoBits() && (section.flags() & SectionFlags.TLS) != 0;
      if (section.isAllocated() && !template) {
        ranges.add(section.address(), section.sizeBytes(), section.index());
      }
    }
    this.sectionsByAddress = ranges.build();
    this.sectionsByOffset = offsets.build();
    this.pointers =
        new Pointers(header, sections, tables.relocations(), addresses, sectionsByAddress);
  }

  /** Whether the bytes start with the magic of an ELF file of any class. */
  public static boolean isElf(ByteView view) throws FormatException {
    return view.size() >= 4 && view.u32(0) == ElfReader.MAGIC;
  }

  /** The machine that an ELF file is for, by its first bytes; empty of any other file. */
  public static OptionalInt machine(Head head) {
    return head.startsWith("\u007fELF")
        ? OptionalInt.of(head.u16(MACHINE_OFFSET))
        : OptionalInt.empty();
  }

  /** Returns the first {@link #START_BYTES} bytes of a file, or all where it has fewer. */
  public static byte[] start(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(START_BYTES);
    }
  }

  /**
   * Whether a file is an ELF file for a host, and not for a GPU.
   *
   * @param start its first {@link #START_BYTES} bytes, or fewer where it has no more
   */
  public static boolean isHost(byte[] start) {
    if (start.length < START_BYTES) {
      return false;
    }
    ByteBuffer bytes = ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN);
    return bytes.getInt(0) == (int) ElfReader.MAGIC
        && (bytes.getShort(MACHINE_OFFSET) & 0xffff) != ElfMachine.AMDGPU;
  }

  /**
   * Returns the names of the versions of symbols that a host's binary has or needs.
   *
   * @param library a library's name
   * @return empty if the file is no such binary, or does not need the library
   */
  public static Optional<List<String>> versionNames(Path file, String library) throws IOException {
    if (!isHost(start(file))) {
      return Optional.empty();
    }
    try (OpenFile open = OpenFile.open(file)) {
      ElfFile elf = read(open.view());
      return elf.dynamic().stream()
          .filter(entry -> entry.tag() == DynamicTag.NEEDED && library.equals(entry.text()))
          .findFirst()
          .map(entry -> elf.dynamicSymbols().map(SymbolTable::versionNames).orElse(List.of()));
    } catch (FormatException damaged) {
      damaged.throwIfFileChanged();
      return Optional.empty();
    }
  }

  /** Returns the name that a library for a host states for itself; empty if a file states none. */
  public static String soname(Path file) throws IOException {
    if (!isHost(start(file))) {
      return "";
    }
    try (OpenFile open = OpenFile.open(file)) {
      return read(open.view()).dynamic().stream()
          .filter(entry -> entry.tag() == DynamicTag.SONAME)
          .map(entry -> Objects.requireNonNullElse(entry.text(), ""))
          .findFirst()
          .orElse("");
    } catch (FormatException damaged) {
      return "";
    }
  }

  /**
   * Reads the headers.
   *
   * @throws FormatException if the ELF header is no such header ({@code WRONG_MAGIC}, {@code
   *     TRUNCATED}), or is of another class or byte order ({@code UNSUPPORTED}); what is broken
   *     behind it is listed in {@link #problems}
   */
  public static ElfFile read(ByteView view) throws FormatException {
    return new ElfReader(view).read();
  }

  /** The file's bytes. */
  @Override
  public ByteView view() {
    return view;
  }

  /** The header at the file's beginning. */
  public ElfHeader header() {
    return header;
  }

  /** The sections in the order of their headers, the empty first one included. */
  @Override
  public List<ElfSection> sections() {
    return sections;
  }

  /** The segments in the order of their headers. */
  public List<ElfSegment> segments() {
    return segments;
  }

  /** Returns the problems found while the rest was read; at most the first thousand. */
  @Override
  public List<FormatException> problems() {
    return problems;
  }

  /** The first section of a name. */
  public Optional<ElfSection> section(String name) {
    return sections.stream().filter(section -> section.name().equals(name)).findFirst();
  }

  /** The loaded section that holds a virtual address; never in object files. */
  @Override
  public Optional<ElfSection> sectionAt(long virtualAddress) {
    int found = header.isObject() ? -1 : sectionsByAddress.find(virtualAddress);
    return found < 0 ? Optional.empty() : Optional.of(sections.get(found));
  }

  /** The section whose bytes hold an offset of {@link #view}. */
  @Override
  public Optional<ElfSection> sectionAtOffset(long fileOffset) {
    int found = sectionsByOffset.find(fileOffset);
    return found < 0 ? Optional.empty() : Optional.of(sections.get(found));
  }

  /**
   * A section's bytes; an empty view where it has none in the file.
   *
   * @throws FormatException if they are not all inside the file
   */
  public ByteView content(ElfSection section) throws FormatException {
    return ElfReader.content(view, section);
  }

  /** The part of a section's bytes that is inside the file; relative to {@link #view}. */
  public ByteRange rangeOf(ElfSection section) {
    return ElfReader.clip(view, section.fileOffset(), section.storedSizeBytes());
  }

  @Override
  public ByteRange rangeOf(HostImage.Section section) {
    return rangeOf((ElfSection) section);
  }

  /** The part of a segment's bytes that is inside the file; relative to {@link #view}. */
  public ByteRange rangeOf(ElfSegment segment) {
    return ElfReader.clip(view, segment.fileOffset(), segment.fileSizeBytes());
  }

  /**
   * How far the file goes by its own headers: to the end of the last table, section or segment, at
   * most to the end of {@link #view}. What follows is not part of it.
   */
  public long extentBytes() {
    long end = ElfHeader.SIZE_BYTES;
    for (ElfSegment segment : segments) {
      ByteRange range = rangeOf(segment);
      end = range.isEmpty() ? end : Math.max(end, range.end());
      end = Math.max(end, segment.headerOffset() + header.programHeaderSizeBytes());
    }
    for (ElfSection section : sections) {
      ByteRange range = rangeOf(section);
      end = range.isEmpty() ? end : Math.max(end, range.end());
      end = Math.max(end, section.headerOffset() + header.sectionHeaderSizeBytes());
    }
    return Math.min(end, view.size());
  }

  /**
   * Whether the contents of its loaded sections were left out, as in files of debug information:
   * nothing but notes remains of them.
   */
  public boolean isEmptied() {
    return isEmptied(sections);
  }

  static boolean isEmptied(List<ElfSection> sections) {
    boolean code = false;
    for (ElfSection section : sections) {
      if (section.isAllocated() && section.type() != SectionType.NOTE) {
        if (!section.isNoBits()) {
          return false;
        }
        code |= (section.flags() & SectionFlags.EXECUTE) != 0;
      }
    }
    return code;
  }

  /** The symbol tables that can be read. */
  public List<SymbolTable> symbolTables() {
    return tables.symbols();
  }

  /** The symbols of a section; empty if it is no symbol table that can be read. */
  public Optional<SymbolTable> symbols(ElfSection section) {
    for (SymbolTable table : tables.symbols()) {
      ElfSection holder = table.section();
      if (holder != null && holder.index() == section.index()) {
        return Optional.of(table);
      }
    }
    return Optional.empty();
  }

  /** The full symbol table; empty if it was stripped. */
  public Optional<SymbolTable> staticSymbols() {
    return tables.symbols().stream().filter(table -> !table.isDynamic()).findFirst();
  }

  /** The symbols that a loader sees; also without section headers. */
  public Optional<SymbolTable> dynamicSymbols() {
    return tables.symbols().stream().filter(SymbolTable::isDynamic).findFirst();
  }

  /** The entries of the dynamic section up to its end mark; empty if there is none. */
  public List<DynamicEntry> dynamic() {
    return tables.dynamic();
  }

  /** Whether it is a program that is loaded anywhere, and not a shared library. */
  public boolean isPositionIndependentProgram() {
    if (header.type() != ElfHeader.SHARED) {
      return false;
    }
    for (DynamicEntry entry : dynamic()) {
      if (entry.tag() == DynamicTag.FLAGS_1 && (entry.value() & DynamicTag.FLAG_1_PIE) != 0) {
        return true;
      }
    }
    return segments().stream().anyMatch(segment -> segment.type() == SegmentType.INTERP);
  }

  /** Returns the type in words; the header alone does not distinguish a program from a library. */
  public String typeName() {
    return isPositionIndependentProgram() ? "position-independent executable" : header.typeName();
  }

  /** The notes of all sections, or, where no section holds any, of all segments. */
  public List<ElfNote> notes() {
    return tables.notes();
  }

  /** The tables of relocations that can be read. */
  public List<RelocationTable> relocations() {
    return tables.relocations();
  }

  /** Where virtual addresses lie in the file. */
  public AddressMap addresses() {
    return addresses;
  }

  /** Returns the value that the pointer at a virtual address will hold; not for object files. */
  public PointerValue effectivePointer(long virtualAddress) throws FormatException {
    return pointers.atAddress(virtualAddress);
  }

  /** Returns the value that the pointer at an offset of a section will hold; object files too. */
  public PointerValue effectivePointer(ElfSection section, long offset) throws FormatException {
    return header.isObject()
        ? pointers.inSection(section, content(section), offset)
        : pointers.atAddress(section.address() + offset);
  }

  @Override
  public PointerValue effectivePointer(HostImage.Section section, long offset)
      throws FormatException {
    return effectivePointer((ElfSection) section, offset);
  }

  @Override
  public PathRules pathRules() {
    return PathRules.LINUX;
  }

  @Override
  public boolean isObject() {
    return header.isObject();
  }

  @Override
  public boolean hasShortNames() {
    return false;
  }

  @Override
  public String whyNoNames() {
    return header.sectionHeadersOffset() == 0
        ? "were stripped"
        : sections.isEmpty()
            ? "cannot be read (the file may have been cut off)"
            : "have no names that can be read";
  }

  @Override
  public List<Loaded> loaded() {
    return segments.stream()
        .filter(ElfSegment::isLoad)
        .map(
            segment ->
                new Loaded(
                    segment.virtualAddress(),
                    segment.memorySizeBytes(),
                    segment.fileOffset(),
                    segment.fileSizeBytes()))
        .toList();
  }

  @Override
  public List<ByteRange> readOnlyRanges() {
    return segments.stream()
        .filter(segment -> segment.isLoad() && (segment.flags() & SegmentFlags.WRITE) == 0)
        .map(this::rangeOf)
        .toList();
  }

  @Override
  public OptionalLong offsetOf(long virtualAddress) {
    return addresses.locate(virtualAddress) instanceof AddressMap.InFile in
        ? OptionalLong.of(in.fileOffset())
        : OptionalLong.empty();
  }

  @Override
  public OptionalLong addressOf(long fileOffset) {
    return addresses.addressOf(fileOffset);
  }

  @Override
  public String whereWords(long virtualAddress) {
    return AddressMap.words(addresses.locate(virtualAddress));
  }

  @Override
  public Place.Section placeOf(HostImage.Section section, Place parent) {
    return new ElfPlaces(this, parent).section((ElfSection) section);
  }
}
