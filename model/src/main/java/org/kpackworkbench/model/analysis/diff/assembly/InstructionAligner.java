package org.kpackworkbench.model.analysis.diff.assembly;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.kpackworkbench.model.base.job.Progress;

/**
 * Aligns two sequences of numbers, where equal numbers are equal things. What only one place on
 * each side has is aligned first (patience), the rest by the shortest way from one side to the
 * other (Myers), which is given up for a good one where it would take long: the time is bounded by
 * a multiple of the length. For use by one thread.
 */
final class InstructionAligner {
  /** How many differences a shortest way is looked for across. */
  private static final int MOST_COST = 256;

  /** How often unique things are looked for inside what is between unique things. */
  private static final int MOST_DEPTH = 48;

  private final int[] one;
  private final int[] other;
  private final Progress progress;
  private final int[] match;
  private final int[] forward;
  private final int[] backward;
  private final int[] countOne;
  private final int[] countOther;
  private final int[] placeOther;
  private final Deque<Range> waiting = new ArrayDeque<>();

  private InstructionAligner(int[] one, int[] other, Progress progress) {
    this.one = one;
    this.other = other;
    this.progress = progress;
    match = new int[one.length];
    Arrays.fill(match, -1);
    forward = new int[2 * MOST_COST + 5];
    backward = new int[2 * MOST_COST + 5];
    int kinds = 0;
    for (int token : one) {
      kinds = Math.max(kinds, token + 1);
    }
    for (int token : other) {
      kinds = Math.max(kinds, token + 1);
    }
    countOne = new int[kinds];
    countOther = new int[kinds];
    placeOther = new int[kinds];
  }

  /** Parts of both sides that are still to be aligned; ends are exclusive. */
  private record Range(int from, int to, int otherFrom, int otherTo, int depth) {}

  /**
   * Aligns.
   *
   * @param one numbers from 0 up, as small as possible
   * @param other the same for the other side
   * @return for each thing of {@code one} the index of its counterpart, -1 if it has none; rising
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  static int[] align(int[] one, int[] other, Progress progress) {
    InstructionAligner aligner = new InstructionAligner(one, other, progress);
    aligner.run();
    return aligner.match;
  }

  private void run() {
    waiting.push(new Range(0, one.length, 0, other.length, 0));
    while (!waiting.isEmpty()) {
      progress.step(0);
      Range rest = trimmed(waiting.pop());
      boolean empty = rest.from == rest.to || rest.otherFrom == rest.otherTo;
      if (!empty && (rest.depth >= MOST_DEPTH || !splitAtUnique(rest))) {
        splitOnShortestWay(rest);
      }
    }
  }

  /** Aligns what is equal at both ends. */
  private Range trimmed(Range range) {
    int from = range.from;
    int otherFrom = range.otherFrom;
    int to = range.to;
    int otherTo = range.otherTo;
    while (from < to && otherFrom < otherTo && one[from] == other[otherFrom]) {
      match[from++] = otherFrom++;
    }
    while (from < to && otherFrom < otherTo && one[to - 1] == other[otherTo - 1]) {
      match[--to] = --otherTo;
    }
    return new Range(from, to, otherFrom, otherTo, range.depth);
  }

  /** Aligns what both sides have once, in the longest order that both agree in. */
  private boolean splitAtUnique(Range range) {
    for (int at = range.from; at < range.to; at++) {
      countOne[one[at]]++;
    }
    for (int at = range.otherFrom; at < range.otherTo; at++) {
      countOther[other[at]]++;
      placeOther[other[at]] = at;
    }
    int[] places = new int[range.to - range.from];
    int count = 0;
    for (int at = range.from; at < range.to; at++) {
      if (countOne[one[at]] == 1 && countOther[one[at]] == 1) {
        places[count++] = at;
      }
    }
    int[] chain = longestRising(places, count);
    for (int at = range.from; at < range.to; at++) {
      countOne[one[at]] = 0;
    }
    for (int at = range.otherFrom; at < range.otherTo; at++) {
      countOther[other[at]] = 0;
    }
    int from = range.from;
    int otherFrom = range.otherFrom;
    for (int at : chain) {
      int partner = placeOther[one[at]];
      match[at] = partner;
      waiting.push(new Range(from, at, otherFrom, partner, range.depth + 1));
      from = at + 1;
      otherFrom = partner + 1;
    }
    if (chain.length > 0) {
      waiting.push(new Range(from, range.to, otherFrom, range.otherTo, range.depth + 1));
    }
    return chain.length > 0;
  }

  /** Of places on one side the most whose counterparts rise, too. */
  private int[] longestRising(int[] places, int count) {
    int[] ends = new int[count];
    int[] before = new int[count];
    int length = 0;
    for (int i = 0; i < count; i++) {
      int partner = placeOther[one[places[i]]];
      int low = 0;
      int high = length;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (placeOther[one[places[ends[middle]]]] < partner) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      before[i] = low == 0 ? -1 : ends[low - 1];
      ends[low] = i;
      length = Math.max(length, low + 1);
    }
    int[] chain = new int[length];
    int at = length == 0 ? -1 : ends[length - 1];
    for (int i = length - 1; i >= 0; i--) {
      chain[i] = places[at];
      at = before[at];
    }
    return chain;
  }

  /**
   * Splits where a shortest way passes its middle, which is found from both ends at once; or as far
   * as the best way came that was found in time.
   */
  private void splitOnShortestWay(Range range) {
    int length = range.to - range.from;
    int otherLength = range.otherTo - range.otherFrom;
    int delta = length - otherLength;
    boolean odd = (delta & 1) != 0;
    int zero = MOST_COST + 2;
    Arrays.fill(forward, -1);
    Arrays.fill(backward, -1);
    forward[zero + 1] = 0;
    backward[zero + 1] = 0;
    for (int cost = 0; cost <= MOST_COST; cost++) {
      progress.step(0);
      for (int k = -cost; k <= cost; k += 2) {
        if (k < -otherLength || k > length) {
          continue;
        }
        int x = start(forward, zero, k, cost, length, otherLength);
        if (x < 0) {
          forward[zero + k] = -1;
          continue;
        }
        while (x < length
            && x - k < otherLength
            && one[range.from + x] == other[range.otherFrom + x - k]) {
          x++;
        }
        forward[zero + k] = x;
        int mirrored = delta - k;
        if (odd
            && Math.abs(mirrored) <= cost - 1
            && backward[zero + mirrored] >= 0
            && x + backward[zero + mirrored] >= length) {
          split(range, x, x - k);
          return;
        }
      }
      for (int k = -cost; k <= cost; k += 2) {
        if (k < -otherLength || k > length) {
          continue;
        }
        int x = start(backward, zero, k, cost, length, otherLength);
        if (x < 0) {
          backward[zero + k] = -1;
          continue;
        }
        while (x < length
            && x - k < otherLength
            && one[range.to - 1 - x] == other[range.otherTo - 1 - x + k]) {
          x++;
        }
        backward[zero + k] = x;
        int mirrored = delta - k;
        if (!odd
            && Math.abs(mirrored) <= cost
            && forward[zero + mirrored] >= 0
            && x + forward[zero + mirrored] >= length) {
          split(range, length - x, otherLength - x + k);
          return;
        }
      }
    }
    int best = 0;
    int way = -1;
    for (int k = -MOST_COST; k <= MOST_COST; k++) {
      int x = forward[zero + k];
      if (x >= 0 && 2 * x - k > way) {
        way = 2 * x - k;
        best = k;
      }
    }
    split(range, forward[zero + best], forward[zero + best] - best);
  }

  /** The furthest place on a diagonal that one more difference leads to; -1 for none. */
  private static int start(int[] furthest, int zero, int k, int cost, int length, int otherLength) {
    if (cost == 0) {
      return 0;
    }
    int down = k < cost ? furthest[zero + k + 1] : -1;
    int right = k > -cost && furthest[zero + k - 1] >= 0 ? furthest[zero + k - 1] + 1 : -1;
    return Math.max(
        down - k > otherLength || down < k ? -1 : down, right > length || right < k ? -1 : right);
  }

  private void split(Range range, int x, int y) {
    waiting.push(
        new Range(range.from, range.from + x, range.otherFrom, range.otherFrom + y, MOST_DEPTH));
    waiting.push(
        new Range(range.from + x, range.to, range.otherFrom + y, range.otherTo, MOST_DEPTH));
  }
}
