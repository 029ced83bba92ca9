package org.kpackworkbench.model.analysis.resolve.simulate;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;

/**
 * A load that a log tells of, in short: what lists of loads show. Immutable.
 *
 * @param writer what stands before its lines, but for times and counters: a process, a rank; mostly
 *     empty
 * @param firstLine the number of its first line, from 1
 * @param lastLine the number of its last line
 * @param key the key that was looked up; null where the log begins later
 * @param target the target that was asked for first; null where the log tells of none
 * @param outcome how it ended; null where the log does not say
 * @param failureLine the line where it went wrong; 0 where it did not fail
 * @param certain whether all lines surely belong to it: threads write between one another
 */
public record LoggedLoad(
    String writer,
    int firstLine,
    int lastLine,
    @Nullable String key,
    @Nullable String target,
    @Nullable LoaderError outcome,
    int failureLine,
    boolean certain) {

  /** Whether it found code. */
  public boolean succeeded() {
    return outcome == LoaderError.SUCCESS;
  }

  /** Whether it surely found none; what was cut off may have. */
  public boolean failed() {
    return outcome != null && outcome != LoaderError.SUCCESS;
  }

  /** How it ended, in words. */
  public String outcomeWords() {
    return outcome == null ? "cut off" : succeeded() ? "found" : "error " + outcome;
  }
}
