package org.kpackworkbench.model.base.bytes;

import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.stream.LongStream;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;

/**
 * Finds a pattern in a view of any size.
 *
 * <p>Reads the view by position in windows of 1 MiB that overlap by the pattern's length, so the
 * memory it needs does not depend on the view. Immutable, safe for use by many threads; each search
 * has its own window. Progress is reported in bytes, and a cancelled search throws {@link
 * CancellationException}.
 */
public record ByteSearch(ByteView view, SearchPattern pattern) {
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
      int found = starts - 1;
      while (found >= 0 && !pattern.matches(window, found)) {
        found--;
      }
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
    LongStream.Builder offsets = LongStream.builder();
    int count = 0;
    OptionalLong found = scan.next(range.start());
    while (found.isPresent() && count < most) {
      offsets.add(found.getAsLong());
      count++;
      found = scan.next(found.getAsLong() + pattern.length());
    }
    return new Matches(offsets.build().toArray(), found.isEmpty());
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
        int found = first(window, first, starts);
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

  /** The first place in a window where the pattern begins, from one on and before another; -1. */
  private int first(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && !pattern.matches(bytes, at)) {
      at++;
    }
    return at < to ? at : -1;
  }
}
