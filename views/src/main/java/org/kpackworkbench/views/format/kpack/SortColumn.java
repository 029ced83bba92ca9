package org.kpackworkbench.views.format.kpack;

import java.util.List;
import java.util.Locale;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.views.kit.rows.IntSort;
import org.kpackworkbench.views.kit.rows.RowsModel;

/** Columns by which rows and groups can be sorted. */
enum SortColumn {
  /** The first column: the name in the tree, the binary in the list. */
  NAME,
  BINARY,
  INDEX,
  TARGET,
  TYPE,
  ORDINAL,
  STORED,
  ORIGINAL,
  RATIO,
  STATE;

  /** Returns the sort keys of columns; each name is that of a constant in lower case. */
  static List<SortKey> keys(List<RowsModel.Sorting> wishes) {
    return wishes.stream()
        .map(
            wish -> new SortKey(valueOf(wish.column().toUpperCase(Locale.ROOT)), !wish.ascending()))
        .toList();
  }

  /** The order of rows by this column alone. */
  IntSort.Order rows(ArchiveRows rows, Grouping grouping) {
    return switch (this) {
      case NAME -> grouping.order(rows);
      case BINARY -> (a, b) -> Integer.compare(rows.binaryRank(a), rows.binaryRank(b));
      case INDEX -> (a, b) -> Integer.compare(rows.index(a), rows.index(b));
      case TARGET -> (a, b) -> Integer.compare(rows.targetRank(a), rows.targetRank(b));
      case TYPE -> (a, b) -> rows.typeText(a).compareTo(rows.typeText(b));
      case ORDINAL -> (a, b) -> Integer.compare(rows.ordinal(a), rows.ordinal(b));
      case STORED -> (a, b) -> Long.compare(rows.storedSizeBytes(a), rows.storedSizeBytes(b));
      case ORIGINAL -> (a, b) -> Long.compare(rows.originalSizeBytes(a), rows.originalSizeBytes(b));
      case RATIO -> (a, b) -> byRatio(rows.ratio(a), rows.ratio(b));
      case STATE -> (a, b) -> byReason(rows.problem(a), rows.problem(b));
    };
  }

  /**
   * The order of groups by this column alone, by their sums; groups that it says nothing about stay
   * in the order of their names.
   *
   * @param first the first row of each group
   */
  IntSort.Order groups(ArchiveRows rows, Grouping grouping, List<Sums> sums, int[] first) {
    return switch (this) {
      case NAME -> (a, b) -> grouping.order(rows).compare(first[a], first[b]);
      case STORED -> (a, b) -> Long.compare(sums.get(a).storedBytes(), sums.get(b).storedBytes());
      case ORIGINAL ->
          (a, b) -> Long.compare(sums.get(a).unpackedBytes(), sums.get(b).unpackedBytes());
      case RATIO -> (a, b) -> byRatio(sums.get(a).ratio(), sums.get(b).ratio());
      case STATE -> (a, b) -> Integer.compare(sums.get(a).problems(), sums.get(b).problems());
      case BINARY, INDEX, TARGET, TYPE, ORDINAL -> (a, b) -> 0;
    };
  }

  /** Compares ratios; an unknown one comes first. */
  private static int byRatio(double a, double b) {
    return Double.compare(Double.isNaN(a) ? -1 : a, Double.isNaN(b) ? -1 : b);
  }

  private static int byReason(
      @org.jspecify.annotations.Nullable Reason a, @org.jspecify.annotations.Nullable Reason b) {
    return Integer.compare(a == null ? -1 : a.ordinal(), b == null ? -1 : b.ordinal());
  }

  /**
   * One column that rows are sorted by.
   *
   * @param descending the largest first
   */
  record SortKey(SortColumn column, boolean descending) {}
}
