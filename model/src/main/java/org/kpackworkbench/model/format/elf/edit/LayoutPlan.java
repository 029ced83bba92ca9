package org.kpackworkbench.model.format.elf.edit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.PointerValue;
import org.kpackworkbench.model.format.elf.Relocation;
import org.kpackworkbench.model.format.elf.RelocationTable;
import org.kpackworkbench.model.format.elf.SectionFlags;
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.elf.SegmentType;
import org.kpackworkbench.model.format.elf.edit.SymbolSections.SymbolRewrite;
import org.kpackworkbench.model.format.elf.edit.SymbolSections.SymbolRewrite.Place;

/**
 * An edited copy of a linked ELF file, planned in two steps.
 *
 * <p>First ranges are reserved: what is cut out and where room is made ({@link #cut}, {@link
 * #insert}), which sections get another address ({@link #move}), which section headers there are
 * ({@link #order}). Then every offset is fixed, and new bytes are laid over the copy, later ones
 * over earlier ones. Reserving after the first byte is an {@link IllegalStateException}. {@link
 * #write} makes the file. Used by one thread.
 */
public final class LayoutPlan {
  private static final int MOST_SECTIONS = 0xfe00;
  private static final int MOST_SEGMENTS = 0xfff0;
  private static final int FIRST_RESERVED = 0xff00;
  private static final int E_SHOFF = 0x28;
  private static final int E_PHNUM = 0x38;
  private static final int E_SHNUM = 0x3c;
  private static final int E_SHSTRNDX = 0x3e;

  /** Size in bytes modulo which addresses and offsets of loaded segments agree. */
  public static final long PAGE_BYTES = 4096;

  private static final long FIRST_MOVED_ALIGNMENT = 16;
  private static final int RELOCATIONS_A_STEP = 4096;

  private final ElfFile elf;
  private final OffsetEdits edits;
  private final List<ByteOverlay> overlays = new ArrayList<>();
  private final Map<Integer, Moved> moved = new HashMap<>();
  private List<ElfSection> order;
  private SectionIndices indices = new SectionIndices(new int[0]);
  private List<ElfSegment> segments = List.of();
  private List<ElfSection> sections = List.of();

  /**
   * A section with a new address.
   *
   * @param section as it was
   * @param address the new address
   * @param fileOffset where its bytes go, in the new file
   */
  public record Moved(ElfSection section, long address, long fileOffset) {
    /** Whether the section held an address. */
    public boolean containedOld(long oldAddress) {
      return section.containsAddress(oldAddress);
    }

    /** Where an address in the section goes. */
    public long newAddress(long oldAddress) {
      return address + (oldAddress - section.address());
    }
  }

  /**
   * Places sections one behind the other.
   *
   * @param all in their order
   * @param address where the first may start
   * @param fileOffset where that is in the new file
   */
  public static List<Moved> placed(List<ElfSection> all, long address, long fileOffset) {
    List<Moved> moved = new ArrayList<>();
    long at = address;
    for (ElfSection section : all) {
      at = alignUp(at, Math.max(section.alignment(), moved.isEmpty() ? FIRST_MOVED_ALIGNMENT : 1));
      moved.add(new Moved(section, at, fileOffset + (at - address)));
      at += section.sizeBytes();
    }
    return List.copyOf(moved);
  }

  /** Where the last of some sections ends, or else an address. */
  public static long end(List<Moved> moved, long address) {
    return moved.isEmpty()
        ? address
        : moved.getLast().address() + moved.getLast().section().sizeBytes();
  }

  /** The first multiple of a step from a value on; a step of 0 counts as 1. */
  public static long alignUp(long value, long step) {
    long atLeastOne = Math.max(step, 1);
    return (value + atLeastOne - 1) / atLeastOne * atLeastOne;
  }

  /** A file cannot be changed as it should. */
  public static final class LayoutException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Fault fault;

    /** Obstacles in the file. */
    public enum Fault {
      /** Headers that contradict each other, or sections where no linker puts them. */
      UNUSUAL_LAYOUT,
      /** There is no room for more program headers, and none can be made. */
      NO_ROOM_FOR_HEADERS,
      /** A pointer that cannot be set to another address. */
      POINTER
    }

    LayoutException(Fault fault, String details) {
      super(details);
      this.fault = fault;
    }

    /** Returns the obstacle. */
    public Fault fault() {
      return fault;
    }

    /** Returns the obstacle in words, as a phrase. */
    public String details() {
      return String.valueOf(getMessage());
    }
  }

  /** Where symbols of sections go that change in another way than by moving. */
  public interface SymbolRule {
    /**
     * The new place of a symbol; null if it follows its section.
     *
     * @param section the old index of the section that the symbol is in
     * @param info {@code st_info}
     * @param old its old place
     */
    @Nullable Place place(int section, int info, Place old);
  }

  /**
   * Starts with the file as it is.
   *
   * @throws LayoutException if its headers are none that can be changed
   */
  public LayoutPlan(ElfFile elf) throws LayoutException {
    this.elf = elf;
    this.edits = new OffsetEdits(elf.view().size());
    this.order = elf.sections();
    boolean usual =
        elf.header().sectionHeaderSizeBytes() == ElfSection.HEADER_SIZE_BYTES
            && elf.header().programHeaderSizeBytes() == ElfSegment.HEADER_SIZE_BYTES
            && elf.header().sectionHeaderCount() == elf.sections().size()
            && elf.header().programHeaderCount() == elf.segments().size()
            && elf.sections().size() <= MOST_SECTIONS
            && elf.segments().size() <= MOST_SEGMENTS;
    if (!usual) {
      throw unusual(
          "%d sections and %d segments, where the header says %d and %d"
              .formatted(
                  elf.sections().size(),
                  elf.segments().size(),
                  elf.header().sectionHeaderCount(),
                  elf.header().programHeaderCount()));
    }
    check(LayoutRanges.fault(elf));
  }

  private static void check(@Nullable String fault) throws LayoutException {
    if (fault != null) {
      throw unusual(fault);
    }
  }

  /** A refusal of the layout as it is. */
  public static LayoutException unusual(String details) {
    return new LayoutException(LayoutException.Fault.UNUSUAL_LAYOUT, details);
  }

  /** Cuts bytes out. */
  public void cut(long at, long sizeBytes) {
    reserving();
    edits.cut(at, sizeBytes);
  }

  /** Makes room; the bytes from {@code at} on follow. */
  public void insert(long at, long sizeBytes) {
    reserving();
    edits.insert(at, sizeBytes);
  }

  /**
   * Gives sections other addresses. Nothing but headers, symbols and the dynamic section may lead
   * to them.
   *
   * @throws LayoutException if a relocation does
   */
  public void move(List<Moved> all, Progress progress) throws LayoutException, FormatException {
    reserving();
    all.forEach(each -> moved.put(each.section().index(), each));
    if (all.isEmpty()) {
      return;
    }
    for (RelocationTable table : elf.relocations()) {
      int size = table.isDynamic() ? table.size() : 0;
      for (int i = 0; i < size; i++) {
        Relocation relocation = table.relocation(i);
        Moved target = relocation.symbolIndex() == 0 ? movedFrom(relocation.addend()) : null;
        if (target != null) {
          throw new LayoutException(
              LayoutException.Fault.NO_ROOM_FOR_HEADERS,
              "entry %d of %s points to %s, which would have to move"
                  .formatted(i, table.label(), target.section().label()));
        }
        if (i % RELOCATIONS_A_STEP == 0) {
          progress.step(0);
        }
      }
    }
  }

  /**
   * Chooses the section headers.
   *
   * @param headers in their new order; a new one has the index -1
   * @param instead what takes the place of sections that have no header any more
   */
  public void order(List<ElfSection> headers, ElfSection instead) {
    reserving();
    order = List.copyOf(headers);
    int[] newIndex = new int[elf.sections().size()];
    Arrays.fill(newIndex, order.indexOf(instead));
    for (int i = 0; i < order.size(); i++) {
      if (order.get(i).index() >= 0) {
        newIndex[order.get(i).index()] = i;
      }
    }
    indices = new SectionIndices(newIndex);
  }

  private void reserving() {
    if (!overlays.isEmpty()) {
      throw new IllegalStateException("offsets are fixed");
    }
  }

  /** Where the byte at an offset of the old file goes; see {@link OffsetEdits#newOffset}. */
  public long newOffset(long oldOffset) {
    return edits.newOffset(oldOffset);
  }

  /** Size of the new file. */
  public long newSizeBytes() {
    return edits.newSizeBytes();
  }

  /** The section that moves and held an address; null if none did. */
  public @Nullable Moved movedFrom(long oldAddress) {
    for (Moved each : moved.values()) {
      if (each.containedOld(oldAddress)) {
        return each;
      }
    }
    return null;
  }

  /** Lays bytes over the copy. */
  public void put(ByteOverlay overlay) {
    overlays.add(overlay);
  }

  /** Lays zeros over the copy; none if the size is negative. */
  public void zeros(long fileOffset, long sizeBytes) {
    put(ByteOverlay.zeros(fileOffset, sizeBytes));
  }

  /** Lays bytes over the copy. */
  public void bytes(long fileOffset, byte[] bytes) {
    put(ByteOverlay.bytes(fileOffset, bytes));
  }

  /** Copies the sections that move, with zeros where they were. */
  public void moveBytes() throws FormatException {
    for (Moved each : moved.values()) {
      zeros(newOffset(each.section().fileOffset()), each.section().sizeBytes());
    }
    for (Moved each : moved.values()) {
      put(ByteOverlay.of(each.fileOffset(), elf.content(each.section())));
    }
  }

  /**
   * Writes both tables of headers, and where they are into the file's header.
   *
   * @param tableAt where the section headers go, in the new file
   * @param newSegments the program headers
   * @param rule the section headers that change
   */
  public void headers(
      long tableAt,
      List<ElfSegment> newSegments,
      Function<ElfSection, @Nullable SectionEdit> rule) {
    segments = List.copyOf(newSegments);
    List<ElfSection> planned = new ArrayList<>();
    for (int i = 0; i < order.size(); i++) {
      ElfSection old = order.get(i);
      planned.add(edit(old, rule).index(i).links(indices.link(old), indices.info(old)).build());
    }
    sections = List.copyOf(planned);
    long at = elf.header().programHeadersOffset();
    for (ElfSegment segment : segments) {
      bytes(at, ElfBytes.programHeader(segment));
      at += ElfSegment.HEADER_SIZE_BYTES;
    }
    at = tableAt;
    for (ElfSection section : sections) {
      bytes(at, ElfBytes.sectionHeader(section));
      at += ElfSection.HEADER_SIZE_BYTES;
    }
    bytes(E_SHOFF, ElfBytes.u64(tableAt));
    bytes(E_PHNUM, ElfBytes.u16(segments.size()));
    bytes(E_SHNUM, ElfBytes.u16(sections.size()));
    bytes(E_SHSTRNDX, ElfBytes.u16((int) indices.of(elf.header().sectionNamesIndex())));
  }

  private SectionEdit edit(ElfSection old, Function<ElfSection, @Nullable SectionEdit> rule) {
    SectionEdit own = rule.apply(old);
    Moved gone = moved.get(old.index());
    if (own != null) {
      return own;
    }
    return gone == null
        ? new SectionEdit(old).fileOffset(newOffset(old.fileOffset()))
        : new SectionEdit(old).at(gone.address(), gone.fileOffset());
  }

  /** A segment with another place and size; its physical address follows the virtual one. */
  public static ElfSegment at(
      ElfSegment old, long offset, long address, long inFile, long inMemory, long alignment) {
    return new ElfSegment(
        old.index(),
        old.type(),
        old.flags(),
        offset,
        address,
        old.physicalAddress() + (address - old.virtualAddress()),
        inFile,
        inMemory,
        alignment,
        old.headerOffset());
  }

  /**
   * A loaded segment, or what is left of one, at another offset: its alignment sinks to what the
   * offset agrees with.
   *
   * @param oldOffset where its first byte was
   * @param offset where that goes
   * @param address its virtual address, before and after
   * @throws LayoutException if it could not keep a page
   */
  public static ElfSegment load(
      ElfSegment old, long oldOffset, long offset, long address, long inFile, long inMemory)
      throws LayoutException {
    long alignment = old.alignment();
    boolean wasCongruent = congruent(oldOffset, address, alignment);
    while (wasCongruent && !congruent(offset, address, alignment)) {
      alignment >>= 1;
    }
    if (wasCongruent && alignment < Math.min(old.alignment(), PAGE_BYTES)) {
      throw unusual("segment %d could not keep a page".formatted(old.index()));
    }
    return at(old, offset, address, inFile, inMemory, alignment);
  }

  private static boolean congruent(long offset, long address, long alignment) {
    return alignment <= 1 || (offset - address) % alignment == 0;
  }

  /**
   * A segment that is not loaded: the table of program headers with its new size, what follows the
   * sections in it, or one at another offset.
   *
   * @param offset where its first byte goes unless it follows sections
   * @param count how many program headers there will be
   * @throws LayoutException if not all of it could follow
   */
  public ElfSegment unloaded(ElfSegment segment, long offset, int count) throws LayoutException {
    if (segment.type() == SegmentType.PHDR) {
      long size = (long) count * ElfSegment.HEADER_SIZE_BYTES;
      return at(segment, offset, segment.virtualAddress(), size, size, segment.alignment());
    }
    @Nullable Moved first = null;
    long covered = 0;
    Set<Long> distances = new HashSet<>();
    for (ElfSection section :
        segment.fileSizeBytes() > 0 ? elf.sections() : List.<ElfSection>of()) {
      Moved each = moved.get(section.index());
      if (each == null || !segment.containsAddress(section.address())) {
        continue;
      }
      boolean before = first != null && first.section().address() <= section.address();
      first = before ? first : each;
      covered = Math.max(covered, section.address() + section.sizeBytes());
      distances.add(each.address() - section.address());
    }
    if (distances.size() > 1) {
      throw unusual(segment.typeName() + " would get gaps");
    }
    long address = segment.virtualAddress();
    if (first != null
        && (first.section().address() != address
            || covered != address + segment.memorySizeBytes())) {
      throw unusual(segment.typeName() + " holds more than the sections in it");
    }
    return at(
        segment,
        first == null ? offset : first.fileOffset(),
        first == null ? address : first.address(),
        segment.fileSizeBytes(),
        segment.memorySizeBytes(),
        segment.alignment());
  }

  /**
   * Gives symbols the indices and addresses of their sections.
   *
   * @throws LayoutException if they are in tables of another form
   */
  public void symbols(SymbolRule rule) throws LayoutException, FormatException {
    SymbolSections actual = new SymbolSections(elf);
    for (ElfSection section : elf.sections()) {
      if (section.type() == SectionType.SYMTAB_SHNDX) {
        throw unusual("symbols have extended section indices");
      }
      if (section.type() != SectionType.SYMTAB && section.type() != SectionType.DYNSYM) {
        continue;
      }
      if (section.entrySizeBytes() != ElfSymbol.SIZE_BYTES) {
        throw unusual(section.label() + " has entries of another size");
      }
      Moved gone = moved.get(section.index());
      ByteView table = elf.content(section);
      put(
          ByteOverlay.of(
              gone == null ? newOffset(section.fileOffset()) : gone.fileOffset(),
              SymbolRewrite.of(table, (info, old) -> place(actual, rule, info, old))));
    }
  }

  private Place place(SymbolSections actual, SymbolRule rule, int info, Place old) {
    int field = old.sectionField();
    if (field == 0 || field >= FIRST_RESERVED) {
      return old;
    }
    int section = actual.of(info, old);
    Place own = rule.place(section, info, old);
    if (own != null) {
      return own;
    }
    Moved gone = moved.get(section);
    // What is stated may be wrong, and stays so: tools make other symbols of what is put right.
    return gone == null
        ? new Place((int) indices.of(field), old.value(), old.sizeBytes())
        : new Place((int) indices.of(section), gone.newAddress(old.value()), old.sizeBytes());
  }

  /** The new index of a section. */
  public int indexOf(ElfSection section) {
    return order.indexOf(section);
  }

  /**
   * A pointer that is to have another value.
   *
   * @param label what it is, for messages
   * @param fileOffset where it is, in the old file
   * @param value what sets it now
   * @param address the new value
   */
  public record NewPointer(String label, long fileOffset, PointerValue value, long address) {}

  /**
   * Sets pointers, whatever sets them now, and the entries of the dynamic section.
   *
   * @param makeRelative whether a pointer that a symbol sets becomes relative; it is refused
   *     otherwise
   * @throws LayoutException if one cannot be set
   */
  public void pointers(List<NewPointer> pointers, boolean makeRelative)
      throws LayoutException, FormatException {
    overlays.addAll(new PointerEdits(elf, this, makeRelative).of(pointers));
  }

  /**
   * The file as it would be, read from what is planned: what breaks a rule that the old file kept
   * is found before anything is written.
   *
   * @throws LayoutException if it could not be read, or would break a rule
   */
  public ElfFile result() throws LayoutException, FormatException {
    check(LayoutRanges.fault(overlays, edits.newSizeBytes()));
    ElfFile result;
    try {
      result = ElfFile.read(PlannedView.of(elf.view().name(), elf.view(), edits, overlays));
    } catch (FormatException failure) {
      failure.throwIfFileChanged();
      throw unusual(String.valueOf(failure.getMessage()));
    }
    LayoutFinding added = LayoutVerifier.added(elf, result);
    check(added == null ? null : added.toString());
    return result;
  }

  /** The program headers of the new file. */
  public List<ElfSegment> segments() {
    return segments;
  }

  /** The section headers of the new file. */
  public List<ElfSection> sections() {
    return sections;
  }

  /**
   * Writes a copy that is the same.
   *
   * @param channel an empty file
   */
  public static void copy(ByteView source, FileChannel channel, Progress progress)
      throws IOException {
    new LayoutWriter(channel, LayoutWriter.Watcher.NONE, progress)
        .write(source, new OffsetEdits(source.size()), List.of());
  }

  /**
   * Writes the new file; see {@link LayoutWriter#write}.
   *
   * @param channel an empty file
   * @param watcher receives the overlays that are in the file
   */
  public void write(FileChannel channel, LayoutWriter.Watcher watcher, Progress progress)
      throws IOException {
    new LayoutWriter(channel, watcher, progress).write(elf.view(), edits, overlays);
  }

  /**
   * Where section headers go in a table that gets another order or more entries; and what follows
   * them.
   */
  private static final class SectionIndices {
    private final int[] newIndex;

    /**
     * @param newIndex for each old index the new one
     */
    SectionIndices(int[] newIndex) {
      this.newIndex = newIndex.clone();
    }

    /** The new index; numbers that are no index of a section stay as they are. */
    long of(long oldIndex) {
      return oldIndex > 0 && oldIndex < newIndex.length ? newIndex[(int) oldIndex] : oldIndex;
    }

    /** {@code sh_link}, which names a section in every type that has one. */
    long link(ElfSection section) {
      return of(section.link());
    }

    /** {@code sh_info}, which names a section in tables of relocations and where a flag says so. */
    long info(ElfSection section) {
      boolean named =
          section.type() == SectionType.RELA
              || section.type() == SectionType.REL
              || (section.flags() & SectionFlags.INFO_LINK) != 0;
      return named ? of(section.info()) : section.info();
    }
  }
}
