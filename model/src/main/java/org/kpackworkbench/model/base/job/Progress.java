package org.kpackworkbench.model.base.job;

import java.util.concurrent.CancellationException;

/**
 * What a long operation reports to, and asks whether to go on.
 *
 * <p>Implementations are safe for use by many threads: an operation may advance it from all of its
 * workers.
 */
public interface Progress {

  /** Reports nothing and never cancels. */
  Progress NONE =
      new Progress() {
        @Override
        public void begin(String what, long totalUnits) {}

        @Override
        public void advance(long units) {}

        @Override
        public boolean cancelled() {
          return false;
        }
      };

  /**
   * A step starts.
   *
   * @param what what it does, e.g. {@code "Writing 12 code objects"}
   * @param totalUnits how much there is, usually in bytes; 0 where nobody knows
   */
  void begin(String what, long totalUnits);

  /** More of the current step is done. */
  void advance(long units);

  /** Whether somebody asked to stop. */
  boolean cancelled();

  /**
   * Advances, and stops the operation when somebody asked for it.
   *
   * @throws CancellationException when cancelled; operations let it pass and leave nothing behind
   */
  default void step(long units) {
    advance(units);
    if (cancelled()) {
      throw new CancellationException("cancelled");
    }
  }

  /** For a part whose units are not those of the current step: it can be cancelled, no more. */
  default Progress cancelOnly() {
    return new SubProgress(this, false);
  }

  /** For a part of the current step: its units count, and the steps that it begins do not show. */
  default Progress withoutSteps() {
    return new SubProgress(this, true);
  }
}
