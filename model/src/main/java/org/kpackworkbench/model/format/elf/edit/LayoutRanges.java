package org.kpackworkbench.model.format.elf.edit;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;

/**
 * Looks for offsets, addresses, sizes and alignments that lead out of the file or wrap around. Code
 * that changes a layout adds these ranges, and checks here first.
 */
public final class LayoutRanges {
  private static final long MOST_ALIGNMENT = 1L << 30;

  private LayoutRanges() {}

  /** The first section or segment that leads nowhere, in words; null if there is none. */
  public static @Nullable String fault(ElfFile elf) {
    long fileSize = elf.view().size();
    for (ElfSection section : elf.sections()) {
      String fault = fault(section, fileSize);
      if (fault != null) {
        return "section %d, %s, %s".formatted(section.index(), section.label(), fault);
      }
    }
    for (ElfSegment segment : elf.segments()) {
      String fault = fault(segment, fileSize);
      if (fault != null) {
        return "segment %d, %s, %s".formatted(segment.index(), segment.typeName(), fault);
      }
    }
    return null;
  }

  /** The first bytes that would be written outside of a file, in words; null if there are none. */
  public static @Nullable String fault(List<ByteOverlay> overlays, long fileSize) {
    for (ByteOverlay overlay : overlays) {
      if (!isInside(overlay.fileOffset(), overlay.sizeBytes(), fileSize)) {
        return "0x%x bytes would have to go to file offset 0x%x of a file of 0x%x"
            .formatted(overlay.sizeBytes(), overlay.fileOffset(), fileSize);
      }
    }
    return null;
  }

  private static @Nullable String fault(ElfSection section, long fileSize) {
    if (!isAlignment(section.alignment())) {
      return "is aligned to 0x%x".formatted(section.alignment());
    }
    boolean stored =
        section.storedSizeBytes() == 0
            || isInside(section.fileOffset(), section.storedSizeBytes(), fileSize);
    boolean loaded =
        !section.isAllocated() || isInside(section.address(), section.sizeBytes(), Long.MAX_VALUE);
    return stored && loaded
        ? null
        : where(section.sizeBytes(), section.fileOffset(), section.address(), fileSize);
  }

  private static @Nullable String fault(ElfSegment segment, long fileSize) {
    if (segment.isLoad() && !isAlignment(segment.alignment())) {
      return "is aligned to 0x%x".formatted(segment.alignment());
    }
    boolean stored =
        segment.fileSizeBytes() == 0
            || isInside(segment.fileOffset(), segment.fileSizeBytes(), fileSize);
    boolean loaded =
        !segment.isLoad()
            || (isInside(segment.virtualAddress(), segment.memorySizeBytes(), Long.MAX_VALUE)
                && segment.fileSizeBytes() <= segment.memorySizeBytes());
    return stored && loaded
        ? null
        : where(segment.fileSizeBytes(), segment.fileOffset(), segment.virtualAddress(), fileSize);
  }

  private static String where(long size, long offset, long address, long fileSize) {
    return "has 0x%x bytes at file offset 0x%x and address 0x%x, and the file has 0x%x"
        .formatted(size, offset, address, fileSize);
  }

  private static boolean isInside(long start, long size, long end) {
    return start >= 0 && size >= 0 && start <= end && size <= end - start;
  }

  private static boolean isAlignment(long alignment) {
    return alignment == 0
        || (alignment > 0 && alignment <= MOST_ALIGNMENT && Long.bitCount(alignment) == 1);
  }
}
