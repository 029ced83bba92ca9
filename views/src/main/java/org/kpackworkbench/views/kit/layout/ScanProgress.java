package org.kpackworkbench.views.kit.layout;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleConsumer;
import org.kpackworkbench.model.base.job.Progress;

/** Tells how far a scan is, a hundred times at most, and stops it when its view is gone. */
final class ScanProgress implements Progress {
  private static final int STEPS = 100;

  private final DoubleConsumer listener;
  private final LongAdder done = new LongAdder();
  private volatile long total;
  private volatile int told;
  private volatile boolean cancelled;

  ScanProgress(DoubleConsumer listener) {
    this.listener = listener;
  }

  void cancel() {
    cancelled = true;
  }

  @Override
  public void begin(String what, long totalUnits) {
    done.reset();
    total = totalUnits;
    told = 0;
  }

  @Override
  public void advance(long units) {
    done.add(units);
    long all = total;
    int step = all <= 0 ? 0 : (int) (STEPS * done.sum() / all);
    if (step > told) {
      told = step;
      listener.accept((double) step / STEPS);
    }
  }

  @Override
  public boolean cancelled() {
    return cancelled;
  }
}
