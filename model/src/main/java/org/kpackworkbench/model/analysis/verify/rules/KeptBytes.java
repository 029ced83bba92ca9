package org.kpackworkbench.model.analysis.verify.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.ZeroScan;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.Marker;

/**
 * Of the pages of the device code that are kept for the marker, nothing is left but zeros outside
 * of sections.
 */
public final class KeptBytes extends MarkerRule {
  public KeptBytes() {
    super("kept-pages", "Pages that are kept for the marker have only zeros outside of sections.");
  }

  @Override
  void check(HostSubject subject, Marker marker, Sink sink) throws FormatException {
    if (subject.fat().state() != DeviceCode.HOST_ONLY) {
      return;
    }
    for (ElfSection fat : subject.fat().fatSections()) {
      // Kept pages lie before what was cut; the marker stands in them.
      long kept = fat.address() - marker.address();
      long end = marker.range().start() + kept;
      if (fat.isNoBits() && kept > 0 && end > 0 && end <= subject.bytes().size()) {
        check(subject, ByteRange.between(marker.range().start(), end), marker, sink);
      }
    }
  }

  private static void check(HostSubject subject, ByteRange kept, Marker marker, Sink sink)
      throws FormatException {
    List<ByteRange> owned = new ArrayList<>(List.of(marker.range()));
    for (ElfSection section : subject.elf().sections()) {
      if (!section.isNoBits() && section.sizeBytes() > 0) {
        owned.add(subject.elf().rangeOf(section));
      }
    }
    owned.sort(Comparator.comparingLong(ByteRange::start));
    long at = kept.start();
    for (ByteRange range : owned) {
      if (range.end() <= at || range.start() >= kept.end()) {
        continue;
      }
      if (range.start() > at && left(subject, at, range.start(), sink)) {
        return;
      }
      at = range.end();
    }
    if (at < kept.end()) {
      left(subject, at, kept.end(), sink);
    }
  }

  private static boolean left(HostSubject subject, long start, long end, Sink sink)
      throws FormatException {
    ByteRange gap = ByteRange.between(start, end);
    long first = ZeroScan.firstNonZero(subject.bytes(), gap);
    if (first >= end) {
      return false;
    }
    sink.warning(
        new Place.Bytes(subject.place(), ByteRange.between(first, end)),
        subject.fileOffset(first),
        "In the pages that are kept for the marker there are bytes that belong to no section.",
        "They may be left of device code, or a tool wrote there; convert the binary anew.");
    return true;
  }
}
