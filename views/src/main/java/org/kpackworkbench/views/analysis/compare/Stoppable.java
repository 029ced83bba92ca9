package org.kpackworkbench.views.analysis.compare;

import org.kpackworkbench.model.base.job.Progress;

/** Work that nobody waits for any more ends at its next step. Safe for use by many threads. */
final class Stoppable implements Progress {
  private volatile boolean stopped;

  void stop() {
    stopped = true;
  }

  @Override
  public void begin(String what, long totalUnits) {}

  @Override
  public void advance(long units) {}

  @Override
  public boolean cancelled() {
    return stopped;
  }
}
