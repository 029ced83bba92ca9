package org.kpackworkbench.model.analysis.diff;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of a comparison are shown, and in which order: numbers, not rows. A thing under two
 * names is one row.
 */
public final class RowOrder {
  private RowOrder() {}

  /** All rows. */
  public static int[] all(TableComparison comparison) {
    return select(comparison, row -> true);
  }

  /**
   * Rows that are known to differ.
   *
   * @param group only of this kind; null for all
   */
  public static int[] differences(TableComparison comparison, @Nullable String group) {
    return select(
        comparison,
        row ->
            comparison.change(row).isDifference()
                && (group == null || group.equals(comparison.group(row))));
  }

  private static int[] select(TableComparison comparison, IntPredicate wanted) {
    return IntStream.range(0, comparison.rowCount())
        .filter(row -> !comparison.isSecondName(row) && wanted.test(row))
        .toArray();
  }

  /** Rows by what they grew, most first; what shrank most comes last. */
  public static int[] byDelta(TableComparison comparison, int[] rows) {
    long[] deltas = new long[rows.length];
    for (int i = 0; i < rows.length; i++) {
      deltas[i] = comparison.deltaBytes(rows[i]);
    }
    return Arrays.stream(IntStream.range(0, rows.length).boxed().toArray(Integer[]::new))
        .sorted((one, other) -> Long.compare(deltas[other], deltas[one]))
        .mapToInt(at -> rows[at])
        .toArray();
  }
}
