package org.kpackworkbench.model.format.coff;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.image.HostImage;

/** A Windows file: a program, DLL or object. Immutable, safe for use by many threads. */
public final class CoffFile implements HostImage {
  public static final int I386 = 0x14c;
  public static final int X86_64 = 0x8664;
  public static final int ARM64 = 0xaa64;

  /** Size of an entry of the symbol table. */
  public static final int SYMBOL_BYTES = 18;

  private final ByteView view;
  private final boolean linked;
  private final boolean dll;
  private final int machine;
  private final int flags;
  private final @Nullable ImageHeader header;
  private final List<CoffSection> sections;
  private final BaseRelocations baseRelocations;
  private final ObjectRelocations objectRelocations;
  private final ByteRange symbols;
  private final NavigableMap<Long, CoffSection> byAddress = new TreeMap<>();
  private final NavigableMap<Long, CoffSection> byOffset = new TreeMap<>();
  private final List<FormatException> problems;

  CoffFile(
      ByteView view,
      boolean linked,
      boolean dll,
      int machine,
      int flags,
      @Nullable ImageHeader header,
      List<CoffSection> sections,
      BaseRelocations baseRelocations,
      ObjectRelocations objectRelocations,
      ByteRange symbols,
      List<FormatException> problems) {
    this.view = view;
    this.linked = linked;
    this.dll = dll;
    this.machine = machine;
    this.flags = flags;
    this.header = header;
    this.sections = sections;
    this.baseRelocations = baseRelocations;
    this.objectRelocations = objectRelocations;
    this.symbols = symbols;
    for (CoffSection section : sections) {
      byAddress.put(section.address(), section);
      if (!section.isNoBits()) {
        byOffset.put(section.fileOffset(), section);
      }
    }
    this.problems = List.copyOf(problems);
  }

  /** Whether the bytes are those of a Windows program, DLL or object. */
  public static boolean isCoff(ByteView view) throws FormatException {
    return CoffReader.isCoff(view);
  }

  /**
   * Whether a file may be a Windows program or DLL.
   *
   * @param start its first bytes
   */
  public static boolean isImage(byte[] start) {
    return start.length >= 2 && start[0] == 'M' && start[1] == 'Z';
  }

  /**
   * Reads headers, sections and base relocations.
   *
   * @throws FormatException if it is no such file
   */
  public static CoffFile read(ByteView view) throws FormatException {
    return new CoffReader(view).read();
  }

  @Override
  public ByteView view() {
    return view;
  }

  /** Whether it is a program or DLL, not an object. */
  public boolean linked() {
    return linked;
  }

  /** Whether it is a DLL. */
  public boolean dll() {
    return dll;
  }

  /** The machine's number. */
  public int machine() {
    return machine;
  }

  /** The file's characteristics. */
  public int flags() {
    return flags;
  }

  /** The optional header; null in objects, and where it cannot be read. */
  public @Nullable ImageHeader header() {
    return header;
  }

  /** The address it wants to be loaded at; 0 in objects. */
  public long imageBase() {
    return header == null ? 0 : header.imageBase();
  }

  @Override
  public List<CoffSection> sections() {
    return sections;
  }

  /** The symbols and the strings behind them, as far as they are in the file. */
  public ByteRange symbols() {
    return symbols;
  }

  @Override
  public List<FormatException> problems() {
    return problems;
  }

  /** Returns the kind of the file in words. */
  public String kindName() {
    return linked ? dll ? "Windows DLL" : "Windows program" : "Windows object file";
  }

  /** The machine's name. */
  public String machineName() {
    return switch (machine) {
      case I386 -> "x86";
      case X86_64 -> "x86-64";
      case ARM64 -> "AArch64";
      default -> "machine 0x%x".formatted(machine);
    };
  }

  /** The virtual addresses of the pointers that a loader changes with the base. */
  public LongStream relocatedPointers() {
    long base = imageBase();
    return baseRelocations.addresses().map(address -> base + address);
  }

  /** The bytes of a section that are in the file, with what pads it. */
  public ByteRange paddedRangeOf(CoffSection section) {
    long start = Math.min(section.fileOffset(), view.size());
    boolean stored = section.fileOffset() > 0;
    return new ByteRange(
        start, stored ? Math.min(section.fileSizeBytes(), view.size() - start) : 0);
  }

  /** The part of a section that is in the file, without what pads it. */
  @Override
  public ByteRange rangeOf(HostImage.Section section) {
    ByteRange padded = paddedRangeOf((CoffSection) section);
    return new ByteRange(padded.start(), Math.min(padded.length(), section.sizeBytes()));
  }

  @Override
  public PathRules pathRules() {
    return PathRules.WINDOWS;
  }

  @Override
  public boolean isObject() {
    return !linked;
  }

  @Override
  public boolean hasShortNames() {
    return true;
  }

  @Override
  public String whyNoNames() {
    return "are missing";
  }

  @Override
  public Optional<CoffSection> sectionAt(long virtualAddress) {
    return linked
        ? Optional.ofNullable(byAddress.floorEntry(virtualAddress))
            .map(Map.Entry::getValue)
            .filter(section -> section.containsAddress(virtualAddress))
        : Optional.empty();
  }

  @Override
  public Optional<CoffSection> sectionAtOffset(long fileOffset) {
    return Optional.ofNullable(byOffset.floorEntry(fileOffset))
        .map(Map.Entry::getValue)
        .filter(section -> paddedRangeOf(section).contains(fileOffset));
  }

  @Override
  public List<Loaded> loaded() {
    return sections.stream()
        .filter(section -> linked)
        .map(
            section ->
                new Loaded(
                    section.address(),
                    section.sizeBytes(),
                    section.fileOffset(),
                    Math.min(section.fileSizeBytes(), section.sizeBytes())))
        .toList();
  }

  /** Whether any section has to do with device code. */
  public boolean hasDeviceCode() {
    return sections.stream().anyMatch(section -> section.role() != CoffSection.Role.OTHER);
  }

  @Override
  public List<ByteRange> readOnlyRanges() {
    return sections.stream().filter(section -> !section.isWritable()).map(this::rangeOf).toList();
  }

  @Override
  public OptionalLong offsetOf(long virtualAddress) {
    CoffSection section = sectionAt(virtualAddress).orElse(null);
    if (section == null) {
      return OptionalLong.empty();
    }
    ByteRange range = rangeOf(section);
    long inside = virtualAddress - section.address();
    return inside < range.length() ? OptionalLong.of(range.start() + inside) : OptionalLong.empty();
  }

  @Override
  public OptionalLong addressOf(long fileOffset) {
    CoffSection section = linked ? sectionAtOffset(fileOffset).orElse(null) : null;
    return section == null
        ? OptionalLong.empty()
        : OptionalLong.of(section.address() + fileOffset - section.fileOffset());
  }

  @Override
  public String whereWords(long virtualAddress) {
    OptionalLong offset = offsetOf(virtualAddress);
    return offset.isPresent()
        ? "at file offset 0x%x".formatted(offset.getAsLong())
        : sectionAt(virtualAddress)
            .map(section -> "in the zero-filled part of " + section.label())
            .orElse("not loaded");
  }

  @Override
  public Pointer effectivePointer(HostImage.Section section, long offset) throws FormatException {
    ByteRange range = rangeOf(section);
    long stored = offset <= range.length() - Long.BYTES ? view.u64(range.start() + offset) : 0;
    if (!linked) {
      return objectRelocations.pointer((CoffSection) section, offset, stored);
    }
    boolean relocated = baseRelocations.contains(section.address() - imageBase() + offset);
    return new CoffPointer(stored, stored, relocated ? "DIR64" : null, "", null);
  }

  @Override
  public Place.Section placeOf(HostImage.Section section, Place parent) {
    ByteRange range = paddedRangeOf((CoffSection) section);
    return new Place.Section(
        parent,
        section.index(),
        section.name(),
        new ByteRange(view.fileOffset(range.start()), range.length()));
  }
}
