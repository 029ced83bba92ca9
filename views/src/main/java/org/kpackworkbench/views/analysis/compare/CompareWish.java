package org.kpackworkbench.views.analysis.compare;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.TableComparison;

/**
 * Which rows of a comparison somebody wants to see, and in which order.
 *
 * @param onlyDifferences only what is known to differ
 * @param change only this; null for whatever became of them
 * @param group only this kind of thing; null for all kinds
 * @param query what {@link CompareColumns#FILTER_PROMPT} shows; empty for all
 * @param order how they are sorted; null for as they stand
 */
record CompareWish(
    boolean onlyDifferences,
    @Nullable Change change,
    @Nullable String group,
    String query,
    @Nullable CompareOrder order) {
  static final CompareWish ALL = new CompareWish(false, null, null, "", null);

  CompareWish differences(boolean only) {
    return new CompareWish(only, change, group, query, order);
  }

  CompareWish change(@Nullable Change only) {
    return new CompareWish(onlyDifferences, only, group, query, order);
  }

  CompareWish group(@Nullable String only) {
    return new CompareWish(onlyDifferences, change, only, query, order);
  }

  CompareWish query(String text) {
    return new CompareWish(onlyDifferences, change, group, text, order);
  }

  CompareWish order(@Nullable CompareOrder by) {
    return new CompareWish(onlyDifferences, change, group, query, by);
  }

  /** Whether it leaves a row, as far as that can be told without reading it. */
  boolean leaves(TableComparison comparison, int row) {
    Change now = comparison.change(row);
    return (!onlyDifferences || now.isDifference())
        && (change == null || now == change)
        && (group == null || group.equals(comparison.group(row)));
  }

  /** Whether other rows may be shown, or in another order, when more becomes known of them. */
  boolean dependsOnChanges() {
    return onlyDifferences
        || change != null
        || query.contains("change")
        || (order != null && order.by() == CompareOrder.By.CHANGE);
  }
}
