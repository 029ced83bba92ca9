package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.ZeroScan;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.elf.AddressMap;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.PointerValue;
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.elf.edit.LayoutPlan;
import org.kpackworkbench.model.format.elf.edit.LayoutPlan.LayoutException;
import org.kpackworkbench.model.format.elf.edit.LayoutPlan.NewPointer;
import org.kpackworkbench.model.format.elf.edit.LayoutWriter;
import org.kpackworkbench.model.format.elf.edit.SectionEdit;
import org.kpackworkbench.model.format.elf.edit.SymbolSections.SymbolRewrite.Place;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.FatSections;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.operation.edit.MarkerFitting.MarkerFit;

/**
 * Every offset and every new byte of a host-only ELF file with another marker: the marker, the
 * section and program headers, and, where it moves, all that leads to it.
 */
final class ElfMarkerLayout implements MarkerLayout {
  private static final int POINTER_AT = 8;

  private final FatBinary fat;
  private final ElfFile elf;
  private final Marker marker;
  private final ElfSection own;
  private final byte[] bytes;
  private final MarkerRoom room;
  private final LayoutPlan layout;

  ElfMarkerLayout(FatBinary fat, byte[] bytes) throws FormatException {
    this.fat = fat;
    this.elf = fat.elf();
    this.marker = Objects.requireNonNull(fat.marker());
    this.own = (ElfSection) Objects.requireNonNull(marker.section());
    this.bytes = bytes;
    this.room = MarkerRoom.find(elf, marker, bytes.length);
    try {
      this.layout = new LayoutPlan(elf);
      plan();
    } catch (LayoutException failure) {
      throw MarkerLayout.refused(
          elf, "layout", "a file in which a marker can be changed", failure.details());
    }
  }

  private void plan() throws LayoutException, FormatException {
    if (room.grows()) {
      layout.insert(room.growAt(), room.grownBytes());
    }
    layout.zeros(marker.range().start(), marker.range().length());
    layout.bytes(room.fileOffset(), bytes);
    layout.headers(
        layout.newOffset(elf.header().sectionHeadersOffset()),
        elf.segments().stream().map(this::segment).toList(),
        room.sections(elf, own, bytes.length));
    if (room.address() != marker.address()) {
      layout.pointers(pointers(), false);
      layout.symbols(this::place);
    }
  }

  @Override
  public void write(FileChannel channel, Progress progress) throws IOException {
    layout.write(channel, LayoutWriter.Watcher.NONE, progress);
  }

  @Override
  public long address() {
    return room.address();
  }

  @Override
  public MarkerFit fit() throws FormatException {
    MarkerFit.Kind kind =
        room.grows()
            ? MarkerFit.Kind.GROWN
            : room.address() == marker.address() ? MarkerFit.Kind.IN_PLACE : MarkerFit.Kind.MOVED;
    long inPlace = MarkerRoom.inPlaceBytes(elf, marker);
    return new MarkerFit(kind, bytes.length, inPlace, Math.max(0, room.grownBytes()), false);
  }

  private ElfSegment segment(ElfSegment segment) {
    boolean grown =
        room.grows()
            && segment.isLoad()
            && segment.fileOffset() + segment.fileSizeBytes() == room.growAt()
            && segment.virtualAddress() + segment.fileSizeBytes() == room.address();
    return LayoutPlan.at(
        segment,
        layout.newOffset(segment.fileOffset()),
        segment.virtualAddress(),
        segment.fileSizeBytes() + (grown ? room.loadedBytes() : 0),
        segment.memorySizeBytes(),
        segment.alignment());
  }

  private List<NewPointer> pointers() {
    return fat.wrappers().stream()
        .filter(wrapper -> wrapper.pointer().value() == marker.address())
        .map(
            wrapper ->
                new NewPointer(
                    "wrapper " + wrapper.index(),
                    wrapper.range().start() + POINTER_AT,
                    (PointerValue) wrapper.pointer(),
                    room.address()))
        .toList();
  }

  private @Nullable Place place(int section, int info, Place old) {
    ElfSection fatSection = elf.section(FatSections.FAT).orElse(null);
    boolean ofSection = (info & 0xf) == ElfSymbol.SECTION;
    if (section == own.index()) {
      return new Place(
          old.sectionField(),
          room.address(),
          ofSection ? old.sizeBytes() : Math.min(old.sizeBytes(), bytes.length));
    }
    return ofSection && room.grows() && fatSection != null && section == fatSection.index()
        ? new Place(old.sectionField(), old.value() + room.loadedBytes(), old.sizeBytes())
        : null;
  }

  /**
   * Where a marker of another length goes: where it is, if what follows is free; else behind the
   * other things in its pages; else into new pages, which are taken from the memory that held the
   * device code.
   *
   * @param address its virtual address
   * @param fileOffset its first byte, in the new file
   * @param growAt offset of the old file where pages come in; -1 if none do
   * @param grownBytes how many bytes come in
   * @param loadedBytes how many of them the segment takes; the rest keeps what follows aligned
   */
  private record MarkerRoom(
      long address, long fileOffset, long growAt, long grownBytes, long loadedBytes) {
    private static final long ALIGNMENT = 16;

    /** A limit: so much is searched at each key press. */
    private static final long MOST_FREE_BYTES = 1 << 16;

    /**
     * Finds it.
     *
     * @throws FormatException if there is no room, and none can be made
     */
    static MarkerRoom find(ElfFile elf, Marker marker, long sizeBytes) throws FormatException {
      ElfSegment segment = segment(elf, marker);
      long start = marker.range().start();
      long segmentEnd = segment.fileOffset() + segment.fileSizeBytes();
      ElfSection own = (ElfSection) Objects.requireNonNull(marker.section());
      long end = nextUse(elf, own, start, segmentEnd);
      if (sizeBytes <= own.sizeBytes()
          || (start + sizeBytes <= end
              && isZero(elf, own.fileOffset() + own.sizeBytes(), start + sizeBytes))) {
        return new MarkerRoom(marker.address(), start, -1, 0, 0);
      }
      long tail = LayoutPlan.alignUp(lastUse(elf, own, segment), ALIGNMENT);
      if (tail > start && tail + sizeBytes <= segmentEnd && isZero(elf, tail, tail + sizeBytes)) {
        return new MarkerRoom(marker.address() + (tail - start), tail, -1, 0, 0);
      }
      return grown(elf, segment, sizeBytes);
    }

    /** How long a marker may be to stay where it is. */
    static long inPlaceBytes(ElfFile elf, Marker marker) throws FormatException {
      ElfSegment segment = segment(elf, marker);
      long start = marker.range().start();
      ElfSection own = (ElfSection) Objects.requireNonNull(marker.section());
      long from = own.fileOffset() + own.sizeBytes();
      long to =
          Math.min(
              nextUse(elf, own, start, segment.fileOffset() + segment.fileSizeBytes()),
              from + MOST_FREE_BYTES);
      long free = from;
      byte[] bytes = from < to ? elf.view().bytes(from, (int) (to - from)) : new byte[0];
      while (free < to && bytes[(int) (free - from)] == 0) {
        free++;
      }
      return Math.max(own.sizeBytes(), free - start);
    }

    boolean grows() {
      return growAt >= 0;
    }

    /** How the sections change; what is left of the device code's gives way to the marker. */
    Function<ElfSection, @Nullable SectionEdit> sections(
        ElfFile elf, ElfSection own, long sizeBytes) throws FormatException {
      ElfSection fat = elf.section(FatSections.FAT).orElse(null);
      @Nullable SectionEdit after = fat == null ? null : fat(elf, fat, sizeBytes);
      return section -> {
        if (section.index() == own.index()) {
          return new SectionEdit(own).at(address, fileOffset).size(sizeBytes);
        }
        return section.equals(fat) ? after : null;
      };
    }

    private @Nullable SectionEdit fat(ElfFile elf, ElfSection fat, long sizeBytes)
        throws FormatException {
      if (grows()) {
        return new SectionEdit(fat)
            .at(fat.address() + loadedBytes, growAt + loadedBytes)
            .size(fat.sizeBytes() - loadedBytes);
      }
      long taken = address + sizeBytes - fat.address();
      if (taken <= 0 || address >= fat.address() + fat.sizeBytes() || !isEmptied(elf, fat)) {
        return null;
      }
      long step = Math.max(1, fat.alignment());
      long from = Math.min((taken + step - 1) / step * step, fat.sizeBytes());
      return new SectionEdit(fat)
          .at(fat.address() + from, fat.fileOffset() + from)
          .size(fat.sizeBytes() - from);
    }

    private static ElfSegment segment(ElfFile elf, Marker marker) throws FormatException {
      if (elf.addresses().locate(marker.address()) instanceof AddressMap.InFile place
          && place.fileOffset() == marker.range().start()) {
        return place.segment();
      }
      throw none(elf, "a marker in a loaded segment", "one outside");
    }

    /** Where the next thing starts; an emptied section of device code is none. */
    private static long nextUse(ElfFile elf, ElfSection own, long start, long segmentEnd)
        throws FormatException {
      long next = segmentEnd;
      for (ElfSection section : elf.sections()) {
        if (section.index() != own.index()
            && section.storedSizeBytes() > 0
            && section.fileOffset() + section.storedSizeBytes() > start
            && !isEmptied(elf, section)) {
          next = Math.min(next, Math.max(start, section.fileOffset()));
        }
      }
      return headersBehind(elf, start, next);
    }

    private static long headersBehind(ElfFile elf, long start, long next) {
      long sections = elf.header().sectionHeadersOffset();
      long segments = elf.header().programHeadersOffset();
      long end = next;
      if (sections > start) {
        end = Math.min(end, sections);
      }
      return segments > start ? Math.min(end, segments) : end;
    }

    /** Where the last thing of a segment ends, the marker and emptied device code left out. */
    private static long lastUse(ElfFile elf, ElfSection own, ElfSegment segment)
        throws FormatException {
      long end = segment.fileOffset();
      for (ElfSection section : elf.sections()) {
        if (section.storedSizeBytes() > 0
            && segment.containsOffset(section.fileOffset())
            && !isEmptied(elf, section)) {
          end = Math.max(end, section.fileOffset() + section.storedSizeBytes());
        }
      }
      long headers =
          elf.header().programHeadersOffset()
              + (long) elf.segments().size() * ElfSegment.HEADER_SIZE_BYTES;
      return Math.max(end, Math.max(headers, own.fileOffset()));
    }

    /** Whether a section is device code whose bytes were all zeroed. */
    static boolean isEmptied(ElfFile elf, ElfSection section) throws FormatException {
      return section.name().equals(FatSections.FAT)
          && section.type() == SectionType.PROGBITS
          && isZero(elf, section.fileOffset(), section.fileOffset() + section.storedSizeBytes());
    }

    private static MarkerRoom grown(ElfFile elf, ElfSegment segment, long sizeBytes)
        throws FormatException {
      ElfSection fat = elf.section(FatSections.FAT).orElse(null);
      long address = segment.virtualAddress() + segment.fileSizeBytes();
      long at = segment.fileOffset() + segment.fileSizeBytes();
      long loaded = LayoutPlan.alignUp(sizeBytes, LayoutPlan.PAGE_BYTES);
      boolean free =
          fat != null
              && fat.type() == SectionType.NOBITS
              && fat.address() == address
              && address % LayoutPlan.PAGE_BYTES == 0
              && fat.sizeBytes() > loaded;
      if (!free) {
        throw none(
            elf,
            "room for " + sizeBytes + " bytes",
            "other content after the marker, and no removed pages that could be restored");
      }
      long step = LayoutPlan.PAGE_BYTES;
      for (ElfSegment other : elf.segments()) {
        if (other.fileOffset() >= at && other.fileSizeBytes() > 0) {
          step = Math.max(step, other.alignment());
        }
      }
      return new MarkerRoom(address, at, at, LayoutPlan.alignUp(loaded, step), loaded);
    }

    private static FormatException none(ElfFile elf, String expected, @Nullable String found) {
      return MarkerLayout.refused(elf, "room", expected, String.valueOf(found));
    }

    private static boolean isZero(ElfFile elf, long from, long to) throws FormatException {
      return from >= to
          || ZeroScan.isZero(elf.view().slice(from, to - from), new ByteRange(0, to - from));
    }
  }
}
