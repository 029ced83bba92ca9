package org.kpackworkbench.model.operation.split;

import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.operation.archives.DroppedTarget;
import org.kpackworkbench.model.operation.output.Finding;

/**
 * What came of one artifact, or would come.
 *
 * @param source the artifact as it was named
 * @param name its name
 * @param split whether it was split; it was passed through otherwise
 * @param artifacts what was written: the generic one first, then by architecture
 * @param binaries number of fat binaries that were made host-only
 * @param dropped targets that were left out
 * @param findings what else is to be known
 * @param upToDate whether all of it was there already, and nothing was written
 */
public record SplitOutcome(
    Path source,
    ArtifactName name,
    boolean split,
    List<SplitArtifact> artifacts,
    int binaries,
    List<DroppedTarget> dropped,
    List<Finding> findings,
    boolean upToDate) {
  public SplitOutcome {
    artifacts = List.copyOf(artifacts);
    dropped = List.copyOf(dropped);
    findings = List.copyOf(findings);
  }

  /** The same of what was there already. */
  SplitOutcome wasThere() {
    return new SplitOutcome(source, name, split, artifacts, binaries, dropped, findings, true);
  }
}
