package org.kpackworkbench.model.operation.restore;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.SectionFlags;
import org.kpackworkbench.model.format.elf.SegmentFlags;
import org.kpackworkbench.model.format.elf.edit.HeaderRoom;
import org.kpackworkbench.model.format.elf.edit.LayoutPlan;
import org.kpackworkbench.model.format.elf.edit.LayoutPlan.LayoutException;
import org.kpackworkbench.model.format.elf.edit.LayoutPlan.Moved;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.operation.restore.DevicePlace.Joined;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.Refused;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.RestoreRefusal;

/** Finds where the bundles go: where they were, if they fit there, else behind everything. */
final class DevicePlaceFinder {
  private static final int SPARE_ENTRIES = 1;

  /** Alignment that offsets of whatever is not loaded may have. */
  private static final long UNLOADED_ALIGNMENT = 64;

  private final ElfFile elf;
  private final ElfSection fat;
  private final @Nullable ElfSection marker;
  private final @Nullable ElfSegment segment;
  private final long sizeBytes;

  DevicePlaceFinder(FatBinary host, long sizeBytes) throws Refused {
    this.elf = host.elf();
    if (host.elfSections().size() != 1) {
      throw new Refused(
          RestoreRefusal.UNUSUAL_LAYOUT,
          host.elfSections().size() + " sections are named .hip_fatbin");
    }
    this.fat = host.elfSections().getFirst();
    Marker found = host.marker();
    this.marker = found == null ? null : (ElfSection) found.section();
    this.segment = fat.isAllocated() ? loadOf(fat.address()) : null;
    this.sizeBytes = sizeBytes;
  }

  DevicePlace find() throws Refused {
    DevicePlace place = inPlace();
    return place == null ? newSegment() : place;
  }

  private @Nullable ElfSegment loadOf(long address) {
    return elf.segments().stream()
        .filter(load -> load.isLoad() && load.containsAddress(address))
        .findFirst()
        .orElse(null);
  }

  private @Nullable DevicePlace inPlace() {
    ElfSegment holder = segment;
    if (holder == null) {
      return null;
    }
    long address = pageUp(freeStart(holder));
    long end = address + sizeBytes;
    if (end > freeEnd(holder)) {
      return null;
    }
    long bytesEnd = holder.virtualAddress() + holder.fileSizeBytes();
    if (!fat.isNoBits() || end <= bytesEnd) {
      return end > bytesEnd ? null : grown(holder, address, holder.fileOffset(), 0, 0);
    }
    long offset = holder.fileOffset();
    long from = offset + holder.fileSizeBytes();
    if (holder.fileSizeBytes() == 0) {
      from = fileEndBefore(holder);
      offset = from + Math.floorMod(holder.virtualAddress() - from, LayoutPlan.PAGE_BYTES);
    }
    long next = nextStored(from);
    if (next < 0) {
      return null;
    }
    long needed = offset + (end - holder.virtualAddress());
    return grown(holder, address, offset, next, needed > next ? pageUp(needed - next) : 0);
  }

  private DevicePlace grown(
      ElfSegment holder, long address, long offset, long insertAt, long inserted) {
    return new DevicePlace(
        fat,
        holder,
        true,
        null,
        null,
        List.of(),
        holder.virtualAddress(),
        offset,
        address,
        sizeBytes,
        insertAt,
        inserted);
  }

  /** From the marker on, where nothing is between it and the device code. */
  private long freeStart(ElfSegment holder) {
    ElfSection mark = marker;
    if (mark == null
        || !mark.isAllocated()
        || mark.address() > fat.address()
        || !holder.containsAddress(mark.address())) {
      return fat.address();
    }
    for (ElfSection section : others()) {
      if (section.address() >= mark.address() && section.address() < fat.address()) {
        return fat.address();
      }
    }
    return mark.address();
  }

  /** Up to the next section or to the page where the next segment starts. */
  private long freeEnd(ElfSegment holder) {
    long end = fat.isNoBits() ? Long.MAX_VALUE : fat.address() + fat.sizeBytes();
    for (ElfSection section : others()) {
      if (section.address() >= fat.address()) {
        end = Math.min(end, section.address());
      }
    }
    for (ElfSegment load : elf.segments()) {
      if (load.isLoad() && load.virtualAddress() > holder.virtualAddress()) {
        end = Math.min(end, load.virtualAddress() & -LayoutPlan.PAGE_BYTES);
      }
    }
    return end;
  }

  /** Sections with bytes in memory, but for the device code and the marker. */
  private List<ElfSection> others() {
    List<ElfSection> others = new ArrayList<>();
    for (ElfSection section : elf.sections()) {
      boolean template = section.isNoBits() && (section.flags() & SectionFlags.TLS) != 0;
      boolean own =
          section.index() == fat.index() || (marker != null && section.index() == marker.index());
      if (section.isAllocated() && section.sizeBytes() > 0 && !template && !own) {
        others.add(section);
      }
    }
    return others;
  }

  private long fileEndBefore(ElfSegment holder) {
    long end = 0;
    for (ElfSegment load : elf.segments()) {
      if (load.isLoad() && load.virtualAddress() < holder.virtualAddress()) {
        end = Math.max(end, load.fileOffset() + load.fileSizeBytes());
      }
    }
    return end;
  }

  /** The first offset from one on where something starts; -1 if something lies across it. */
  private long nextStored(long from) {
    long next = elf.view().size();
    for (long[] range : storedRanges()) {
      if (range[0] < from && range[1] > from) {
        return -1;
      }
      next = range[0] >= from ? Math.min(next, range[0]) : next;
    }
    return next;
  }

  private List<long[]> storedRanges() {
    List<long[]> ranges = new ArrayList<>();
    for (ElfSection section : elf.sections()) {
      add(ranges, section.fileOffset(), section.storedSizeBytes());
    }
    for (ElfSegment each : elf.segments()) {
      add(ranges, each.fileOffset(), each.fileSizeBytes());
    }
    add(
        ranges,
        elf.header().sectionHeadersOffset(),
        (long) elf.sections().size() * ElfSection.HEADER_SIZE_BYTES);
    add(
        ranges,
        elf.header().programHeadersOffset(),
        (long) elf.segments().size() * ElfSegment.HEADER_SIZE_BYTES);
    return ranges;
  }

  private static void add(List<long[]> ranges, long start, long size) {
    if (size > 0) {
      ranges.add(new long[] {start, start + size});
    }
  }

  private DevicePlace newSegment() throws Refused {
    long memoryEnd = 0;
    long loadedEnd = 0;
    for (ElfSegment each : elf.segments()) {
      if (each.isLoad()) {
        memoryEnd = Math.max(memoryEnd, each.virtualAddress() + each.memorySizeBytes());
      }
      loadedEnd = Math.max(loadedEnd, each.fileOffset() + each.fileSizeBytes());
    }
    if (nextStored(loadedEnd) < 0) {
      throw new Refused(
          RestoreRefusal.UNUSUAL_LAYOUT, "something that is not loaded overlaps a segment");
    }
    ElfSegment dropped = idle();
    List<ElfSection> moving = List.of();
    Joined joined = null;
    if (dropped == null) {
      try {
        moving = inTheWay();
      } catch (LayoutException none) {
        joined = joined();
        if (joined == null) {
          throw Refused.of(none);
        }
      }
    }
    long start = pageUp(memoryEnd);
    long zeros = joined == null ? 0 : joined.insertedBytes();
    long offset = pageUp(loadedEnd + zeros);
    List<Moved> moved = LayoutPlan.placed(moving, start, offset);
    long address = pageUp(LayoutPlan.end(moved, start));
    long end = offset + (address + sizeBytes - start);
    return new DevicePlace(
        fat,
        segment,
        false,
        dropped,
        joined,
        moved,
        start,
        offset,
        address,
        sizeBytes,
        loadedEnd,
        LayoutPlan.alignUp(end - loadedEnd - zeros, UNLOADED_ALIGNMENT));
  }

  /**
   * Returns the sections in the way of the new program header and a spare one, or at least of the
   * new one.
   */
  private List<ElfSection> inTheWay() throws LayoutException {
    HeaderRoom room = new HeaderRoom(elf);
    try {
      return room.inTheWay(1 + SPARE_ENTRIES);
    } catch (LayoutException noSpare) {
      return room.inTheWay(1);
    }
  }

  /**
   * The halves of the segment that conversion cut, where nothing came between them: with zeros in
   * the file instead of the cut they are one again, and the second one's program header is free.
   */
  private @Nullable Joined joined() {
    ElfSegment first = segment;
    if (first == null || !fat.isNoBits() || first.fileSizeBytes() == 0) {
      return null;
    }
    ElfSegment second = null;
    for (ElfSegment load : elf.segments()) {
      if (load.isLoad()
          && load.virtualAddress() > first.virtualAddress()
          && (second == null || load.virtualAddress() < second.virtualAddress())) {
        second = load;
      }
    }
    if (second == null || second.fileSizeBytes() == 0) {
      return null;
    }
    long zeros =
        (second.virtualAddress() - first.virtualAddress())
            - (second.fileOffset() - first.fileOffset());
    boolean halves =
        first.virtualAddress() + first.memorySizeBytes() == second.virtualAddress()
            && ((first.flags() ^ second.flags()) & ~SegmentFlags.EXECUTE) == 0
            && zeros >= 0
            && zeros % LayoutPlan.PAGE_BYTES == 0
            && nextStored(first.fileOffset() + first.fileSizeBytes()) == second.fileOffset();
    return halves ? new Joined(first, second, zeros) : null;
  }

  /** A segment that holds nothing but the marker, or nothing but the device code that is gone. */
  private @Nullable ElfSegment idle() {
    return elf.segments().stream()
        .filter(load -> load.isLoad() && isIdle(load))
        .findFirst()
        .orElse(null);
  }

  private boolean isIdle(ElfSegment load) {
    ElfSection mark = marker;
    boolean held =
        (mark != null && mark.isAllocated() && load.containsAddress(mark.address()))
            || (fat.isNoBits() && load.containsAddress(fat.address()) && load.fileSizeBytes() == 0);
    if (!held
        || load.containsOffset(0)
        || load.containsOffset(elf.header().programHeadersOffset())) {
      return false;
    }
    for (ElfSection section : others()) {
      if (load.containsAddress(section.address())) {
        return false;
      }
    }
    return elf.segments().stream()
        .noneMatch(
            other ->
                !other.isLoad()
                    && other.memorySizeBytes() > 0
                    && load.containsAddress(other.virtualAddress()));
  }

  private static long pageUp(long value) {
    return LayoutPlan.alignUp(value, LayoutPlan.PAGE_BYTES);
  }
}
