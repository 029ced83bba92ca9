package org.kpackworkbench.model.base.job;

/**
 * Passes on the wish to stop, for work whose steps are not what the outer progress counts.
 *
 * @param outer who may wish it
 */
public record OnlyCancel(Progress outer) implements Progress {
  @Override
  public void begin(String what, long totalUnits) {}

  @Override
  public void advance(long units) {}

  @Override
  public boolean cancelled() {
    return outer.cancelled();
  }
}
