package org.kpackworkbench.views.format.elf;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.SegmentFlags;
import org.kpackworkbench.model.format.elf.SegmentType;

/**
 * A segment as the table shows it.
 *
 * @param segment the segment
 * @param place where it is
 * @param kind what it holds
 * @param sections the names of the sections inside it
 * @param notes what else there is to say about it
 * @param problems why a loader may refuse it; empty where nothing speaks against it
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

  /** What the segment adds in memory to its bytes in the file. */
  static long zeroFilledBytes(ElfSegment segment) {
    boolean more = Long.compareUnsigned(segment.memorySizeBytes(), segment.fileSizeBytes()) > 0;
    return more ? segment.memorySizeBytes() - segment.fileSizeBytes() : 0;
  }

  private static List<String> notes(ElfFile elf, ElfSegment segment) {
    List<String> notes = new ArrayList<>();
    long zero = zeroFilledBytes(segment);
    if (segment.isLoad() && zero != 0) {
      notes.add(Words.size(zero) + " zero-filled at its end");
    }
    long table = elf.header().programHeadersOffset();
    if (segment.isLoad() && table != 0 && segment.containsOffset(table)) {
      notes.add("holds the program header table");
    }
    if (segment.isLoad() && segment.alignment() > 1 && congruent(segment)) {
      notes.add("offset and address agree modulo " + Words.hex(segment.alignment()));
    }
    if (segment.type() == SegmentType.GNU_STACK) {
      boolean executable = (segment.flags() & SegmentFlags.EXECUTE) != 0;
      notes.add(executable ? "asks for an executable stack" : "the stack is not executable");
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
      problems.add("alignment %s is no power of two".formatted(Words.hex(alignment)));
    } else if (!congruent(segment)) {
      problems.add(
          "offset %s and address %s differ modulo the alignment %s: loaders refuse this"
              .formatted(
                  Words.hex(segment.fileOffset()),
                  Words.hex(segment.virtualAddress()),
                  Words.hex(alignment)));
    }
  }

  private static void order(ElfSegment before, ElfSegment segment, List<String> problems) {
    long end = before.virtualAddress() + before.memorySizeBytes();
    if (Long.compareUnsigned(segment.virtualAddress(), before.virtualAddress()) < 0) {
      problems.add("stands behind %s but has a lower address".formatted(before.label()));
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
