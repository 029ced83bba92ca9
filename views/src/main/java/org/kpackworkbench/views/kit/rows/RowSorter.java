package org.kpackworkbench.views.kit.rows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.kpackworkbench.views.kit.text.NaturalOrder;

/** Sorts the indices of rows by what the rows say in some columns; rows themselves are not kept. */
public final class RowSorter {
  private RowSorter() {}

  /** The same indices in another order; rows that are alike stay as they were. */
  public static <R> int[] sorted(
      RowSource<R> rows, int[] indices, List<RowsModel.Sorting<R>> wishes) throws IOException {
    if (wishes.isEmpty() || indices.length < 2) {
      return indices;
    }
    Comparator<Integer> order = null;
    for (RowsModel.Sorting<R> wish : wishes) {
      Comparator<Integer> by = by(rows, indices, wish.column());
      Comparator<Integer> directed = wish.ascending() ? by : by.reversed();
      order = order == null ? directed : order.thenComparing(directed);
    }
    Integer[] positions = new Integer[indices.length];
    Arrays.setAll(positions, i -> i);
    Arrays.sort(positions, order);
    int[] sorted = new int[indices.length];
    Arrays.setAll(sorted, i -> indices[positions[i]]);
    return sorted;
  }

  private static <R> Comparator<Integer> by(RowSource<R> rows, int[] indices, RowColumn<R> column)
      throws IOException {
    if (column.number() == null) {
      List<String> texts = new ArrayList<>(indices.length);
      for (int index : indices) {
        texts.add(column.plain(rows.row(index)));
      }
      return (a, b) -> NaturalOrder.INSTANCE.compare(texts.get(a), texts.get(b));
    }
    boolean address = column.look() == RowColumn.Look.ADDRESS;
    long[] numbers = new long[indices.length];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = column.number().applyAsLong(rows.row(indices[i]));
    }
    // No address (-1) comes before address 0.
    return address
        ? (a, b) -> Long.compareUnsigned(numbers[a] + 1, numbers[b] + 1)
        : (a, b) -> Long.compare(numbers[a], numbers[b]);
  }
}
