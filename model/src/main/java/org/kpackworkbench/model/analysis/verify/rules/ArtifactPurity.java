package org.kpackworkbench.model.analysis.verify.rules;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.analysis.verify.NamedRule;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.artifact.TreeHome;
import org.kpackworkbench.model.format.artifact.TreeLayout;
import org.kpackworkbench.model.format.artifact.TreePosition;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.TargetSum;

/** The archives of an architecture's artifact hold only that architecture. */
public final class ArtifactPurity extends NamedRule<ArchiveSubject> {
  public ArtifactPurity() {
    super(
        ArchiveSubject.class,
        "artifact-architecture",
        "The archives of an architecture's artifact hold only that architecture.");
  }

  @Override
  public void check(ArchiveSubject subject, Sink sink) throws IOException {
    TreePosition position = subject.position();
    KpackArchive archive = subject.archive();
    GpuTarget wanted = position == null ? null : architecture(position.home());
    if (archive == null || wanted == null) {
      return;
    }
    List<String> others = new ArrayList<>();
    for (TargetSum sum : archive.targetSums()) {
      if (!isFor(GpuTarget.lenient(sum.targetText()), wanted)) {
        others.add(sum.targetText());
      }
    }
    if (!others.isEmpty()) {
      sink.error(
          subject.place(),
          archive.tableRange().start(),
          "It holds code for %s, in the artifact for %s."
              .formatted(String.join(", ", others), wanted),
          "Split the artifact anew; who installs %s gets the wrong code.".formatted(wanted));
    }
  }

  /** Code for an artifact's architecture may name features where the artifact does not. */
  static boolean isFor(GpuTarget target, GpuTarget wanted) {
    return target.equals(wanted) || target.bare().equals(wanted);
  }

  /** The one architecture of an artifact; null where its family stands for several or all. */
  static @Nullable GpuTarget architecture(TreeHome home) {
    ArtifactName name = home.name();
    if (home.layout() != TreeLayout.ARTIFACT || name == null) {
      return null;
    }
    GpuTarget target = GpuTarget.lenient(name.family());
    boolean one =
        target.processor().matches("gfx[0-9]{1,3}[0-9a-f][0-9a-f](-strict)?|gfx.*-generic");
    return one ? target : null;
  }
}
