package org.kpackworkbench.model.analysis.diff;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Which rows of a comparison are shown, and in which order: numbers, not rows. A thing under two
 * names is one row.
 */
public final class RowOrder {
  private RowOrder() {}

  /** All rows. */
  public static int[] all(TableComparison comparison) {
    return IntStream.range(0, comparison.rowCount())
        .filter(row -> !comparison.isSecondName(row))
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
