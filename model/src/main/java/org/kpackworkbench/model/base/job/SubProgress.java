package org.kpackworkbench.model.base.job;

/**
 * Progress of a part of a longer operation.
 *
 * @param whole the longer operation's progress, whose step has begun
 * @param counts whether the part's units are units of that step
 */
record SubProgress(Progress whole, boolean counts) implements Progress {
  @Override
  public void begin(String what, long totalUnits) {}

  @Override
  public void advance(long units) {
    if (counts) {
      whole.advance(units);
    }
  }

  @Override
  public boolean cancelled() {
    return whole.cancelled();
  }
}
