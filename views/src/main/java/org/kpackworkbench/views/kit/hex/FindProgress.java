package org.kpackworkbench.views.kit.hex;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.kpackworkbench.model.base.job.Progress;

/** Tells how far a search is, in whole percents, and lets it be stopped. Any thread. */
final class FindProgress implements Progress {
  /** Searches of fewer bytes are over before anybody could read a number. */
  private static final long TELL_FROM_BYTES = 200L << 20;

  private final long totalBytes;
  private final Consumer<String> percents;
  private final AtomicLong doneBytes = new AtomicLong();
  private volatile boolean cancelled;

  FindProgress(long totalBytes, Consumer<String> percents) {
    this.totalBytes = totalBytes;
    this.percents = percents;
  }

  @Override
  public void begin(String what, long totalUnits) {}

  @Override
  public void advance(long units) {
    long before = doneBytes.getAndAdd(units);
    if (totalBytes >= TELL_FROM_BYTES && !cancelled) {
      long percent = (before + units) * 100 / totalBytes;
      if (percent != before * 100 / totalBytes) {
        percents.accept(Math.min(percent, 100) + " %");
      }
    }
  }

  @Override
  public boolean cancelled() {
    return cancelled;
  }

  void cancel() {
    cancelled = true;
  }
}
