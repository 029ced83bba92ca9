package org.kpackworkbench.model.operation.output;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.operation.describe.CommonOptions;

/** The facts that every operation reports in the same words. */
public final class OperationFacts {
  private OperationFacts() {}

  /**
   * Returns facts about what was read, what was written, and whether it was.
   *
   * @param input null if there are several
   * @param dryRun whether it was only planned
   * @param upToDate whether all of it was there already, and nothing was written
   */
  public static Facts of(@Nullable Path input, Path output, boolean dryRun, boolean upToDate) {
    Facts facts = new Facts();
    if (input != null) {
      facts.path("input", input);
    }
    return upToDate(
        facts.path("output", output).flag(CommonOptions.DRY_RUN.field(), dryRun), upToDate);
  }

  /** Adds whether all of it was there already; lines show it as a sentence. */
  public static Facts upToDate(Facts facts, boolean upToDate) {
    return facts
        .flag("upToDate", upToDate)
        .shown(upToDate ? "Up to date: all of it already existed, and nothing was written." : "");
  }
}
