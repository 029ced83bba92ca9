package org.kpackworkbench.model.operation.restore;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.edit.LayoutPlan.Moved;
import org.kpackworkbench.model.format.elf.edit.SectionEdit;

/**
 * Where the bundles go.
 *
 * @param section {@code .hip_fatbin} as it is
 * @param segment the segment that holds {@code .hip_fatbin} now; null if none does
 * @param inPlace whether they go where the section is; else into a new segment
 * @param dropped a segment whose program header goes away, because what it held does; null where
 *     none is
 * @param joined two segments that become one, so that the program header of the second is free;
 *     null if none do
 * @param moved sections that make room for the new program header
 * @param segmentAddress virtual address of the first byte of the segment that holds them
 * @param segmentOffset where that segment starts in the new file
 * @param address virtual address of the first bundle, on a page boundary
 * @param sizeBytes from the first bundle to the end of the last one
 * @param insertAt offset in the old file where room is made
 * @param insertedBytes how much room
 */
record DevicePlace(
    ElfSection section,
    @Nullable ElfSegment segment,
    boolean inPlace,
    @Nullable ElfSegment dropped,
    @Nullable Joined joined,
    List<Moved> moved,
    long segmentAddress,
    long segmentOffset,
    long address,
    long sizeBytes,
    long insertAt,
    long insertedBytes) {

  /**
   * The halves of a segment that was cut, with zeros in the file where pages were cut out of it.
   *
   * @param first the half that holds the kept pages
   * @param second the half behind the cut, whose program header goes away
   * @param insertedBytes zeros before the second half
   */
  record Joined(ElfSegment first, ElfSegment second, long insertedBytes) {
    /**
     * Returns the segment that both become.
     *
     * @param offset its place in the new file
     */
    ElfSegment whole(long offset) {
      long skipped = second.virtualAddress() - first.virtualAddress();
      return new ElfSegment(
          first.index(),
          first.type(),
          first.flags() | second.flags(),
          offset,
          first.virtualAddress(),
          first.physicalAddress(),
          skipped + second.fileSizeBytes(),
          skipped + second.memorySizeBytes(),
          first.alignment(),
          first.headerOffset());
    }
  }

  /** Where an offset of the old file goes that stays before the room for the bundles. */
  long beforeRoom(long oldOffset) {
    boolean behindZeros = joined != null && oldOffset >= joined.second().fileOffset();
    return behindZeros && joined != null ? oldOffset + joined.insertedBytes() : oldOffset;
  }

  /** Whether a segment's program header goes away. */
  boolean isGone(ElfSegment old) {
    return (dropped != null && old.index() == dropped.index())
        || (joined != null && old.index() == joined.second().index());
  }

  /** How many program headers there are more than before. */
  int addedHeaders() {
    return (inPlace ? 0 : 1) - (dropped == null ? 0 : 1) - (joined == null ? 0 : 1);
  }

  long end() {
    return address + sizeBytes;
  }

  /** Offset in the new file of a byte of the segment that contains the bundles. */
  long fileOffset(long ofAddress) {
    return segmentOffset + (ofAddress - segmentAddress);
  }

  /** Returns {@code .hip_fatbin} as it is to be, but for its index. */
  SectionEdit restored() {
    return new SectionEdit(section)
        .withBits()
        .at(address, fileOffset(address))
        .size(sizeBytes)
        .aligned(PlannedBundle.ALIGNMENT);
  }
}
