package org.kpackworkbench.model.format.elf.edit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.elf.SegmentType;
import org.kpackworkbench.model.format.elf.edit.LayoutPlan.LayoutException;
import org.kpackworkbench.model.format.elf.edit.LayoutPlan.LayoutException.Fault;

/** Which sections have to leave the place behind the program headers so that these can grow. */
public final class HeaderRoom {
  private final ElfFile elf;

  /**
   * @param elf the file as it is
   */
  public HeaderRoom(ElfFile elf) {
    this.elf = elf;
  }

  /**
   * The sections that are in the way, in the order of their addresses.
   *
   * @param entries how many more program headers there shall be room for
   * @return none if there is room already
   * @throws LayoutException if a section in the way cannot move
   */
  public List<ElfSection> inTheWay(int entries) throws LayoutException {
    long from =
        elf.header().programHeadersOffset()
            + (long) elf.segments().size() * ElfSegment.HEADER_SIZE_BYTES;
    long to = from + (long) entries * ElfSegment.HEADER_SIZE_BYTES;
    checkLoaded(to);
    SortedSet<ElfSection> moving =
        new TreeSet<>(Comparator.comparingLong(ElfSection::address).thenComparing(s -> s.index()));
    for (ElfSection section : elf.sections()) {
      if (section.storedSizeBytes() > 0
          && section.fileOffset() < to
          && section.fileOffset() + section.storedSizeBytes() > from) {
        if (!isMovable(section)) {
          throw none(section.label() + " follows the program headers and cannot move");
        }
        moving.add(section);
      }
    }
    for (ElfSection section : List.copyOf(moving)) {
      moving.addAll(companions(section));
    }
    checkHeaders(from, to);
    return new ArrayList<>(moving);
  }

  /** Whether the section may have another address: nothing but headers and tables leads to it. */
  private static boolean isMovable(ElfSection section) {
    long type = section.type();
    return section.isAllocated()
        && (type == SectionType.NOTE
            || type == SectionType.HASH
            || type == SectionType.GNU_HASH
            || type == SectionType.DYNSYM
            || section.name().equals(".interp"));
  }

  /** Notes of one segment stay together: tools refuse a segment of notes with gaps. */
  private List<ElfSection> companions(ElfSection note) {
    List<ElfSection> found = new ArrayList<>();
    for (ElfSegment segment : elf.segments()) {
      if (segment.type() == SegmentType.NOTE && segment.containsAddress(note.address())) {
        for (ElfSection section : elf.sections()) {
          if (section.isAllocated()
              && section.sizeBytes() > 0
              && segment.containsAddress(section.address())
              && isMovable(section)) {
            found.add(section);
          }
        }
      }
    }
    return found;
  }

  private void checkLoaded(long end) throws LayoutException {
    long table = elf.header().programHeadersOffset();
    for (ElfSegment segment : elf.segments()) {
      if (segment.isLoad() && segment.containsOffset(table) && segment.containsOffset(end - 1)) {
        return;
      }
    }
    throw none("no segment loads the program headers with room after them");
  }

  private void checkHeaders(long from, long to) throws LayoutException {
    long table = elf.header().sectionHeadersOffset();
    long end = table + (long) elf.sections().size() * ElfSection.HEADER_SIZE_BYTES;
    if (table < to && end > from) {
      throw none("the section headers follow the program headers");
    }
  }

  private static LayoutException none(String details) {
    return new LayoutException(Fault.NO_ROOM_FOR_HEADERS, details);
  }
}
