package org.kpackworkbench.model.base.job;

/**
 * Of work that is cancelled while it still lists files: fails where it goes on to what it does with
 * them.
 */
public final class StoppedProgress implements Progress {
  @Override
  public void begin(String what, long totalUnits, Unit unit) {
    throw new AssertionError("not stopped before: " + what);
  }

  @Override
  public boolean cancelled() {
    return true;
  }
}
