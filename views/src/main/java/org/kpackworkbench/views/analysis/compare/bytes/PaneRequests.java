package org.kpackworkbench.views.analysis.compare.bytes;

/** What the buttons above aligned bytes ask for. */
record PaneRequests(DifferenceWalk walk, CompareBars bars, Runnable onStop, Runnable onSwap)
    implements CompareTools.Requests {
  @Override
  public void previousDifference() {
    walk.previous();
  }

  @Override
  public void nextDifference() {
    walk.next();
  }

  @Override
  public void stopOrGoOn() {
    onStop.run();
  }

  @Override
  public void swap() {
    onSwap.run();
  }

  @Override
  public void openFind() {
    bars.openFind();
  }

  @Override
  public void openGoTo() {
    bars.openGoTo();
  }
}
