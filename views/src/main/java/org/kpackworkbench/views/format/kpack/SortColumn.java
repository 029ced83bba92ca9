package org.kpackworkbench.views.format.kpack;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
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

  /**
   * The order of rows, or of groups by their sums, by this column alone; groups that it says
   * nothing about stay in the order of their names.
   */
  private Comparator<Line> order(ArchiveRows rows, Grouping grouping) {
    return switch (this) {
      case NAME -> Comparator.comparing(Line::row, grouping.order(rows));
      case BINARY -> ofRows(Comparator.comparing(rows::binaryRank));
      case INDEX -> ofRows(Comparator.comparing(rows::index));
      case TARGET -> ofRows(Comparator.comparing(rows::targetRank));
      case TYPE -> ofRows(Comparator.comparing(rows::typeText));
      case ORDINAL -> ofRows(Comparator.comparing(rows::ordinal));
      case STORED -> Comparator.comparing(line -> line.storedBytes(rows));
      case ORIGINAL -> Comparator.comparing(line -> line.originalBytes(rows));
      case RATIO -> Comparator.comparing(line -> known(line.ratio(rows)));
      case STATE -> Comparator.comparing(line -> line.problems(rows));
    };
  }

  private static Comparator<Line> ofRows(Comparator<Integer> order) {
    return (a, b) -> a.key() == null ? order.compare(a.row(), b.row()) : 0;
  }

  /** An unknown ratio comes first. */
  private static double known(double ratio) {
    return Double.isNaN(ratio) ? -1 : ratio;
  }

  /**
   * One column that rows are sorted by.
   *
   * @param descending the largest first
   */
  record SortKey(SortColumn column, boolean descending) {
    /** The order of the lines of a group. */
    Comparator<Line> order(ArchiveRows rows, Grouping grouping) {
      Comparator<Line> order = column.order(rows, grouping);
      return descending ? order.reversed() : order;
    }
  }
}
