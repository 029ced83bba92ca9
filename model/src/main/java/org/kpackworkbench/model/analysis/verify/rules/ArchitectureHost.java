package org.kpackworkbench.model.analysis.verify.rules;

import java.io.IOException;
import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.artifact.TreeHome;
import org.kpackworkbench.model.format.artifact.TreePosition;

/** Beside a generic artifact, those of architectures have no host code. */
public final class ArchitectureHost extends HostRule {
  public ArchitectureHost() {
    super(
        "artifact-host-code",
        "Beside a generic artifact, those of architectures have no host binaries.");
  }

  @Override
  public void check(HostSubject subject, Sink sink) throws IOException {
    TreePosition position = subject.position();
    if (position == null || position.home().generic()) {
      return;
    }
    boolean split = subject.around().siblings(position.home()).stream().anyMatch(TreeHome::generic);
    if (split && position.home().name() != null) {
      sink.error(
          subject.place(),
          -1,
          "It is code for the host, in the artifact %s.".formatted(position.home().name()),
          "It belongs in the generic artifact; here it comes once for each architecture.");
    }
  }
}
