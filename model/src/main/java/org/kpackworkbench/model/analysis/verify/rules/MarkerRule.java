package org.kpackworkbench.model.analysis.verify.rules;

import java.io.IOException;
import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.OffloadPlaces;

/** A rule about the marker of a binary that has one. */
abstract class MarkerRule extends HostRule {
  MarkerRule(String name, String sentence) {
    super(name, sentence);
  }

  @Override
  public final void check(HostSubject subject, Sink sink) throws IOException {
    Marker marker = subject.fat().marker();
    if (marker != null) {
      check(subject, marker, sink);
    }
  }

  abstract void check(HostSubject subject, Marker marker, Sink sink) throws IOException;

  /** Whether it is a file whose archives lie somewhere beside it. */
  static boolean isToBeLookedFor(HostSubject subject, Marker marker) {
    return subject.place() instanceof Place.File
        && (subject.fat().state() == DeviceCode.HOST_ONLY
            || (subject.fat().state() == DeviceCode.HALF_CONVERTED
                && WrapperRules.isConverted(subject.fat())))
        && !marker.searchPaths().isEmpty();
  }

  static Place place(HostSubject subject, Marker marker) {
    return OffloadPlaces.of(subject.fat(), subject.place()).marker(marker);
  }

  static long offset(HostSubject subject, Marker marker) {
    return subject.fileOffset(marker.range().start());
  }
}
