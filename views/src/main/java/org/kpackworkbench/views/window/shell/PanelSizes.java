package org.kpackworkbench.views.window.shell;

import java.util.List;

/**
 * How large the panes at the sides are, so that what is between them can be used: where there is
 * little room they become smaller, and where that is not enough, the last ones go. Lengths are in
 * pixels at the usual text size. Knows no screen.
 */
final class PanelSizes {
  private PanelSizes() {}

  /**
   * Sizes that a pane would like.
   *
   * @param pixels how large it is while there is room
   * @param least how small it may become
   * @param stays whether it is never hidden, because the user opened it
   */
  record Wish(double pixels, double least, boolean stays) {}

  /**
   * The sizes of panes; 0 for those that go.
   *
   * @param extent the room for all of them and what is between
   * @param comfortable what is between gets that much before panes are as large as they would like
   * @param usable what is between gets that much before panes are there at all
   * @param wishes the most important one first
   */
  static double[] of(double extent, double comfortable, double usable, List<Wish> wishes) {
    boolean[] there = new boolean[wishes.size()];
    java.util.Arrays.fill(there, true);
    double[] sizes = shrunk(extent - comfortable, wishes, there);
    for (int last = wishes.size() - 1; last >= 0 && extent - sum(sizes) < usable; last--) {
      if (!wishes.get(last).stays()) {
        there[last] = false;
        sizes = shrunk(extent - comfortable, wishes, there);
      }
    }
    return sizes;
  }

  private static double[] shrunk(double room, List<Wish> wishes, boolean[] there) {
    double least = 0;
    double spare = 0;
    for (int i = 0; i < there.length; i++) {
      Wish wish = wishes.get(i);
      least += there[i] ? wish.least() : 0;
      spare += there[i] ? Math.max(0, wish.pixels() - wish.least()) : 0;
    }
    double share = spare == 0 ? 0 : Math.clamp((room - least) / spare, 0, 1);
    double[] sizes = new double[there.length];
    for (int i = 0; i < there.length; i++) {
      Wish wish = wishes.get(i);
      double more = Math.max(0, wish.pixels() - wish.least());
      sizes[i] = there[i] ? Math.min(wish.least(), wish.pixels()) + more * share : 0;
    }
    return sizes;
  }

  private static double sum(double[] sizes) {
    double sum = 0;
    for (double size : sizes) {
      sum += size;
    }
    return sum;
  }
}
