package org.kpackworkbench.views.kit.rows;

import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;

/** What a table shows; knows no screen. Columns and filters are used on any thread. */
public interface RowsSpec<R> {

  /** A stable name, such as {@code sections}. */
  String id();

  /** The tab's title. */
  String title();

  /** What the table says while it has no rows. */
  String empty();

  /** What can be typed into the filter. */
  default String prompt() {
    return "filter, e.g. name:text size>4K";
  }

  /** The columns, in order. */
  List<RowColumn<R>> columns();

  /** Reads what is needed before rows can be shown. In the background. */
  RowSource<R> load() throws IOException;

  /** Where a row is; null where there is nothing to go to. */
  @Nullable Place place(R row);

  /** Where Enter or a double click on a row leads; null for nowhere. */
  default @Nullable Place target(R row) {
    return null;
  }

  /** The code object that a row is and that can be taken out of the file; null where it is none. */
  default Place.@Nullable CodeObject codeObject(R row) {
    return null;
  }

  /** Whether some row shows the place itself. Cheap. */
  boolean shows(Place place);

  /** The index of the row of a place that it {@link #shows}, or -1. In the background. */
  int indexOf(RowSource<R> rows, Place place) throws IOException;

  /** What is before a row; the same for all where no row has any. */
  default RowMark mark(R row) {
    return RowMark.NONE;
  }

  /** Whether rows have a {@link #mark}. */
  default boolean marked() {
    return false;
  }

  /** Sums for the status bar. In the background. */
  default String status(RowSource<R> rows) throws IOException {
    return "";
  }

  /**
   * Which rows a query leaves.
   *
   * @throws IllegalArgumentException where the query cannot be understood; its message says why
   */
  default Predicate<R> filter(String query) {
    return ColumnFilter.of(query, columns());
  }
}
