package org.kpackworkbench.model.operation.hostonly;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfHeader;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.PointerValue;
import org.kpackworkbench.model.format.elf.Relocation;
import org.kpackworkbench.model.format.elf.RelocationTable;
import org.kpackworkbench.model.format.elf.SectionFlags;
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.elf.SegmentFlags;
import org.kpackworkbench.model.format.elf.SegmentType;
import org.kpackworkbench.model.format.elf.edit.ByteOverlay;
import org.kpackworkbench.model.format.elf.edit.ElfBytes;
import org.kpackworkbench.model.format.elf.edit.HeaderRoom;
import org.kpackworkbench.model.format.elf.edit.LayoutPlan;
import org.kpackworkbench.model.format.elf.edit.LayoutPlan.LayoutException;
import org.kpackworkbench.model.format.elf.edit.LayoutPlan.NewPointer;
import org.kpackworkbench.model.format.elf.edit.LayoutWriter;
import org.kpackworkbench.model.format.elf.edit.SectionEdit;
import org.kpackworkbench.model.format.elf.edit.SymbolSections.SymbolRewrite.Place;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.FatSections;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperMagic;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.HostOnlyRefusal;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.Refused;

/** The host-only form of an ELF file: every offset and every new byte. */
final class HostOnlyPlan implements HostOnlyLayout {
  /** Entries beside the added one; with none or with many more, stock tools break some files. */
  private static final int SPARE_ENTRIES = 1;

  private static final int POINTER_AT = 8;
  private static final int RESERVED_AT = 16;

  private final FatBinary fat;
  private final ElfFile elf;
  private final byte[] marker;
  private final KeptPages kept;
  private final LayoutPlan layout;

  HostOnlyPlan(FatBinary fat, byte[] marker, Progress progress) throws Refused, FormatException {
    this.fat = fat;
    this.elf = fat.elf();
    this.marker = marker;
    try {
      this.layout = new LayoutPlan(elf);
      this.kept = keptPages();
      new RelocationCheck(elf, kept.place(), fat.wrappers()).check(progress);
      plan(progress);
    } catch (LayoutException failure) {
      throw Refused.of(failure);
    }
  }

  @Override
  public byte[] marker() {
    return marker;
  }

  @Override
  public long markerAddress() {
    return kept.place().start();
  }

  @Override
  public ByteRange removed() {
    return ByteRange.between(kept.keptEnd(), kept.cutEnd());
  }

  @Override
  public List<String> moved() {
    return kept.moved().stream().map(moved -> moved.section().name()).toList();
  }

  @Override
  public long newSizeBytes() {
    return layout.newSizeBytes();
  }

  @Override
  public ElfFile result() throws Refused, FormatException {
    try {
      return layout.result();
    } catch (LayoutException failure) {
      throw Refused.of(failure);
    }
  }

  @Override
  public void write(FileChannel output, Progress progress) throws IOException {
    layout.write(output, LayoutWriter.Watcher.NONE, progress);
  }

  private KeptPages keptPages() throws Refused, LayoutException, FormatException {
    FatPlace place = FatPlace.of(fat);
    List<ElfSection> moving = List.of();
    if (KeptPages.cutting(place, marker.length, moving) != null && place.followed()) {
      moving = moving();
    }
    @Nullable KeptPages cutting = KeptPages.cutting(place, marker.length, moving);
    return cutting == null ? KeptPages.zeroing(place, marker.length) : cutting;
  }

  private List<ElfSection> moving() throws LayoutException {
    HeaderRoom room = new HeaderRoom(elf);
    List<ElfSection> moving = withSpare(room);
    boolean symbols = moving.stream().anyMatch(section -> section.type() == SectionType.DYNSYM);
    // Patchelf uses larger room in a program at fixed addresses, for the dynamic section among
    // others, which then becomes read-only: the program dies when its loader writes there.
    return symbols && elf.header().type() == ElfHeader.EXECUTABLE ? room.inTheWay(1) : moving;
  }

  /**
   * Patchelf, which is what needs the spare entry, takes no program without a dynamic section. What
   * is behind the headers of such a program is rarely more than notes, which make room for one.
   */
  private List<ElfSection> withSpare(HeaderRoom room) throws LayoutException {
    try {
      return room.inTheWay(1 + SPARE_ENTRIES);
    } catch (LayoutException none) {
      if (elf.segments().stream().anyMatch(segment -> segment.type() == SegmentType.DYNAMIC)) {
        throw none;
      }
      return room.inTheWay(1);
    }
  }

  private void plan(Progress progress) throws Refused, LayoutException, FormatException {
    ElfSection oldNames = names();
    byte[] name = (FatSections.MARKER + "\0").getBytes(StandardCharsets.US_ASCII);
    if (kept.cuts()) {
      layout.cut(kept.place().fileOffset(kept.keptEnd()), kept.cutBytes());
    }
    long loadedEnd = loadedEnd();
    long namesEnd = oldNames.fileOffset() + oldNames.sizeBytes();
    boolean namesInPlace = oldNames.fileOffset() >= loadedEnd;
    long oldTable = elf.header().sectionHeadersOffset();
    long oldTableBytes = (long) elf.sections().size() * ElfSection.HEADER_SIZE_BYTES;
    boolean tableInPlace = oldTable >= loadedEnd;
    if (namesInPlace) {
      layout.insert(namesEnd, name.length);
    }
    if (tableInPlace) {
      layout.insert(oldTable + oldTableBytes, ElfSection.HEADER_SIZE_BYTES);
    }
    long appended = layout.newSizeBytes();
    long namesAt = layout.newOffset(oldNames.fileOffset());
    if (!namesInPlace) {
      namesAt = appended;
      appended += oldNames.sizeBytes() + name.length;
    }
    long tableAt = layout.newOffset(oldTable);
    if (!tableInPlace) {
      tableAt = LayoutPlan.alignUp(appended, 8);
      appended = tableAt + oldTableBytes + ElfSection.HEADER_SIZE_BYTES;
    }
    layout.insert(elf.view().size(), appended - layout.newSizeBytes());
    layout.move(kept.moved(), progress);
    ElfSection markerSection = marker(oldNames.sizeBytes());
    order(markerSection);

    clear();
    if (!namesInPlace) {
      layout.zeros(layout.newOffset(oldNames.fileOffset()), oldNames.sizeBytes());
    }
    if (!tableInPlace) {
      layout.zeros(layout.newOffset(oldTable), oldTableBytes);
    }
    layout.bytes(kept.place().section().fileOffset(), marker);
    layout.moveBytes();
    layout.put(ByteOverlay.of(namesAt, elf.content(oldNames)));
    layout.bytes(namesAt + oldNames.sizeBytes(), name);
    SectionEdit newNames =
        new SectionEdit(oldNames).fileOffset(namesAt).size(oldNames.sizeBytes() + name.length);
    layout.headers(
        tableAt,
        segments(),
        section ->
            section.index() == oldNames.index()
                ? newNames
                : section.index() == kept.place().section().index()
                    ? new SectionEdit(kept.fatSection())
                    : section.index() < 0 ? new SectionEdit(section) : null);
    layout.symbols((section, info, old) -> symbol(markerSection, section, info, old));
    wrappers();
  }

  private ElfSection names() throws Refused {
    int index = elf.header().sectionNamesIndex();
    if (index <= 0
        || index >= elf.sections().size()
        || elf.sections().get(index).type() != SectionType.STRTAB
        || elf.sections().get(index).isAllocated()) {
      throw new Refused(HostOnlyRefusal.UNUSUAL_LAYOUT, "the sections' names cannot be found");
    }
    return elf.sections().get(index);
  }

  /** Where the last byte that is loaded ends; room can be made behind it alone. */
  private long loadedEnd() {
    long end = 0;
    for (ElfSegment segment : elf.segments()) {
      end = Math.max(end, segment.fileOffset() + segment.fileSizeBytes());
    }
    return end;
  }

  private void clear() {
    FatPlace place = kept.place();
    long start = place.section().fileOffset();
    layout.zeros(start, place.fileOffset(kept.keptEnd()) - start);
    long tail = place.fileOffset(kept.cutEnd());
    layout.zeros(layout.newOffset(tail), place.fileOffset(place.end()) - tail);
  }

  /**
   * Fixes the order of section headers: the one they had, with one for the marker before that of
   * the device code.
   *
   * <p>Sections that move keep their headers' places, though their addresses are higher then. GNU
   * objcopy and strip read the dynamic symbols before the tables that refer to them, whatever the
   * order, and write the headers in the order of their reading, but leave the indices of sections
   * in dynamic symbols alone: only where the symbols came early before do these stay right. And
   * patchelf removes every section that follows the program headers, one after another up to the
   * first that is elsewhere: the header of one that moved is that first one.
   */
  private void order(ElfSection markerSection) {
    List<ElfSection> order = new ArrayList<>(elf.sections());
    order.add(kept.place().section().index(), markerSection);
    layout.order(order, markerSection);
  }

  private ElfSection marker(long nameOffset) {
    long address = kept.place().start();
    return new ElfSection(
        -1,
        FatSections.MARKER,
        nameOffset,
        SectionType.PROGBITS,
        SectionFlags.ALLOC,
        address,
        kept.place().fileOffset(address),
        kept.markerSizeBytes(),
        0,
        0,
        1,
        0,
        0);
  }

  /**
   * Symbols of the device code go onto the marker, in its section, because a loader adds its base
   * to no symbol without a section.
   */
  private @Nullable Place symbol(ElfSection markerSection, int section, int info, Place old) {
    ElfSection device = kept.place().section();
    if (section != device.index()) {
      return null;
    }
    return (info & 0xf) == ElfSymbol.SECTION
        ? new Place(layout.indexOf(device), kept.fatSection().address(), old.sizeBytes())
        : new Place(
            layout.indexOf(markerSection),
            kept.place().start(),
            Math.clamp(old.sizeBytes(), 0, kept.markerSizeBytes()));
  }

  private void wrappers() throws LayoutException, FormatException {
    List<NewPointer> pointers = new ArrayList<>();
    for (Wrapper wrapper : fat.wrappers()) {
      long start = wrapper.range().start();
      long at = layout.newOffset(start);
      layout.bytes(at, ElfBytes.u32(WrapperMagic.HIPK_VALUE));
      layout.bytes(at + RESERVED_AT, ElfBytes.u32(wrapper.index()));
      pointers.add(
          new NewPointer(
              "wrapper " + wrapper.index(),
              start + POINTER_AT,
              (PointerValue) wrapper.pointer(),
              kept.place().start()));
    }
    layout.pointers(pointers, true);
  }

  private List<ElfSegment> segments() throws LayoutException {
    List<ElfSegment> planned = new ArrayList<>();
    for (ElfSegment segment : elf.segments()) {
      if (segment.index() == kept.place().segment().index()) {
        split(segment, planned);
      } else if (segment.isLoad()) {
        planned.add(load(segment, 0));
      } else {
        planned.add(unloaded(segment));
      }
    }
    return planned;
  }

  private void split(ElfSegment segment, List<ElfSegment> planned) throws LayoutException {
    if (!kept.cuts()) {
      planned.add(load(segment, 0));
      return;
    }
    long inFile = kept.keptEnd() - segment.virtualAddress();
    long inMemory =
        kept.splits() ? kept.cutEnd() - segment.virtualAddress() : segment.memorySizeBytes();
    planned.add(
        LayoutPlan.at(
            withoutIdleExecution(segment, segment.virtualAddress(), kept.keptEnd()),
            segment.fileOffset(),
            segment.virtualAddress(),
            inFile,
            inMemory,
            segment.alignment()));
    if (kept.splits()) {
      long skipped = kept.cutEnd() - segment.virtualAddress();
      long end = segment.virtualAddress() + segment.memorySizeBytes();
      planned.add(load(withoutIdleExecution(segment, kept.cutEnd(), end), skipped));
    }
  }

  /** Where a segment had code, the half of it without code need not be executable. */
  private ElfSegment withoutIdleExecution(ElfSegment segment, long start, long end) {
    for (ElfSection section : elf.sections()) {
      if (section.isAllocated()
          && section.isExecutable()
          && section.address() >= start
          && section.address() < end) {
        return segment;
      }
    }
    return new ElfSegment(
        segment.index(),
        segment.type(),
        segment.flags() & ~SegmentFlags.EXECUTE,
        segment.fileOffset(),
        segment.virtualAddress(),
        segment.physicalAddress(),
        segment.fileSizeBytes(),
        segment.memorySizeBytes(),
        segment.alignment(),
        segment.headerOffset());
  }

  /** A segment without its first bytes. */
  private ElfSegment load(ElfSegment segment, long skipped) throws LayoutException {
    long offset = segment.fileOffset() + skipped;
    return LayoutPlan.load(
        segment,
        offset,
        layout.newOffset(offset),
        segment.virtualAddress() + skipped,
        segment.fileSizeBytes() - skipped,
        segment.memorySizeBytes() - skipped);
  }

  private ElfSegment unloaded(ElfSegment segment) throws LayoutException {
    boolean nowhere = segment.fileOffset() == 0 && segment.fileSizeBytes() == 0;
    return layout.unloaded(
        segment,
        nowhere ? 0 : layout.newOffset(segment.fileOffset()),
        elf.segments().size() + (kept.splits() ? 1 : 0));
  }

  /** Nothing but the wrappers may point to what goes away. */
  private static final class RelocationCheck {
    private static final int STEP = 4096;

    private final ElfFile elf;
    private final FatPlace place;
    private final Set<Long> wrapperPointers = new HashSet<>();

    RelocationCheck(ElfFile elf, FatPlace place, Iterable<Wrapper> wrappers) {
      this.elf = elf;
      this.place = place;
      for (Wrapper wrapper : wrappers) {
        wrapperPointers.add(wrapper.address() + 8);
      }
    }

    void check(Progress progress) throws Refused, FormatException {
      for (RelocationTable table : elf.relocations()) {
        if (table.isDynamic()) {
          int size = table.size();
          for (int i = 0; i < size; i++) {
            check(table.relocation(i));
            if (i % STEP == 0) {
              progress.step(0);
            }
          }
        }
      }
    }

    private void check(Relocation relocation) throws Refused, FormatException {
      if (place.contains(relocation.offset())) {
        throw into(relocation, "changes 0x%x, in .hip_fatbin".formatted(relocation.offset()));
      }
      if (wrapperPointers.contains(relocation.offset())) {
        return;
      }
      ElfSymbol symbol = relocation.symbolIndex() == 0 ? null : relocation.symbol().orElse(null);
      if (relocation.symbolIndex() != 0 && (symbol == null || symbol.section() <= 0)) {
        return;
      }
      long target = relocation.addend() + (symbol == null ? 0 : symbol.value());
      if (place.contains(target)) {
        throw into(relocation, "points to 0x%x, in .hip_fatbin".formatted(target));
      }
    }

    private static Refused into(Relocation relocation, String what) {
      return new Refused(
          HostOnlyRefusal.RELOCATION_INTO_DEVICE_CODE, name(relocation) + " " + what);
    }

    private static String name(Relocation relocation) {
      return "%s for 0x%x, entry %d of %s,"
          .formatted(
              relocation.typeName(),
              relocation.offset(),
              relocation.index(),
              relocation.table().label());
    }
  }
}
