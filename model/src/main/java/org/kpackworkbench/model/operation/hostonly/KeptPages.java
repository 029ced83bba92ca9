package org.kpackworkbench.model.operation.hostonly;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.edit.LayoutPlan;
import org.kpackworkbench.model.format.elf.edit.LayoutPlan.Moved;
import org.kpackworkbench.model.format.elf.edit.SectionEdit;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.HostOnlyRefusal;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.Refused;

/**
 * Content of the place of the device code: first the marker, then the sections that moved; and what
 * of the rest leaves the file.
 *
 * @param place where the device code was
 * @param markerSizeBytes size of the marker, which is at the first byte
 * @param moved the sections that moved, in their order
 * @param keptEnd address behind the kept bytes: a page boundary where pages are cut
 * @param cutEnd address behind the pages that are cut; {@code keptEnd} where none is
 */
record KeptPages(
    FatPlace place, long markerSizeBytes, List<Moved> moved, long keptEnd, long cutEnd) {

  private static final long ALIGNMENT = 16;

  /** Cuts whole pages, with these sections in the kept ones; null if there is none to cut. */
  static @Nullable KeptPages cutting(
      FatPlace place, long markerSizeBytes, List<ElfSection> moving) {
    long start = place.start() + markerSizeBytes;
    List<Moved> moved = LayoutPlan.placed(moving, start, place.fileOffset(start));
    long keptEnd = LayoutPlan.alignUp(LayoutPlan.end(moved, start), LayoutPlan.PAGE_BYTES);
    return keptEnd < place.lastBoundary() && place.segment().alignment() >= LayoutPlan.PAGE_BYTES
        ? new KeptPages(place, markerSizeBytes, moved, keptEnd, place.lastBoundary())
        : null;
  }

  /** Cuts nothing: the marker, and zeros behind it. */
  static KeptPages zeroing(FatPlace place, long markerSizeBytes) throws Refused {
    if (markerSizeBytes > place.section().sizeBytes()) {
      throw new Refused(
          HostOnlyRefusal.MARKER_TOO_LONG,
          "%d bytes, and .hip_fatbin has %d"
              .formatted(markerSizeBytes, place.section().sizeBytes()));
    }
    long end =
        Math.min(LayoutPlan.alignUp(place.start() + markerSizeBytes, ALIGNMENT), place.end());
    return new KeptPages(place, markerSizeBytes, List.of(), end, end);
  }

  boolean cuts() {
    return cutEnd > keptEnd;
  }

  long cutBytes() {
    return cutEnd - keptEnd;
  }

  /** Whether a program header is added, for what follows the cut. */
  boolean splits() {
    return cuts() && place.followed();
  }

  /** Returns what is left of {@code .hip_fatbin}: behind the kept pages, as memory. */
  ElfSection fatSection() {
    ElfSection old = place.section();
    // Where nothing follows, the memory ends where it ended; else on the boundary where the second
    // segment starts.
    long end = splits() ? cutEnd : place.end();
    long alignment = Math.min(old.alignment(), Long.lowestOneBit(keptEnd));
    return new SectionEdit(old)
        .at(keptEnd, place.fileOffset(keptEnd))
        .size(end - keptEnd)
        .aligned(cuts() ? Math.max(alignment, 1) : Math.max(1, Math.min(alignment, ALIGNMENT)))
        .noBits(cuts())
        .build();
  }
}
