package org.kpackworkbench.model.analysis.diff;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows of two sides that are one thing under two names. Safe for use by many threads. */
final class RenamedRows {
  private final Map<Integer, Pair> pairs = new HashMap<>();

  /**
   * A row's other half.
   *
   * @param partner the row of its other name
   * @param both the thing, with what each side says of it
   */
  record Pair(int partner, Draft both) {

    Row row(int index, Draft shown) {
      return new Row(
          index,
          shown.group,
          shown.key,
          Change.RENAMED,
          both.cells().stream()
              .map(cell -> cell.with(cell.change() == Change.SAME ? Change.SAME : Change.RENAMED))
              .toList(),
          both.fields(),
          "",
          both.opening != null);
    }
  }

  synchronized void add(int removed, int added, Draft both) {
    pairs.put(removed, new Pair(added, both));
    pairs.put(added, new Pair(removed, both));
  }

  synchronized @Nullable Pair of(int row) {
    return pairs.get(row);
  }
}
