package org.kpackworkbench.model.base.bytes;

/**
 * Finds a pattern in an array by Horspool's method: look at the byte under the end of the pattern,
 * and skip as far as no match can end.
 *
 * <p>The skipping uses the pattern's longest run without wildcards; the rest is only compared.
 * Immutable, safe for use by many threads.
 */
final class WindowMatcher {
  private static final int BYTE_VALUES = 256;

  private final SearchPattern pattern;
  private final int runStart;
  private final int runEnd;

  /** How far the byte under the run's last position lets a forward search move; 0: it matches. */
  private final int[] forward = new int[BYTE_VALUES];

  /** The same for a backward search and the run's first position. */
  private final int[] backward = new int[BYTE_VALUES];

  /** How far to move on after a byte that matched. */
  private final int forwardAfter;

  private final int backwardAfter;

  WindowMatcher(SearchPattern pattern) {
    this.pattern = pattern;
    int bestStart = 0;
    int bestEnd = 0;
    for (int start = 0; start < pattern.length(); ) {
      int end = start;
      while (end < pattern.length() && isNarrow(pattern.mask(end))) {
        end++;
      }
      if (end - start > bestEnd - bestStart) {
        bestStart = start;
        bestEnd = end;
      }
      start = end + 1;
    }
    // Only halves of bytes are known: one position that is not free, and no skipping.
    while (bestEnd == bestStart && pattern.mask(bestStart) == 0) {
      bestStart++;
      bestEnd++;
    }
    this.runStart = bestStart;
    this.runEnd = Math.max(bestEnd, bestStart + 1);
    this.forwardAfter = fill(forward, true);
    this.backwardAfter = fill(backward, false);
  }

  private static boolean isNarrow(int mask) {
    return Integer.bitCount(mask) >= 7;
  }

  private int fill(int[] table, boolean ahead) {
    int length = runEnd - runStart;
    int after = length;
    for (int b = 0; b < BYTE_VALUES; b++) {
      int shift = length;
      for (int i = 1; i < length; i++) {
        if (matches(b, ahead ? runEnd - 1 - i : runStart + i)) {
          shift = i;
          break;
        }
      }
      if (matches(b, ahead ? runEnd - 1 : runStart)) {
        after = Math.min(after, shift);
        table[b] = 0;
      } else {
        table[b] = shift;
      }
    }
    return after;
  }

  private boolean matches(int b, int position) {
    return (b & pattern.mask(position)) == pattern.value(position);
  }

  /** The first match that starts in {@code [from, to)}, or -1. Matches end before {@code limit}. */
  int first(byte[] bytes, int from, int to, int limit) {
    int last = runEnd - 1;
    int end = Math.min(to, limit - pattern.length() + 1) + last;
    int at = from + last;
    while (at < end) {
      int skip = forward[bytes[at] & 0xff];
      if (skip != 0) {
        at += skip;
      } else if (pattern.matches(bytes, at - last)) {
        return at - last;
      } else {
        at += forwardAfter;
      }
    }
    return -1;
  }

  /** The last match that starts in {@code [from, to)}, or -1. Matches end before {@code limit}. */
  int last(byte[] bytes, int from, int to, int limit) {
    int at = Math.min(to, limit - pattern.length() + 1) - 1 + runStart;
    int end = from + runStart;
    while (at >= end) {
      int skip = backward[bytes[at] & 0xff];
      if (skip != 0) {
        at -= skip;
      } else if (pattern.matches(bytes, at - runStart)) {
        return at - runStart;
      } else {
        at -= backwardAfter;
      }
    }
    return -1;
  }
}
