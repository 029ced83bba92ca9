package org.kpackworkbench.model.analysis.verify.run;

import org.kpackworkbench.model.base.job.Progress;

/** Lets a part of the work ask whether to go on; what it counts would count twice. */
record Quiet(Progress progress) implements Progress {
  @Override
  public void begin(String what, long totalUnits) {}

  @Override
  public void advance(long units) {}

  @Override
  public boolean cancelled() {
    return progress.cancelled();
  }
}
