package org.kpackworkbench.views.analysis.compare;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.model.analysis.diff.TableComparison;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowOrder;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsModel;

/**
 * How rows of a comparison are sorted.
 *
 * @param by what counts
 * @param side for {@link By#SIDE} the side, else 0
 */
record CompareOrder(By by, int side, boolean ascending) {

  /** What rows can be sorted by. */
  enum By {
    NAME,
    KIND,
    CHANGE,
    /** How large it is on a side. */
    SIDE,
    /** By how much it grew. */
    DELTA,
    DETAILS
  }

  /** The same rows in this order; rows that are alike stay as they were. In the background. */
  int[] sorted(TableComparison comparison, RowSource<Row> rows, int[] indices) throws IOException {
    return switch (by) {
      // What is asked of all rows is answered from memory.
      case DELTA -> sorted(indices, comparison::deltaBytes);
      case CHANGE -> sorted(indices, row -> comparison.change(row).ordinal());
      case NAME -> sorted(rows, indices, CompareColumns.NAME);
      case KIND -> sorted(rows, indices, CompareColumns.KIND);
      case DETAILS -> sorted(rows, indices, CompareColumns.DETAILS);
      case SIDE -> sorted(rows, indices, CompareColumns.size(side));
    };
  }

  private int[] sorted(RowSource<Row> rows, int[] indices, RowColumn<Row> column)
      throws IOException {
    return RowOrder.sorted(rows, indices, List.of(new RowsModel.Sorting<>(column, ascending)));
  }

  private int[] sorted(int[] indices, IntToLongFunction value) {
    long[] values = Arrays.stream(indices).mapToLong(value).toArray();
    Integer[] positions = new Integer[indices.length];
    Arrays.setAll(positions, at -> at);
    Comparator<Integer> order = Comparator.comparingLong(at -> values[at]);
    Arrays.sort(positions, ascending ? order : order.reversed());
    return Arrays.stream(positions).mapToInt(at -> indices[at]).toArray();
  }
}
