package org.kpackworkbench.model.analysis.verify.rules;

import java.io.IOException;
import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.artifact.TreePosition;
import org.kpackworkbench.model.format.kpm.FoundArchives;
import org.kpackworkbench.model.format.offload.Marker;

/** The search paths of a host-only binary lead to at least one archive. */
public final class ArchivesFound extends MarkerRule {
  public ArchivesFound() {
    super("archives-found", "The search paths of a host-only binary lead to an archive.");
  }

  @Override
  void check(HostSubject subject, Marker marker, Sink sink) throws IOException {
    if (!isToBeLookedFor(subject, marker)) {
      return;
    }
    FoundArchives found = subject.around().archivesOf(subject.place().file(), marker.searchPaths());
    if (found.archives().isEmpty()) {
      TreePosition position = subject.position();
      boolean elsewhere =
          position != null
              && TreeMarkerRule.mayBeElsewhere(position.home())
              && subject.around().archivesIn(position.home()).isEmpty();
      sink.add(
          elsewhere ? Severity.NOTE : Severity.WARNING,
          place(subject, marker),
          offset(subject, marker),
          "No archive is where the marker says: %s."
              .formatted(String.join(", ", marker.searchPaths())),
          "Put the archives there; without them no kernel of this binary runs.");
    }
  }
}
