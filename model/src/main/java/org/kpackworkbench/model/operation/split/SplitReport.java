package org.kpackworkbench.model.operation.split;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.operation.output.Finding;

/**
 * What splitting wrote, or would write.
 *
 * @param outcomes one for each artifact that was done, in the order of their names
 * @param skipped what was left alone
 * @param failed what could not be done; nothing of it was written
 */
public record SplitReport(List<SplitOutcome> outcomes, List<Skipped> skipped, List<Failed> failed) {
  public SplitReport {
    outcomes = List.copyOf(outcomes);
    skipped = List.copyOf(skipped);
    failed = List.copyOf(failed);
  }

  /**
   * Something in a folder of artifacts that is not split.
   *
   * @param source what
   * @param reason why not, in a few words
   */
  public record Skipped(Path source, String reason) {}

  /**
   * An artifact that could not be done.
   *
   * @param source which
   * @param error why not
   */
  public record Failed(Path source, IOException error) {}

  /** Whether all of it was there already, and nothing was written. */
  public boolean upToDate() {
    return failed.isEmpty()
        && !outcomes.isEmpty()
        && outcomes.stream().allMatch(SplitOutcome::upToDate);
  }

  /** Everything that was written, or would be. */
  public List<SplitArtifact> artifacts() {
    return outcomes.stream().flatMap(outcome -> outcome.artifacts().stream()).toList();
  }

  /** What is to be known of all artifacts. */
  public List<Finding> findings() {
    return outcomes.stream().flatMap(outcome -> outcome.findings().stream()).toList();
  }
}
