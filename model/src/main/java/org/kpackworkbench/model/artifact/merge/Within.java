package org.kpackworkbench.model.artifact.merge;

import org.kpackworkbench.model.job.Progress;

/**
 * Progress of a part of something larger, of which the whole counts the parts: the part may only be
 * told to stop.
 *
 * @param whole the larger thing
 */
public record Within(Progress whole) implements Progress {
  @Override
  public void begin(String what, long totalUnits) {}

  @Override
  public void advance(long units) {}

  @Override
  public boolean cancelled() {
    return whole.cancelled();
  }
}
