package org.kpackworkbench.model.operation.recombine;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.operation.output.Finding;

/**
 * What recombining wrote, or would write.
 *
 * @param shards the shards' names, the primary one first
 * @param artifacts the artifacts, in the order of components, generic ones first
 * @param failed the components of which nothing was written
 * @param findings what else is to be known
 */
public record RecombineReport(
    List<String> shards,
    List<RecombinedArtifact> artifacts,
    List<Failed> failed,
    List<Finding> findings) {
  public RecombineReport {
    shards = List.copyOf(shards);
    artifacts = List.copyOf(artifacts);
    failed = List.copyOf(failed);
    findings = List.copyOf(findings);
  }

  /** Whether all of it was there already, and nothing was written. */
  public boolean upToDate() {
    return failed.isEmpty()
        && !artifacts.isEmpty()
        && artifacts.stream().allMatch(RecombinedArtifact::upToDate);
  }

  /**
   * A component of which nothing was written.
   *
   * @param component an artifact's prefix
   * @param failure why
   */
  public record Failed(String component, IOException failure) {}
}
