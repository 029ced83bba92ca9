package org.kpackworkbench.model.analysis.diff;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.kpackworkbench.model.base.text.CountText;

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
    int[][] counts = new int[Change.values().length][comparison.rowCount()];
    boolean any = false;
    for (int row = 0; row < comparison.rowCount(); row++) {
      int parent = comparison.parent(row);
      if (parent < 0 || comparison.isSecondName(row)) {
        continue;
      }
      any = true;
      int[] counted = counts[comparison.change(row).ordinal()];
      // A folder comes before what is in it.
      int below = row;
      while (parent >= 0 && parent < below) {
        counted[parent]++;
        below = parent;
        parent = comparison.parent(below);
      }
    }
    return any ? new BelowCounts(counts) : NONE;
  }

  private int count(Change change, int row) {
    return row < 0 || counts.length == 0 || row >= counts[0].length
        ? 0
        : counts[change.ordinal()][row];
  }

  /** How many rows below a row differ. */
  public int differing(int row) {
    return Arrays.stream(Change.values())
        .filter(Change::isDifference)
        .mapToInt(change -> count(change, row))
        .sum();
  }

  /**
   * Returns a summary of the rows below a row, such as {@code 3 differ, 1 only left}; empty if
   * nothing differs.
   */
  public String words(int row) {
    List<String> parts = new ArrayList<>();
    int changed = count(Change.CHANGED, row);
    part(parts, changed, CountText.word(changed, "differs", "differ"));
    part(parts, count(Change.REMOVED, row), "only left");
    part(parts, count(Change.ADDED, row), "only right");
    part(parts, count(Change.RENAMED, row), "renamed");
    part(parts, count(Change.MOVED, row), "moved");
    part(parts, count(Change.UNREADABLE, row), "unreadable");
    return String.join(", ", parts);
  }

  private static void part(List<String> parts, int count, String words) {
    if (count > 0) {
      parts.add(count + " " + words);
    }
  }
}
