package org.kpackworkbench.views.format.elf;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.SectionFlags;
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.elf.SegmentFlags;
import org.kpackworkbench.model.format.elf.SegmentType;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowMark;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

/** The table of segments. */
final class SegmentsSpec extends TableSpec<SegmentsSpec.SegmentRow>
    implements RowsSpec.Marked<SegmentsSpec.SegmentRow> {
  private final ElfSubject subject;

  SegmentsSpec(ElfSubject subject) {
    super(
        TableWords.of(
            "segments", "Segments", "The file has no program headers: it is not linked yet."));
    this.subject = subject;
    columns(
        List.of(
            RowColumn.count("#", row -> row.segment().index()),
            RowColumn.<SegmentRow>text("Type", row -> row.segment().typeName()).alsoNamed("name"),
            RowColumn.text("Flags", row -> row.segment().flagWords()),
            RowColumn.address("Offset", row -> row.segment().fileOffset()),
            RowColumn.<SegmentRow>size("In file", row -> row.segment().fileSizeBytes())
                .alsoNamed("size"),
            RowColumn.address("Address", row -> row.segment().virtualAddress()),
            RowColumn.size("In memory", row -> row.segment().memorySizeBytes()),
            RowColumn.address("Alignment", row -> row.segment().alignment()),
            RowColumn.text("Remarks", SegmentRow::remarks),
            RowColumn.mono("Sections", SegmentRow::sections),
            RowColumn.<SegmentRow>address(
                    "Physical address", row -> row.segment().physicalAddress())
                .hidden()));
    load(() -> RowSource.of(SegmentRow.of(subject)));
    place(SegmentRow::place);
    shows(
        place ->
            place.equals(subject.programHeaders())
                || (place instanceof Place.Segment segment
                    && segment.parent().equals(subject.place())));
    mark(row -> RowMark.of(row.kind()).problem(String.join("; ", row.problems())));
  }

  @Override
  public String status(RowSource<SegmentRow> rows) {
    long loaded =
        subject.elf().segments().stream()
            .filter(segment -> segment.isLoad())
            .mapToLong(segment -> Math.max(0, segment.memorySizeBytes()))
            .sum();
    return "%s · %s in memory"
        .formatted(CountText.of(rows.size(), "segment"), ElfNumbers.size(loaded));
  }

  /** Which segment holds which sections: wholly, by address where it is loaded, else by offset. */
  static final class Membership {
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

  /**
   * A segment as the table shows it.
   *
   * @param segment the segment
   * @param place where it is
   * @param kind what it holds
   * @param sections the names of the sections inside it
   * @param notes what else there is to say about it
   * @param problems why a loader may refuse it; empty if nothing speaks against it
   */
  record SegmentRow(
      ElfSegment segment,
      Place.Segment place,
      OwnerKind kind,
      String sections,
      List<String> notes,
      List<String> problems) {

    /** The rows of all segments. */
    static List<SegmentRow> of(ElfSubject subject) {
      List<SegmentRow> rows = new ArrayList<>();
      ElfSegment load = null;
      for (ElfSegment segment : subject.elf().segments()) {
        rows.add(row(subject, segment, load));
        load = segment.isLoad() ? segment : load;
      }
      return List.copyOf(rows);
    }

    private static SegmentRow row(
        ElfSubject subject,
        ElfSegment segment,
        @org.jspecify.annotations.Nullable ElfSegment previousLoad) {
      ElfFile elf = subject.elf();
      List<String> problems = new ArrayList<>();
      beyondFile(elf, segment, problems);
      if (segment.isLoad()) {
        congruence(segment, problems);
        if (previousLoad != null) {
          order(previousLoad, segment, problems);
        }
      }
      String sections =
          Membership.sectionsOf(elf, segment).stream()
              .map(ElfSection::label)
              .collect(Collectors.joining(" "));
      return new SegmentRow(
          segment,
          subject.places().segment(segment),
          kind(segment),
          sections,
          notes(elf, segment),
          List.copyOf(problems));
    }

    /** Notes and problems in one text. */
    String remarks() {
      List<String> all = new ArrayList<>(problems);
      all.addAll(notes);
      return String.join("; ", all);
    }

    /** Returns how many bytes the segment has in memory beyond those in the file. */
    static long zeroFilledBytes(ElfSegment segment) {
      boolean more = Long.compareUnsigned(segment.memorySizeBytes(), segment.fileSizeBytes()) > 0;
      return more ? segment.memorySizeBytes() - segment.fileSizeBytes() : 0;
    }

    private static List<String> notes(ElfFile elf, ElfSegment segment) {
      List<String> notes = new ArrayList<>();
      long zero = zeroFilledBytes(segment);
      if (segment.isLoad() && zero != 0) {
        notes.add(ElfNumbers.size(zero) + " zero-filled at its end");
      }
      long table = elf.header().programHeadersOffset();
      if (segment.isLoad() && table != 0 && segment.containsOffset(table)) {
        notes.add("holds the program header table");
      }
      if (segment.isLoad() && segment.alignment() > 1 && congruent(segment)) {
        notes.add("offset and address agree modulo " + ElfNumbers.hex(segment.alignment()));
      }
      if (segment.type() == SegmentType.GNU_STACK) {
        boolean executable = (segment.flags() & SegmentFlags.EXECUTE) != 0;
        notes.add(executable ? "requests an executable stack" : "the stack is not executable");
      }
      if (segment.type() == SegmentType.GNU_RELRO) {
        notes.add("read-only once relocations are applied");
      }
      return List.copyOf(notes);
    }

    private static boolean congruent(ElfSegment segment) {
      return Long.remainderUnsigned(
              segment.fileOffset() - segment.virtualAddress(), segment.alignment())
          == 0;
    }

    private static void congruence(ElfSegment segment, List<String> problems) {
      long alignment = segment.alignment();
      if (alignment <= 1) {
        return;
      }
      if (Long.bitCount(alignment) != 1) {
        problems.add("alignment %s is not a power of two".formatted(ElfNumbers.hex(alignment)));
      } else if (!congruent(segment)) {
        problems.add(
            "offset %s and address %s differ modulo the alignment %s: loaders refuse this"
                .formatted(
                    ElfNumbers.hex(segment.fileOffset()),
                    ElfNumbers.hex(segment.virtualAddress()),
                    ElfNumbers.hex(alignment)));
      }
    }

    private static void order(ElfSegment before, ElfSegment segment, List<String> problems) {
      long end = before.virtualAddress() + before.memorySizeBytes();
      if (Long.compareUnsigned(segment.virtualAddress(), before.virtualAddress()) < 0) {
        problems.add("follows %s but has a lower address".formatted(before.label()));
      } else if (Long.compareUnsigned(segment.virtualAddress(), end) < 0) {
        problems.add("overlaps %s in memory".formatted(before.label()));
      }
    }

    private static void beyondFile(ElfFile elf, ElfSegment segment, List<String> problems) {
      if (elf.rangeOf(segment).length() != segment.fileSizeBytes()) {
        problems.add("reaches beyond the end of the file");
      }
    }

    private static OwnerKind kind(ElfSegment segment) {
      if (segment.type() == SegmentType.DYNAMIC
          || segment.type() == SegmentType.NOTE
          || segment.type() == SegmentType.PHDR) {
        return OwnerKind.METADATA;
      }
      return (segment.flags() & SegmentFlags.EXECUTE) != 0
          ? OwnerKind.HOST_CODE
          : OwnerKind.HOST_DATA;
    }
  }
}
