package org.kpackworkbench.views.format.elf;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.SegmentType;
import org.kpackworkbench.views.kit.overview.Fact;

/** What there is to say about the program header table itself. */
final class ProgramHeaderFacts {
  private final ElfSubject subject;
  private final ElfFile elf;
  private final long offset;
  private final long sizeBytes;
  private final List<Fact> facts = new ArrayList<>();

  private ProgramHeaderFacts(ElfSubject subject) {
    this.subject = subject;
    this.elf = subject.elf();
    this.offset = elf.header().programHeadersOffset();
    this.sizeBytes = (long) elf.segments().size() * elf.header().programHeaderSizeBytes();
  }

  /** The facts; none where there is no table. */
  static List<Fact> of(ElfSubject subject) {
    if (subject.elf().segments().isEmpty()) {
      return List.of();
    }
    ProgramHeaderFacts all = new ProgramHeaderFacts(subject);
    all.table();
    all.room();
    all.loaded();
    all.self();
    return List.copyOf(all.facts);
  }

  private void table() {
    facts.add(
        Fact.of(
            "Table",
            "%s of %d bytes at file offset %s"
                .formatted(
                    Words.count(elf.segments().size(), "entry", "entries"),
                    elf.header().programHeaderSizeBytes(),
                    Words.hex(offset)),
            subject.programHeaders()));
  }

  private void room() {
    long end = offset + sizeBytes;
    @Nullable ElfSection next = null;
    for (ElfSection section : elf.sections()) {
      boolean behind = section.storedSizeBytes() > 0 && section.fileOffset() >= end;
      if (behind && (next == null || section.fileOffset() < next.fileOffset())) {
        next = section;
      }
    }
    if (next != null) {
      long room = (next.fileOffset() - end) / ElfSegment.HEADER_SIZE_BYTES;
      facts.add(
          Fact.of(
              "Room behind it",
              "for %s, then %s"
                  .formatted(Words.count(room, "more entry", "more entries"), next.label())));
    }
  }

  private void loaded() {
    for (ElfSegment segment : elf.segments()) {
      if (segment.isLoad()
          && segment.containsOffset(offset)
          && segment.containsOffset(offset + sizeBytes - 1)) {
        facts.add(Fact.of("Loaded by", segment.label(), subject.places().segment(segment)));
        return;
      }
    }
    facts.add(Fact.warning("Loaded by", "no segment: some loaders and tools refuse such a file"));
  }

  private void self() {
    for (ElfSegment segment : elf.segments()) {
      if (segment.type() == SegmentType.PHDR) {
        boolean right = segment.fileOffset() == offset && segment.fileSizeBytes() == sizeBytes;
        facts.add(
            right
                ? Fact.of("PHDR", "agrees with the table", subject.places().segment(segment))
                : Fact.warning(
                    "PHDR",
                    "says offset %s, %d bytes; the table has offset %s, %d bytes"
                        .formatted(
                            Words.hex(segment.fileOffset()),
                            segment.fileSizeBytes(),
                            Words.hex(offset),
                            sizeBytes)));
      }
    }
  }
}
