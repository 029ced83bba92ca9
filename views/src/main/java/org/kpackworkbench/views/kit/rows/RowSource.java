package org.kpackworkbench.views.kit.rows;

import java.io.IOException;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Rows by index. Reading one may touch the file, so it is done in the background. Safe for use by
 * many threads.
 */
public interface RowSource<R> {

  /** The number of rows. */
  int size();

  /** A row. */
  R row(int index) throws IOException;

  /**
   * The number that a row keeps when newer rows take the place of these; negative if its view
   * remembers what is selected.
   */
  default int id(int index) {
    return index;
  }

  /** Whether rows are to be had at once, on any thread. */
  default boolean inMemory() {
    return false;
  }

  /** Reads a row. */
  @FunctionalInterface
  interface Reader<R> {
    /** Reads the row at an index; any thread. */
    R row(int index) throws IOException;
  }

  /**
   * Rows of one kind.
   *
   * @param ids the number that the row at an index keeps; any thread
   */
  record Rows<R>(int size, Reader<R> reader, IntUnaryOperator ids, boolean inMemory)
      implements RowSource<R> {
    @Override
    public R row(int index) throws IOException {
      return reader.row(index);
    }

    @Override
    public int id(int index) {
      return ids.applyAsInt(index);
    }
  }

  /** Rows that are read in the background when they are shown. */
  static <R> RowSource<R> read(int size, Reader<R> reader) {
    return new Rows<>(size, reader, index -> index, false);
  }

  /** Rows that are there already. */
  static <R> RowSource<R> of(List<R> rows) {
    return of(rows, index -> index);
  }

  /**
   * Rows that are there already.
   *
   * @param id the number that the row at an index keeps; any thread
   */
  static <R> RowSource<R> of(List<R> rows, IntUnaryOperator id) {
    List<R> copy = List.copyOf(rows);
    return new Rows<>(copy.size(), copy::get, id, true);
  }
}
