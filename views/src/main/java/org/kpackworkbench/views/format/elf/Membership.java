package org.kpackworkbench.views.format.elf;

import java.util.List;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.SectionFlags;
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.elf.SegmentType;

/** Which segment holds which sections: wholly, by address where it is loaded, else by offset. */
final class Membership {
  private Membership() {}

  /** The segments that hold a section. */
  static List<ElfSegment> segmentsOf(ElfFile elf, ElfSection section) {
    return elf.segments().stream().filter(segment -> holds(segment, section)).toList();
  }

  /** The sections that a segment holds. */
  static List<ElfSection> sectionsOf(ElfFile elf, ElfSegment segment) {
    return elf.sections().stream().filter(section -> holds(segment, section)).toList();
  }

  static boolean holds(ElfSegment segment, ElfSection section) {
    if (section.type() == SectionType.NULL || segment.type() == SegmentType.GNU_STACK) {
      return false;
    }
    boolean threadLocal = (section.flags() & SectionFlags.TLS) != 0;
    if (segment.type() == SegmentType.TLS && !threadLocal) {
      return false;
    }
    // Thread-local zero-filled data takes no addresses in the segments that are loaded.
    if (threadLocal && section.isNoBits() && segment.type() != SegmentType.TLS) {
      return false;
    }
    if (section.isAllocated()) {
      return inside(
          section.address() - segment.virtualAddress(),
          section.sizeBytes(),
          segment.memorySizeBytes());
    }
    return !section.isNoBits()
        && section.fileOffset() >= segment.fileOffset()
        && inside(
            section.fileOffset() - segment.fileOffset(),
            section.sizeBytes(),
            segment.fileSizeBytes());
  }

  /** Unsigned; an empty section counts where it lies before the segment's end. */
  private static boolean inside(long start, long size, long available) {
    return Long.compareUnsigned(start, available) < 0
        && Long.compareUnsigned(size, available - start) <= 0;
  }
}
