package org.kpackworkbench.model.operation.restore;

import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.format.hostonly.LayoutFacts;

/**
 * What was put back, or, in a dry run, what would be.
 *
 * @param outcome what came of it
 * @param placement where the bundles went
 * @param wrappers number of wrappers
 * @param bundles the bundles in the order in which they lie
 * @param targets the targets that there is code for, in the order in which they first appear
 * @param missing what no archive has
 * @param archives the archives that code objects were taken from
 * @param searched where archives were looked for; empty where the request names them
 * @param notes what else should be known, in sentences
 * @param before the input's layout
 * @param after the output's layout
 * @param upToDate whether the output was there already, and nothing was written
 */
public record RestoreReport(
    RestoreOutcome outcome,
    RestorePlacement placement,
    int wrappers,
    List<RestoredBundle> bundles,
    List<String> targets,
    List<MissingCode> missing,
    List<Path> archives,
    List<SearchedPath> searched,
    List<String> notes,
    LayoutFacts before,
    LayoutFacts after,
    boolean upToDate) {

  RestoreReport withUpToDate(boolean there) {
    return new RestoreReport(
        outcome, placement, wrappers, bundles, targets, missing, archives, searched, notes, before,
        after, there);
  }

  /** Size of the input. */
  public long inputSizeBytes() {
    return before.sizeBytes();
  }

  /** Size of the output. */
  public long outputSizeBytes() {
    return after.sizeBytes();
  }
}
