package org.kpackworkbench.model.operation.edit;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.format.elf.AddressMap;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.offload.FatSections;
import org.kpackworkbench.model.format.offload.Marker;

/**
 * Where a marker of another length goes: where it is, if what follows is free; else behind the
 * other things in its pages; else into new pages, which are taken from the memory that held the
 * device code.
 *
 * @param address its virtual address
 * @param fileOffset its first byte, in the new file
 * @param growAt offset of the old file where pages come in; -1 where none do
 * @param grownBytes how many bytes come in
 * @param loadedBytes how many of them the segment takes; the rest keeps what follows aligned
 */
record MarkerRoom(long address, long fileOffset, long growAt, long grownBytes, long loadedBytes) {
  private static final long ALIGNMENT = 16;
  private static final long PAGE_BYTES = 4096;

  /** Nobody asks for more, and so much is looked through each time somebody types. */
  private static final long MOST_FREE_BYTES = 1 << 16;

  /**
   * Finds it.
   *
   * @throws FormatException where there is no room, and none can be made
   */
  static MarkerRoom find(ElfFile elf, Marker marker, long sizeBytes) throws FormatException {
    ElfSegment segment = segment(elf, marker);
    long start = marker.range().start();
    long segmentEnd = segment.fileOffset() + segment.fileSizeBytes();
    ElfSection own = Objects.requireNonNull(marker.section());
    long end = nextUse(elf, own, start, segmentEnd);
    if (sizeBytes <= own.sizeBytes()
        || (start + sizeBytes <= end
            && isZero(elf.view(), own.fileOffset() + own.sizeBytes(), start + sizeBytes))) {
      return new MarkerRoom(marker.address(), start, -1, 0, 0);
    }
    long tail = alignUp(lastUse(elf, own, segment), ALIGNMENT);
    if (tail > start
        && tail + sizeBytes <= segmentEnd
        && isZero(elf.view(), tail, tail + sizeBytes)) {
      return new MarkerRoom(marker.address() + (tail - start), tail, -1, 0, 0);
    }
    return grown(elf, segment, sizeBytes);
  }

  /** How long a marker may be to stay where it is. */
  static long inPlaceBytes(ElfFile elf, Marker marker) throws FormatException {
    ElfSegment segment = segment(elf, marker);
    long start = marker.range().start();
    ElfSection own = Objects.requireNonNull(marker.section());
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
        && isZero(
            elf.view(), section.fileOffset(), section.fileOffset() + section.storedSizeBytes());
  }

  private static MarkerRoom grown(ElfFile elf, ElfSegment segment, long sizeBytes)
      throws FormatException {
    ElfSection fat = elf.section(FatSections.FAT);
    long address = segment.virtualAddress() + segment.fileSizeBytes();
    long at = segment.fileOffset() + segment.fileSizeBytes();
    long loaded = alignUp(sizeBytes, PAGE_BYTES);
    boolean free =
        fat != null
            && fat.type() == SectionType.NOBITS
            && fat.address() == address
            && address % PAGE_BYTES == 0
            && fat.sizeBytes() > loaded;
    if (!free) {
      throw none(
          elf,
          "room for " + sizeBytes + " bytes",
          "other things behind the marker, and no removed pages that could come back");
    }
    long step = PAGE_BYTES;
    for (ElfSegment other : elf.segments()) {
      if (other.fileOffset() >= at && other.fileSizeBytes() > 0) {
        step = Math.max(step, other.alignment());
      }
    }
    return new MarkerRoom(address, at, at, alignUp(loaded, step), loaded);
  }

  private static FormatException none(ElfFile elf, String expected, @Nullable String found) {
    return FormatException.in(elf.view().name(), "marker", "room", Reason.UNSUPPORTED)
        .expected(expected)
        .found(String.valueOf(found))
        .advice("Use shorter search paths or a shorter name, or convert the original again.")
        .build();
  }

  private static boolean isZero(ByteView view, long from, long to) throws FormatException {
    byte[] window = new byte[Math.clamp(to - from, 0, 64 * 1024)];
    for (long at = from; at < to; at += window.length) {
      int count = (int) Math.min(window.length, to - at);
      view.copyTo(at, window, 0, count);
      for (int i = 0; i < count; i++) {
        if (window[i] != 0) {
          return false;
        }
      }
    }
    return true;
  }

  private static long alignUp(long value, long step) {
    return (value + step - 1) / step * step;
  }
}
