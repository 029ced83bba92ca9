package org.kpackworkbench.model.format.kpm;

import java.nio.file.Path;
import org.kpackworkbench.model.base.finding.NamedRule;
import org.kpackworkbench.model.base.finding.Sink;

/** The archives in a manifest's folder are named by it or by another manifest there. */
final class ManifestComplete extends NamedRule<ManifestSubject> {
  ManifestComplete() {
    super(
        ManifestSubject.class,
        "manifest-unnamed",
        "Every archive in a manifest's folder is named by a manifest.");
  }

  @Override
  public void check(ManifestSubject subject, Sink sink) {
    if (!subject.manifest().problems().isEmpty()
        || !subject.disk().unreadableManifests().isEmpty()) {
      // What a damaged manifest names is not known.
      return;
    }
    for (Path archive : subject.disk().unnamed()) {
      sink.note(
          subject.place(),
          -1,
          "%s lies beside it, and no manifest names it.".formatted(archive.getFileName()),
          "A loader that goes by the manifest will not open it.");
    }
  }
}
