package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.elf.ElfSegment;

/** Loaded segments lie where a process can have memory, near one another. */
public final class AddressesSane extends HostRule {
  private static final long USER_SPACE_END = 1L << 47;
  private static final long MOST_SPAN_BYTES = 1L << 40;

  public AddressesSane() {
    super("damage-absurd-address", "Loaded segments lie at addresses that a process can have.");
  }

  @Override
  public void check(HostSubject subject, Sink sink) {
    long lowest = Long.MAX_VALUE;
    for (ElfSegment segment : subject.elf().segments()) {
      if (segment.isLoad() && segment.virtualAddress() >= 0) {
        lowest = Math.min(lowest, segment.virtualAddress());
      }
    }
    for (ElfSegment segment : subject.elf().segments()) {
      long start = segment.virtualAddress();
      long end = start + segment.memorySizeBytes();
      boolean absurd =
          start < 0
              || segment.memorySizeBytes() < 0
              || end < 0
              || end > USER_SPACE_END
              || start - lowest > MOST_SPAN_BYTES;
      if (segment.isLoad() && absurd) {
        sink.error(
            new Place.Segment(
                subject.place(), segment.index(), segment.typeName(), new ByteRange(0, 0)),
            subject.fileOffset(segment.headerOffset()),
            "%s lies at 0x%x, 0x%x bytes in memory."
                .formatted(segment.label(), start, segment.memorySizeBytes()),
            "No process has memory there. A packager's tool misread the program headers; start"
                + " again from the file before it.");
      }
    }
  }
}
