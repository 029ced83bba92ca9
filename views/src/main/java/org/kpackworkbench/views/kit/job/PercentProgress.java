package org.kpackworkbench.views.kit.job;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntConsumer;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;

/**
 * Progress in whole percents, each of which is reported once, until it is cancelled. Safe for use
 * by many threads.
 */
public final class PercentProgress implements Progress {
  private final IntConsumer percents;
  private final LongAdder done = new LongAdder();
  private volatile long total;
  private volatile int told;
  private volatile boolean cancelled;

  /**
   * Progress that has not begun.
   *
   * @param percents receives 1 to 100, on the threads of the work
   */
  public PercentProgress(IntConsumer percents) {
    this.percents = percents;
  }

  /** Stops the work at its next step. */
  public void cancel() {
    cancelled = true;
  }

  @Override
  public void begin(String what, long totalUnits, Unit unit) {
    done.reset();
    total = totalUnits;
    told = 0;
  }

  @Override
  public void advance(long units) {
    done.add(units);
    long all = total;
    int percent = all <= 0 ? 0 : (int) Math.min(100, 100.0 * done.sum() / all);
    if (percent > told && !cancelled) {
      told = percent;
      percents.accept(percent);
    }
  }

  @Override
  public boolean cancelled() {
    return cancelled;
  }
}
