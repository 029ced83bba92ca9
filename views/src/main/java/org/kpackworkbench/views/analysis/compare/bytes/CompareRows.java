package org.kpackworkbench.views.analysis.compare.bytes;

import java.util.Arrays;
import java.util.NavigableSet;
import org.kpackworkbench.model.analysis.diff.AlignedBytes;
import org.kpackworkbench.model.base.bytes.ByteRange;

/**
 * How positions are laid out in rows, and which rows are folded into one. Immutable.
 *
 * <p>A folded row stands for rows whose bytes are all known to be the same. Some rows around each
 * difference stay.
 */
final class CompareRows {
  /** How many rows stay above and below a difference. */
  static final int CONTEXT_ROWS = 2;

  /** Fewer rows are not worth a line that says that they are not there. */
  static final int FEWEST_FOLDED = 4;

  private final long length;
  private final int bytesPerRow;

  /** The first row of each fold, and the one behind its last. */
  private final long[] starts;

  private final long[] ends;

  /** The line on which each fold stands. */
  private final long[] lines;

  private CompareRows(long length, int bytesPerRow, long[] starts, long[] ends) {
    this.length = length;
    this.bytesPerRow = bytesPerRow;
    this.starts = starts;
    this.ends = ends;
    this.lines = new long[starts.length];
    long hidden = 0;
    for (int fold = 0; fold < starts.length; fold++) {
      lines[fold] = starts[fold] - hidden;
      hidden += ends[fold] - starts[fold] - 1;
    }
  }

  /** Every row on a line of its own. */
  static CompareRows all(long length, int bytesPerRow) {
    return new CompareRows(length, bytesPerRow, new long[0], new long[0]);
  }

  /**
   * What is known to be the same is folded.
   *
   * @param open positions whose rows are not folded
   */
  static CompareRows folded(AlignedBytes known, int bytesPerRow, NavigableSet<Long> open) {
    long[] starts = new long[known.differences() + 1];
    long[] ends = new long[known.differences() + 1];
    int folds = 0;
    long from = 0;
    long length = known.alignment().length();
    for (int index = 0; index <= known.differences(); index++) {
      boolean isLast = index == known.differences();
      ByteRange next = isLast ? null : known.difference(index);
      // The last row before what is not known may go on with something else.
      long to =
          next != null
              ? next.start() / bytesPerRow - CONTEXT_ROWS
              : known.knownUntil() == length
                  ? rows(length, bytesPerRow)
                  : known.knownUntil() / bytesPerRow;
      if (to - from >= FEWEST_FOLDED && !isOpen(open, from * bytesPerRow, to * bytesPerRow)) {
        starts[folds] = from;
        ends[folds++] = to;
      }
      if (next != null) {
        from = (next.end() - 1) / bytesPerRow + 1 + CONTEXT_ROWS;
      }
    }
    return new CompareRows(
        length, bytesPerRow, Arrays.copyOf(starts, folds), Arrays.copyOf(ends, folds));
  }

  private static boolean isOpen(NavigableSet<Long> open, long from, long to) {
    Long first = open.ceiling(from);
    return first != null && first < to;
  }

  private static long rows(long length, int bytesPerRow) {
    return length == 0 ? 1 : (length - 1) / bytesPerRow + 1;
  }

  int bytesPerRow() {
    return bytesPerRow;
  }

  /** How many lines there are; without bytes one, for the caret. */
  long lines() {
    long folded = starts.length == 0 ? 0 : ends[ends.length - 1] - lines[lines.length - 1] - 1;
    return rows(length, bytesPerRow) - folded;
  }

  /** The positions on a line: of one row, or of all that are folded there. */
  ByteRange positions(long line) {
    int fold = foldFrom(line);
    if (fold >= 0 && lines[fold] == line) {
      return range(starts[fold], ends[fold]);
    }
    long row = fold < 0 ? line : line - lines[fold] - 1 + ends[fold];
    return range(row, row + 1);
  }

  /** Whether a line stands for rows that are folded. */
  boolean isFold(long line) {
    int fold = foldFrom(line);
    return fold >= 0 && lines[fold] == line;
  }

  /** The line on which a position stands, or is folded away. */
  long lineOf(long position) {
    long row = position / bytesPerRow;
    int found = Arrays.binarySearch(starts, row);
    int fold = found < 0 ? -found - 2 : found;
    if (fold < 0) {
      return row;
    }
    return row < ends[fold] ? lines[fold] : lines[fold] + 1 + row - ends[fold];
  }

  /** The line that may be at the top at most when {@code visible} whole lines are seen. */
  long lastTop(long visible) {
    return Math.max(0, lines() - Math.max(1, visible));
  }

  private int foldFrom(long line) {
    int found = Arrays.binarySearch(lines, line);
    return found < 0 ? -found - 2 : found;
  }

  private ByteRange range(long firstRow, long endRow) {
    long start = Math.min(length, firstRow * bytesPerRow);
    return ByteRange.between(start, Math.min(length, endRow * bytesPerRow));
  }
}
