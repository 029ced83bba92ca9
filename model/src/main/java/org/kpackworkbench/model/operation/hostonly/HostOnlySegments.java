package org.kpackworkbench.model.operation.hostonly;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.SegmentFlags;
import org.kpackworkbench.model.format.elf.SegmentType;
import org.kpackworkbench.model.format.elf.edit.OffsetEdits;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.HostOnlyRefusal;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.Refused;
import org.kpackworkbench.model.operation.hostonly.KeptPages.Moved;

/** Works out the program headers of the host-only file. */
final class HostOnlySegments {
  private final ElfFile elf;
  private final KeptPages kept;
  private final OffsetEdits edits;

  HostOnlySegments(ElfFile elf, KeptPages kept, OffsetEdits edits) {
    this.elf = elf;
    this.kept = kept;
    this.edits = edits;
  }

  List<ElfSegment> segments() throws Refused {
    List<ElfSegment> planned = new ArrayList<>();
    for (ElfSegment segment : elf.segments()) {
      if (segment.index() == kept.place().segment().index()) {
        split(segment, planned);
      } else if (segment.isLoad()) {
        planned.add(load(segment, segment.virtualAddress(), segment.fileOffset(), 0));
      } else {
        planned.add(other(segment));
      }
    }
    return planned;
  }

  private void split(ElfSegment segment, List<ElfSegment> planned) throws Refused {
    if (!kept.cuts()) {
      planned.add(load(segment, segment.virtualAddress(), segment.fileOffset(), 0));
      return;
    }
    long inFile = kept.keptEnd() - segment.virtualAddress();
    long inMemory =
        kept.splits() ? kept.cutEnd() - segment.virtualAddress() : segment.memorySizeBytes();
    planned.add(
        with(
            withoutIdleExecution(segment, segment.virtualAddress(), kept.keptEnd()),
            segment.fileOffset(),
            segment.virtualAddress(),
            inFile,
            inMemory,
            segment.alignment()));
    if (kept.splits()) {
      long skipped = kept.cutEnd() - segment.virtualAddress();
      long end = segment.virtualAddress() + segment.memorySizeBytes();
      planned.add(
          load(
              withoutIdleExecution(segment, kept.cutEnd(), end),
              kept.cutEnd(),
              segment.fileOffset() + skipped,
              skipped));
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

  /** A segment, or what is left of it; its alignment sinks to what its new offset respects. */
  private ElfSegment load(ElfSegment segment, long address, long oldOffset, long skipped)
      throws Refused {
    long offset = edits.newOffset(oldOffset);
    long alignment = segment.alignment();
    boolean wasCongruent = alignment <= 1 || (oldOffset - address) % alignment == 0;
    while (wasCongruent && alignment > 1 && (offset - address) % alignment != 0) {
      alignment >>= 1;
    }
    if (wasCongruent && alignment < Math.min(segment.alignment(), FatPlace.PAGE_BYTES)) {
      throw new Refused(
          HostOnlyRefusal.UNUSUAL_LAYOUT,
          "segment %d could not keep a page".formatted(segment.index()));
    }
    return with(
        segment,
        offset,
        address,
        segment.fileSizeBytes() - skipped,
        segment.memorySizeBytes() - skipped,
        alignment);
  }

  private ElfSegment other(ElfSegment segment) throws Refused {
    if (segment.type() == SegmentType.PHDR) {
      long size =
          (long) (elf.segments().size() + (kept.splits() ? 1 : 0)) * ElfSegment.HEADER_SIZE_BYTES;
      return with(
          segment, segment.fileOffset(), segment.virtualAddress(), size, size, segment.alignment());
    }
    if (segment.fileSizeBytes() > 0) {
      for (Moved moved : kept.moved()) {
        if (segment.containsAddress(moved.section().address())) {
          return follow(segment, moved);
        }
      }
    }
    boolean nowhere = segment.fileOffset() == 0 && segment.fileSizeBytes() == 0;
    return with(
        segment,
        nowhere ? 0 : edits.newOffset(segment.fileOffset()),
        segment.virtualAddress(),
        segment.fileSizeBytes(),
        segment.memorySizeBytes(),
        segment.alignment());
  }

  /** A segment of notes or the like goes where its sections went, all of them at one distance. */
  private ElfSegment follow(ElfSegment segment, Moved first) throws Refused {
    long distance = first.address() - first.section().address();
    long covered = 0;
    for (Moved moved : kept.moved()) {
      if (segment.containsAddress(moved.section().address())) {
        covered = moved.section().address() + moved.section().sizeBytes();
        if (moved.address() - moved.section().address() != distance) {
          throw new Refused(
              HostOnlyRefusal.UNUSUAL_LAYOUT, "%s has gaps".formatted(segment.typeName()));
        }
      }
    }
    if (first.section().address() != segment.virtualAddress()
        || covered != segment.virtualAddress() + segment.memorySizeBytes()) {
      throw new Refused(
          HostOnlyRefusal.UNUSUAL_LAYOUT,
          "%s holds more than the sections in it".formatted(segment.typeName()));
    }
    return with(
        segment,
        kept.place().fileOffset(first.address()),
        first.address(),
        segment.fileSizeBytes(),
        segment.memorySizeBytes(),
        segment.alignment());
  }

  private static ElfSegment with(
      ElfSegment old, long offset, long address, long inFile, long inMemory, long alignment) {
    long physical = old.physicalAddress() + (address - old.virtualAddress());
    return new ElfSegment(
        old.index(),
        old.type(),
        old.flags(),
        offset,
        address,
        physical,
        inFile,
        inMemory,
        alignment,
        old.headerOffset());
  }
}
