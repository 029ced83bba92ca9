package org.kpackworkbench.model.base.job;

import java.util.concurrent.CancellationException;

/**
 * Receives how far a long operation is, and says whether it goes on.
 *
 * <p>Opening, reading, comparing, verifying and every operation have an overload without it. To
 * support only cancellation, use a lambda: {@code stopped::get} for an {@code AtomicBoolean}.
 * Implementations are safe for use by many threads: an operation may advance it from all of its
 * workers.
 */
@FunctionalInterface
public interface Progress {

  /** Reports nothing and never cancels. */
  Progress NONE = () -> false;

  /**
   * A step starts.
   *
   * @param what what it does, e.g. {@code "Writing 12 code objects"}
   * @param totalUnits how much there is; 0 if there is nothing to do, and where that cannot be
   *     known: while the names of a tree are listed, and while a pipe is read. Then show how much
   *     was done so far.
   * @param unit what is counted, in the total and by {@link #advance}
   */
  default void begin(String what, long totalUnits, Unit unit) {}

  /** More of the current step is done. */
  default void advance(long units) {}

  /** Whether the operation is to stop. */
  boolean cancelled();

  /**
   * Advances, and stops the operation if it is cancelled.
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
    return this::cancelled;
  }

  /** For a part of the current step: its units count, and the steps that it begins do not show. */
  default Progress withoutSteps() {
    Progress whole = this;
    return new Progress() {
      @Override
      public void advance(long units) {
        whole.advance(units);
      }

      @Override
      public boolean cancelled() {
        return whole.cancelled();
      }
    };
  }
}
