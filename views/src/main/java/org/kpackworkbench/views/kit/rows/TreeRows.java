package org.kpackworkbench.views.kit.rows;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The rows of a tree that is all there, each before those that are below it. Safe for use by many
 * threads.
 *
 * @param <T> what a row represents
 */
public final class TreeRows<T>
    implements RowSource<TreeRows.Row<T>>, RowsSpec.Folding<TreeRows.Row<T>> {

  /**
   * A row.
   *
   * @param index its number
   * @param parent the number of the row below which it is; -1 for none
   */
  public record Row<T>(int index, int parent, T value) {}

  private final AtomicReferenceArray<Row<T>> rows;
  private final BitSet open;

  private TreeRows(List<Row<T>> rows, BitSet open) {
    this.rows = new AtomicReferenceArray<>(rows.size());
    for (int i = 0; i < rows.size(); i++) {
      this.rows.set(i, rows.get(i));
    }
    this.open = open;
  }

  /** No rows. */
  public static <T> TreeRows<T> none() {
    return of(List.of(), value -> List.of(), value -> true);
  }

  /**
   * The rows of a tree.
   *
   * @param tops what is below nothing
   * @param below what is below something
   * @param open whether that is shown at first
   */
  public static <T> TreeRows<T> of(
      List<T> tops, Function<? super T, List<T>> below, Predicate<? super T> open) {
    List<Row<T>> rows = new ArrayList<>();
    BitSet opened = new BitSet();
    add(rows, opened, -1, tops, below, open);
    return new TreeRows<>(rows, opened);
  }

  private static <T> void add(
      List<Row<T>> rows,
      BitSet opened,
      int parent,
      List<T> values,
      Function<? super T, List<T>> below,
      Predicate<? super T> open) {
    for (T value : values) {
      int index = rows.size();
      rows.add(new Row<>(index, parent, value));
      opened.set(index, open.test(value));
      add(rows, opened, index, below.apply(value), below, open);
    }
  }

  /** Replaces the value of a row. */
  public void set(int index, T value) {
    rows.updateAndGet(index, row -> new Row<>(index, row.parent(), value));
  }

  /** The number of the first row with such a value; -1 for none. */
  public int indexOf(Predicate<? super T> wanted) {
    for (int i = 0; i < size(); i++) {
      if (wanted.test(row(i).value())) {
        return i;
      }
    }
    return -1;
  }

  /** A row and all below it. */
  public List<Row<T>> subtree(int index) {
    List<Row<T>> found = new ArrayList<>(List.of(row(index)));
    for (int i = index + 1; i < size() && row(i).parent() >= index; i++) {
      found.add(row(i));
    }
    return found;
  }

  @Override
  public int size() {
    return rows.length();
  }

  @Override
  public Row<T> row(int index) {
    return rows.get(index);
  }

  @Override
  public boolean inMemory() {
    return true;
  }

  @Override
  public int index(Row<T> row) {
    return row.index();
  }

  @Override
  public int parent(int index) {
    // Another tree may have more rows, and be measured while this one takes its place.
    return index < size() ? row(index).parent() : -1;
  }

  @Override
  public boolean quiet(int index) {
    return false;
  }

  @Override
  public boolean openAtFirst(int index) {
    return open.get(index);
  }

  @Override
  public Row<T> run(int first, int count) {
    throw new IllegalStateException("no row is quiet");
  }
}
