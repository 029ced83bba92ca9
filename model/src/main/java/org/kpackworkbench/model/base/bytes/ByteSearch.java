package org.kpackworkbench.model.base.bytes;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;

/**
 * Finds a pattern in a view of any size.
 *
 * <p>Reads the view by position in windows of 1 MiB that overlap by the pattern's length, so the
 * memory it needs does not depend on the view, and mapped pages do not become resident. Immutable,
 * safe for use by many threads; each search has its own window. Progress is reported in bytes, and
 * a cancelled search throws {@link CancellationException}.
 */
public final class ByteSearch {
  private static final int WINDOW_BYTES = 1 << 20;

  /**
   * Matches in order, none overlapping the one before.
   *
   * @param offsets where they start
   * @param complete false if there were more than requested
   */
  public record Matches(long[] offsets, boolean complete) {
    /** How many matches there are. */
    public int count() {
      return offsets.length;
    }
  }

  private final ByteView view;
  private final SearchPattern pattern;
  private final WindowMatcher matcher;

  public ByteSearch(ByteView view, SearchPattern pattern) {
    this.view = view;
    this.pattern = pattern;
    this.matcher = new WindowMatcher(pattern);
  }

  /**
   * The first match that starts at {@code from} or later.
   *
   * @throws FormatException if the view can no longer be read
   */
  public OptionalLong next(long from, Progress progress) throws FormatException {
    long start = Math.clamp(from, 0, view.size());
    progress.begin("Searching for " + pattern, view.size() - start, Unit.BYTES);
    return new Scan(view.size(), progress).next(start);
  }

  /**
   * The last match that starts before {@code before}.
   *
   * @throws FormatException if the view can no longer be read
   */
  public OptionalLong previous(long before, Progress progress) throws FormatException {
    long end = Math.min(before, view.size() - pattern.length() + 1);
    progress.begin("Searching for " + pattern, Math.max(0, end), Unit.BYTES);
    byte[] window = new byte[windowBytes()];
    while (end > 0) {
      long start = Math.max(0, end - WINDOW_BYTES);
      int starts = (int) (end - start);
      int length = starts + pattern.length() - 1;
      view.copyTo(start, window, 0, length);
      int found = matcher.last(window, 0, starts, length);
      if (found >= 0) {
        return OptionalLong.of(start + found);
      }
      progress.step(starts);
      end = start;
    }
    return OptionalLong.empty();
  }

  /**
   * The matches that lie wholly in a range.
   *
   * @param most how many to return at most
   * @throws FormatException if the view can no longer be read
   */
  public Matches all(ByteRange within, int most, Progress progress) throws FormatException {
    ByteRange range = within.intersect(new ByteRange(0, view.size()));
    progress.begin("Searching for " + pattern, range.length(), Unit.BYTES);
    Scan scan = new Scan(range.end(), progress);
    long[] offsets = new long[Math.min(most, 64)];
    int count = 0;
    OptionalLong found = scan.next(range.start());
    while (found.isPresent() && count < most) {
      if (count == offsets.length) {
        offsets = Arrays.copyOf(offsets, (int) Math.min(most, 2L * count));
      }
      offsets[count++] = found.getAsLong();
      found = scan.next(found.getAsLong() + pattern.length());
    }
    return new Matches(Arrays.copyOf(offsets, count), found.isEmpty());
  }

  private int windowBytes() {
    return (int) Math.min(view.size(), WINDOW_BYTES + pattern.length() - 1L);
  }

  /** One way through the view; matches close together share a window. */
  private final class Scan {
    private final byte[] window = new byte[windowBytes()];
    private final long limit;
    private final Progress progress;
    private long windowStart;
    private int windowLength;

    Scan(long limit, Progress progress) {
      this.limit = limit;
      this.progress = progress;
    }

    OptionalLong next(long from) throws FormatException {
      long start = from;
      while (limit - start >= pattern.length()) {
        if (start + pattern.length() > windowStart + windowLength) {
          fill(start);
        }
        int first = (int) (start - windowStart);
        int starts = windowLength - pattern.length() + 1;
        int found = matcher.first(window, first, starts, windowLength);
        if (found >= 0) {
          progress.step(found - first + 1L);
          return OptionalLong.of(windowStart + found);
        }
        progress.step((long) starts - first);
        start = windowStart + starts;
      }
      return OptionalLong.empty();
    }

    private void fill(long start) throws FormatException {
      // Nothing of the old window may be taken for the new one when the read fails half-way.
      windowLength = 0;
      int length = (int) Math.min(window.length, limit - start);
      view.copyTo(start, window, 0, length);
      windowStart = start;
      windowLength = length;
    }
  }

  /**
   * Finds a pattern in an array by Horspool's method: compare the byte under the end of the
   * pattern, and skip as far as no match can end.
   *
   * <p>The skipping uses the pattern's longest run without wildcards; the rest is only compared.
   * Immutable, safe for use by many threads.
   */
  private static final class WindowMatcher {
    private static final int BYTE_VALUES = 256;

    private final SearchPattern pattern;
    private final int runStart;
    private final int runEnd;

    /** How far the byte under the run's last position lets a forward search move; 0: it matches. */
    private final int[] forward = new int[BYTE_VALUES];

    /**
     * How far the byte under the run's first position lets a backward search move; 0: it matches.
     */
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

    /**
     * The first match that starts in {@code [from, to)}, or -1. Matches end before {@code limit}.
     */
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

    /**
     * The last match that starts in {@code [from, to)}, or -1. Matches end before {@code limit}.
     */
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
}
