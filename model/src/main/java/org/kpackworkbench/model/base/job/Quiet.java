package org.kpackworkbench.model.base.job;

/**
 * Progress of a part of something larger.
 *
 * @param whole the larger thing, which was begun already
 * @param counts whether the part's units are units of the larger thing
 */
public record Quiet(Progress whole, boolean counts) implements Progress {
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
