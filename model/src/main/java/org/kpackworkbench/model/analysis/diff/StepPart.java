package org.kpackworkbench.model.analysis.diff;

import java.util.concurrent.atomic.AtomicLong;
import org.kpackworkbench.model.base.job.Progress;

/**
 * Progress of a part of a step, of which it is known how much there is: it never counts for more,
 * and at its end it counts as a whole, also if it ended early. Steps that it begins do not show.
 * Safe for use by many threads.
 */
final class StepPart implements Progress {
  private final Progress step;
  private final AtomicLong left;

  /**
   * A part.
   *
   * @param step the step's progress
   * @param units how much of it this part is
   */
  StepPart(Progress step, long units) {
    this.step = step;
    this.left = new AtomicLong(units);
  }

  @Override
  public void advance(long units) {
    long before = left.getAndUpdate(rest -> Math.max(0, rest - units));
    step.advance(Math.min(before, units));
  }

  @Override
  public boolean cancelled() {
    return step.cancelled();
  }

  /**
   * Counts what is left of it as done.
   *
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  void finish() {
    step.step(left.getAndSet(0));
  }
}
