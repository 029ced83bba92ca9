package org.kpackworkbench.model.operation.hostonly;

import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.edit.LayoutPlan;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.HostOnlyRefusal;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.Refused;

/**
 * Where the device code lies.
 *
 * @param section {@code .hip_fatbin}
 * @param segment the {@code PT_LOAD} that loads it
 * @param followed whether anything follows it in the segment
 */
record FatPlace(ElfSection section, ElfSegment segment, boolean followed) {
  static FatPlace of(FatBinary fat) throws Refused, FormatException {
    ElfFile elf = fat.elf();
    if (fat.elfSections().size() != 1) {
      throw new Refused(
          HostOnlyRefusal.UNUSUAL_LAYOUT,
          fat.elfSections().size() + " sections are named .hip_fatbin");
    }
    ElfSection section = fat.elfSections().getFirst();
    if (!section.isAllocated() || section.isNoBits() || section.sizeBytes() == 0) {
      throw new Refused(HostOnlyRefusal.UNUSUAL_LAYOUT, ".hip_fatbin is not loaded from the file");
    }
    ElfSegment holder = null;
    for (ElfSegment segment : elf.segments()) {
      boolean inside =
          segment.isLoad()
              && section.address() >= segment.virtualAddress()
              && section.address() + section.sizeBytes()
                  <= segment.virtualAddress() + segment.fileSizeBytes();
      if (inside
          && section.fileOffset() - segment.fileOffset()
              == section.address() - segment.virtualAddress()) {
        holder = segment;
      }
    }
    if (holder == null) {
      throw new Refused(HostOnlyRefusal.UNUSUAL_LAYOUT, "no segment loads all of .hip_fatbin");
    }
    FatPlace place = new FatPlace(section, holder, isFollowed(elf, section, holder));
    place.checkAlone(elf);
    return place;
  }

  long start() {
    return section.address();
  }

  long end() {
    return section.address() + section.sizeBytes();
  }

  /** The last page boundary in it; what lies behind shares its page with a neighbour. */
  long lastBoundary() {
    return end() & -LayoutPlan.PAGE_BYTES;
  }

  boolean contains(long address) {
    return address >= start() && address < end();
  }

  /** File offset of a byte of the kept pages, before and after. */
  long fileOffset(long address) {
    return section.fileOffset() + (address - start());
  }

  private static boolean isFollowed(ElfFile elf, ElfSection fat, ElfSegment segment)
      throws FormatException {
    long end = fat.address() + fat.sizeBytes();
    for (ElfSection other : elf.sections()) {
      if (other.isAllocated()
          && other.sizeBytes() > 0
          && other.address() >= end
          && segment.containsAddress(other.address())) {
        return true;
      }
    }
    // Linkers pad segments with zeros; other bytes are content.
    long fileEnd = segment.fileOffset() + segment.fileSizeBytes();
    long from = fat.fileOffset() + fat.sizeBytes();
    for (long at = from; at < fileEnd; at++) {
      if (elf.view().u8(at) != 0) {
        return true;
      }
    }
    return false;
  }

  /** Nothing else may lie where the device code is. */
  private void checkAlone(ElfFile elf) throws Refused {
    long fileStart = section.fileOffset();
    long fileEnd = fileStart + section.sizeBytes();
    for (ElfSection other : elf.sections()) {
      boolean apart =
          other.index() == section.index()
              || other.storedSizeBytes() == 0
              || other.fileOffset() + other.storedSizeBytes() <= fileStart
              || other.fileOffset() >= fileEnd;
      if (!apart) {
        throw new Refused(
            HostOnlyRefusal.UNUSUAL_LAYOUT, other.label() + " overlaps .hip_fatbin in the file");
      }
    }
    for (ElfSegment other : elf.segments()) {
      boolean apart =
          other.index() == segment.index()
              || other.fileSizeBytes() == 0
              || other.fileOffset() + other.fileSizeBytes() <= fileStart
              || other.fileOffset() >= fileEnd;
      if (!apart) {
        throw new Refused(
            HostOnlyRefusal.UNUSUAL_LAYOUT,
            "segment %d, %s, overlaps .hip_fatbin in the file"
                .formatted(other.index(), other.typeName()));
      }
    }
  }
}
