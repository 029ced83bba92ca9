package org.kpackworkbench.model.analysis.diff;

import java.util.ArrayList;
import java.util.List;

/** How many of the rows below each folder differ, in a comparison of trees. Immutable. */
public final class BelowCounts {
  private static final BelowCounts NONE = new BelowCounts(new int[0][]);

  private final int[][] counts;

  private BelowCounts(int[][] counts) {
    this.counts = counts;
  }

  /** Of no rows. */
  public static BelowCounts none() {
    return NONE;
  }

  /** Counts what is known by now. A renamed file counts where its first name is. */
  public static BelowCounts of(TableComparison comparison) {
    int[][] counts = new int[Kind.values().length][comparison.rowCount()];
    boolean any = false;
    for (int row = 0; row < comparison.rowCount(); row++) {
      int parent = comparison.parent(row);
      if (parent < 0 || comparison.isSecondName(row)) {
        continue;
      }
      any = true;
      Kind kind = Kind.of(comparison.change(row));
      // A folder comes before what is in it.
      int below = row;
      while (parent >= 0 && parent < below) {
        counts[kind.ordinal()][parent]++;
        below = parent;
        parent = comparison.parent(below);
      }
    }
    return any ? new BelowCounts(counts) : NONE;
  }

  private enum Kind {
    EQUAL,
    CHANGED,
    REMOVED,
    ADDED,
    RENAMED,
    MOVED,
    UNREADABLE;

    static Kind of(Change change) {
      return switch (change) {
        case SAME, STORED_OTHERWISE, NOT_COMPARED -> EQUAL;
        case CHANGED -> CHANGED;
        case REMOVED -> REMOVED;
        case ADDED -> ADDED;
        case RENAMED -> RENAMED;
        case MOVED -> MOVED;
        case UNREADABLE -> UNREADABLE;
      };
    }
  }

  private int count(Kind kind, int row) {
    return row < 0 || counts.length == 0 || row >= counts[0].length
        ? 0
        : counts[kind.ordinal()][row];
  }

  /** How many rows below a row differ. */
  public int differing(int row) {
    int sum = 0;
    for (Kind kind : Kind.values()) {
      sum += kind == Kind.EQUAL ? 0 : count(kind, row);
    }
    return sum;
  }

  /**
   * Returns a summary of the rows below a row, such as {@code 3 differ, 1 only left}; empty if
   * nothing differs.
   */
  public String words(int row) {
    List<String> parts = new ArrayList<>();
    part(parts, count(Kind.CHANGED, row), count(Kind.CHANGED, row) == 1 ? "differs" : "differ");
    part(parts, count(Kind.REMOVED, row), "only left");
    part(parts, count(Kind.ADDED, row), "only right");
    part(parts, count(Kind.RENAMED, row), "renamed");
    part(parts, count(Kind.MOVED, row), "moved");
    part(parts, count(Kind.UNREADABLE, row), "unreadable");
    return String.join(", ", parts);
  }

  private static void part(List<String> parts, int count, String words) {
    if (count > 0) {
      parts.add(count + " " + words);
    }
  }
}
