package org.kpackworkbench.views.kit.draw;

import java.util.ArrayList;
import java.util.List;

/** Round offsets for the axis of a map: multiples of a power of two, so that hex reads well. */
public final class AxisTicks {
  private AxisTicks() {}

  /**
   * Multiples of one power of two between two offsets.
   *
   * @param from the first offset shown, from 0
   * @param to the offset behind the last
   * @param most how many ticks there is room for
   */
  public static List<Long> between(double from, double to, int most) {
    List<Long> ticks = new ArrayList<>();
    if (!(to > from) || most < 1) {
      return ticks;
    }
    long step = step(to - from, most);
    // A short axis may lie between two multiples.
    while (step > 1 && Math.ceil(Math.max(0, from) / step) * step > to) {
      step >>= 1;
    }
    long first = (long) Math.ceil(Math.max(0, from) / step) * step;
    for (long tick = first; tick <= to && ticks.size() <= most; tick += step) {
      ticks.add(tick);
    }
    return ticks;
  }

  private static long step(double length, int most) {
    long step = 1;
    while (length / step > most && step < 1L << 61) {
      step <<= 1;
    }
    return step;
  }
}
