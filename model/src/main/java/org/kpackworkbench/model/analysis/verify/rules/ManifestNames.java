package org.kpackworkbench.model.analysis.verify.rules;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.ManifestSubject;
import org.kpackworkbench.model.analysis.verify.NamedRule;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.artifact.TreePosition;

/** A manifest states the component and the stage prefix that it lies in. */
public final class ManifestNames extends NamedRule<ManifestSubject> {
  public ManifestNames() {
    super(
        ManifestSubject.class,
        "artifact-kpm-names",
        "A .kpm manifest states the artifact and the stage prefix that it lies in.");
  }

  @Override
  public void check(ManifestSubject subject, Sink sink) {
    TreePosition position = subject.position();
    ArtifactName name = position.home().name();
    @Nullable String prefix = subject.manifest().manifest().prefix();
    if (!position.prefix().isEmpty() && prefix != null && !prefix.equals(position.prefix())) {
      sink.warning(
          subject.place(),
          -1,
          "It states the stage prefix \"%s\", and lies in \"%s\"."
              .formatted(prefix, position.prefix()),
          "Write the manifest anew from the archives beside it.");
    }
    String component = subject.manifest().manifest().component();
    if (name != null && !component.equals(name.prefix())) {
      sink.warning(
          subject.place(),
          -1,
          "It states the component \"%s\", and the artifact is %s.".formatted(component, name),
          "Write the manifest anew from the archives beside it.");
    }
  }
}
