package org.kpackworkbench.model.operation.restore;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.SectionFlags;
import org.kpackworkbench.model.format.elf.SegmentFlags;
import org.kpackworkbench.model.format.elf.SegmentType;
import org.kpackworkbench.model.format.elf.edit.OffsetEdits;
import org.kpackworkbench.model.operation.restore.DevicePlace.Moved;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.Refused;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.RestoreRefusal;

/** Works out the program headers of the fat file. */
final class RestoredSegments {
  private final ElfFile elf;
  private final @Nullable ElfSection marker;
  private final DevicePlace place;
  private final OffsetEdits edits;

  RestoredSegments(ElfFile elf, @Nullable ElfSection marker, DevicePlace place, OffsetEdits edits) {
    this.elf = elf;
    this.marker = marker;
    this.place = place;
    this.edits = edits;
  }

  List<ElfSegment> segments() throws Refused {
    List<ElfSegment> planned = new ArrayList<>();
    int lastLoad = 0;
    for (ElfSegment segment : elf.segments()) {
      if (place.isGone(segment)) {
        continue;
      }
      if (segment.isLoad()) {
        DevicePlace.Joined joined = place.joined();
        boolean grows = joined != null && joined.first().index() == segment.index();
        planned.add(
            grows && joined != null ? at(joined.whole(), newOffset(segment)) : load(segment));
        lastLoad = planned.size();
      } else {
        planned.add(other(segment));
      }
    }
    if (!place.inPlace()) {
      long size = place.end() - place.segmentAddress();
      planned.add(
          lastLoad,
          new ElfSegment(
              -1,
              SegmentType.LOAD,
              SegmentFlags.READ,
              place.segmentOffset(),
              place.segmentAddress(),
              place.segmentAddress(),
              size,
              size,
              DevicePlaceFinder.PAGE_BYTES,
              -1));
    }
    return planned;
  }

  /** How many program headers there will be. */
  int count() {
    return elf.segments().size() + place.addedHeaders();
  }

  private static ElfSegment at(ElfSegment segment, long offset) {
    return with(
        segment,
        offset,
        segment.virtualAddress(),
        segment.fileSizeBytes(),
        segment.memorySizeBytes(),
        segment.alignment());
  }

  private ElfSegment load(ElfSegment segment) throws Refused {
    ElfSegment holder = place.segment();
    boolean holds = holder != null && holder.index() == segment.index();
    long offset = newOffset(segment);
    long inFile = segment.fileSizeBytes();
    long inMemory = segment.memorySizeBytes();
    if (holds) {
      if (place.inPlace()) {
        offset = place.segmentOffset();
        inFile = Math.max(inFile, place.end() - segment.virtualAddress());
      }
      inMemory = Math.max(inFile, usedMemory(segment));
    }
    long alignment = segment.alignment();
    boolean wasCongruent = congruent(segment.fileOffset(), segment.virtualAddress(), alignment);
    while (wasCongruent && !congruent(offset, segment.virtualAddress(), alignment)) {
      alignment >>= 1;
    }
    if (wasCongruent && alignment < Math.min(segment.alignment(), DevicePlaceFinder.PAGE_BYTES)) {
      throw new Refused(
          RestoreRefusal.UNUSUAL_LAYOUT,
          "segment %d could not keep a page".formatted(segment.index()));
    }
    return with(segment, offset, segment.virtualAddress(), inFile, inMemory, alignment);
  }

  private static boolean congruent(long offset, long address, long alignment) {
    return alignment <= 1 || (offset - address) % alignment == 0;
  }

  /** How far a segment's memory is used by other sections than the device code. */
  private long usedMemory(ElfSegment segment) {
    long end = 0;
    for (ElfSection section : elf.sections()) {
      boolean template = section.isNoBits() && (section.flags() & SectionFlags.TLS) != 0;
      boolean own =
          section.index() == place.section().index()
              || (marker != null && section.index() == marker.index());
      if (section.isAllocated()
          && !template
          && !own
          && segment.containsAddress(section.address())) {
        end = Math.max(end, section.address() + section.sizeBytes() - segment.virtualAddress());
      }
    }
    return Math.min(end, segment.memorySizeBytes());
  }

  /** What has no bytes in the file does not follow what moves on. */
  private long newOffset(ElfSegment segment) {
    boolean stays =
        segment.fileSizeBytes() == 0
            && (segment.fileOffset() == 0 || segment.fileOffset() == place.insertAt())
            && (segment.virtualAddress() < place.address());
    return stays ? place.beforeRoom(segment.fileOffset()) : edits.newOffset(segment.fileOffset());
  }

  private ElfSegment other(ElfSegment segment) throws Refused {
    if (segment.type() == SegmentType.PHDR) {
      long size = (long) count() * ElfSegment.HEADER_SIZE_BYTES;
      return with(
          segment, newOffset(segment), segment.virtualAddress(), size, size, segment.alignment());
    }
    Moved moved = segment.fileSizeBytes() > 0 ? place.movedFrom(segment.virtualAddress()) : null;
    if (moved != null) {
      return follow(segment, moved);
    }
    return with(
        segment,
        newOffset(segment),
        segment.virtualAddress(),
        segment.fileSizeBytes(),
        segment.memorySizeBytes(),
        segment.alignment());
  }

  /** A segment of notes or the like goes where its sections went, all of them at one distance. */
  private ElfSegment follow(ElfSegment segment, Moved first) throws Refused {
    long distance = first.address() - first.section().address();
    long end = segment.virtualAddress() + segment.memorySizeBytes();
    long covered = 0;
    for (Moved moved : place.moved()) {
      long start = moved.section().address();
      if (segment.containsAddress(start)) {
        covered = start + moved.section().sizeBytes();
        if (moved.address() - start != distance) {
          throw new Refused(RestoreRefusal.UNUSUAL_LAYOUT, segment.typeName() + " would get gaps");
        }
      }
    }
    if (first.section().address() != segment.virtualAddress() || covered != end) {
      throw new Refused(
          RestoreRefusal.UNUSUAL_LAYOUT,
          segment.typeName() + " holds more than the sections in it");
    }
    return with(
        segment,
        place.fileOffset(first.address()),
        first.address(),
        segment.fileSizeBytes(),
        segment.memorySizeBytes(),
        segment.alignment());
  }

  private static ElfSegment with(
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
}
