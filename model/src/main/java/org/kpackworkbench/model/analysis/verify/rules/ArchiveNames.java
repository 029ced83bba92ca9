package org.kpackworkbench.model.analysis.verify.rules;

import java.io.IOException;
import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.analysis.verify.NamedRule;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.artifact.TreeLayout;
import org.kpackworkbench.model.format.artifact.TreePosition;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** An archive of an artifact is called as its group and family say, and as the artifact is. */
public final class ArchiveNames extends NamedRule<ArchiveSubject> {
  private static final String ENDING = ".kpack";

  public ArchiveNames() {
    super(
        ArchiveSubject.class,
        "artifact-archive-name",
        "Archives in artifacts are called GROUP_FAMILY.kpack, as their tables say.");
  }

  @Override
  public void check(ArchiveSubject subject, Sink sink) throws IOException {
    TreePosition position = subject.position();
    KpackArchive archive = subject.archive();
    boolean named =
        position != null
            && (position.home().layout() == TreeLayout.ARTIFACT
                || position.home().layout() == TreeLayout.OVERLAID);
    if (archive == null || position == null || !named || !archive.complete()) {
      return;
    }
    String file = subject.place().label();
    String stem = file.endsWith(ENDING) ? file.substring(0, file.length() - ENDING.length()) : file;
    String start = archive.groupName() + "_";
    boolean agrees =
        stem.startsWith(start)
            && stem.length() > start.length()
            && GpuTarget.lenient(stem.substring(start.length()))
                .equals(GpuTarget.lenient(archive.family()));
    if (!agrees) {
      sink.warning(
          subject.place(),
          archive.tableRange().start(),
          "Its table says group \"%s\" and family \"%s\"."
              .formatted(archive.groupName(), archive.family()),
          "It was renamed, or belongs to another artifact; search paths go by its name.");
      return;
    }
    ArtifactName name = position.home().name();
    if (name != null && !name.prefix().equals(archive.groupName())) {
      sink.warning(
          subject.place(),
          archive.tableRange().start(),
          "Its group is \"%s\", and the artifact is %s.".formatted(archive.groupName(), name),
          "It belongs to another artifact; binaries of this one do not look for it.");
    }
  }
}
