package org.kpackworkbench.model.analysis.verify.rules;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.ZeroScan;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.Marker;

/** Of {@code .hip_fatbin} a host-only binary keeps no bytes but zeros. */
public final class RemovedPages extends HostRule {
  public RemovedPages() {
    super("removed-pages", "Where its device code was, a host-only binary has only zeros.");
  }

  @Override
  public void check(HostSubject subject, Sink sink) throws FormatException {
    if (subject.fat().state() != DeviceCode.HOST_ONLY) {
      return;
    }
    Marker marker = subject.fat().marker();
    for (ElfSection section : subject.fat().fatSections()) {
      ByteRange range = section.isNoBits() ? new ByteRange(0, 0) : subject.elf().rangeOf(section);
      long left = firstLeft(subject, range, marker == null ? null : marker.range());
      if (left < range.end()) {
        sink.warning(
            new Place.Bytes(subject.place(), ByteRange.between(left, range.end())),
            subject.fileOffset(left),
            "%s still has bytes in the file, of at most %d."
                .formatted(section.label(), range.end() - left),
            "Nothing loads them any more; convert the binary anew to make it smaller.");
      }
    }
  }

  /** The first byte that is not zero and not the marker's. */
  private static long firstLeft(HostSubject subject, ByteRange range, @Nullable ByteRange marker)
      throws FormatException {
    if (range.isEmpty() || marker == null || !range.overlaps(marker)) {
      return range.isEmpty() ? range.end() : ZeroScan.firstNonZero(subject.bytes(), range);
    }
    long start = Math.max(range.start(), marker.start());
    ByteRange before = ByteRange.between(range.start(), start);
    long first = ZeroScan.firstNonZero(subject.bytes(), before);
    if (first < before.end()) {
      return first;
    }
    long end = Math.min(range.end(), marker.end());
    return ZeroScan.firstNonZero(subject.bytes(), ByteRange.between(end, range.end()));
  }
}
