package org.kpackworkbench.views.analysis.compare;

import java.util.EnumMap;
import java.util.Map;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.TableComparison;

/**
 * How many rows there are of each change. One thing under two names is one difference.
 *
 * @param rows how many rows there are, of whatever kind
 * @param of how many of each; what there is none of is left out
 */
record CompareCounts(int rows, Map<Change, Integer> of) {
  static final CompareCounts NONE = new CompareCounts(0, Map.of());

  static CompareCounts of(TableComparison comparison) {
    Map<Change, Integer> counts = new EnumMap<>(Change.class);
    for (int row = 0; row < comparison.rowCount(); row++) {
      int counterpart = comparison.counterpart(row);
      if (counterpart < 0 || counterpart > row) {
        counts.merge(comparison.change(row), 1, Integer::sum);
      }
    }
    return new CompareCounts(comparison.rowCount(), counts);
  }

  /** How many differ, as far as is known. */
  int differences() {
    return of.entrySet().stream()
        .filter(count -> count.getKey().isDifference())
        .mapToInt(Map.Entry::getValue)
        .sum();
  }
}
