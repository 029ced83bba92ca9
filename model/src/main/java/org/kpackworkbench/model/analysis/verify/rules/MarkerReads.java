package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.offload.Marker;

/** The marker is a MessagePack map with a kernel name and at least one relative search path. */
public final class MarkerReads extends MarkerRule {
  public MarkerReads() {
    super("marker-reads", "The marker names the binary and where its archives are.");
  }

  @Override
  void check(HostSubject subject, Marker marker, Sink sink) {
    for (FormatException problem : marker.problems()) {
      sink.problem(place(subject, marker), problem, "Convert the binary anew from the fat one.");
    }
    for (String path : marker.searchPaths()) {
      if (path.startsWith("/") || path.contains("\\")) {
        sink.warning(
            place(subject, marker),
            offset(subject, marker),
            "The search path \"%s\" is not relative with / between its parts.".formatted(path),
            "Archives are found only on a machine that has them there.");
      }
    }
  }
}
