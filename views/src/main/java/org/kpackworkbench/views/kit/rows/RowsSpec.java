package org.kpackworkbench.views.kit.rows;

import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.spi.Closeness;

/** Specification of a table; UI-independent. Columns and filters are used on any thread. */
public interface RowsSpec<R> {

  /** Creates the specification of a table whose rows are read elsewhere. */
  static <R> RowsSpec<R> of(String id, String title, String empty, List<RowColumn<R>> cells) {
    TableSpec<R> spec = new TableSpec<>(TableWords.of(id, title, empty));
    spec.columns(cells);
    return spec;
  }

  /** Returns the words of the table. */
  TableWords words();

  /**
   * Of what kind the table is: what the user makes of the columns of one holds for all of a kind.
   */
  default String kind() {
    return words().id();
  }

  /**
   * The columns, in order. Called again each time that rows are shown: what a column says of a row
   * is what its newest one says, so that it may keep the data that it is made from. The table
   * itself changes its columns where they have other names, as in a matrix. Any thread.
   */
  List<RowColumn<R>> columns();

  /** Reads what is needed before rows can be shown. In the background. */
  default RowSource<R> load() throws IOException {
    return RowSource.of(List.of());
  }

  /**
   * Reads what is needed before rows can be shown, where that takes long. In the background.
   *
   * @param progress says when the rows are not shown any more; nothing is counted
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  default RowSource<R> load(Progress progress) throws IOException {
    return load();
  }

  /**
   * The columns that a filter knows; those of the table, where columns are not made from data. Any
   * thread.
   */
  default List<RowColumn<R>> fields() {
    return columns();
  }

  /** Where a row is; null if there is nothing to go to. */
  default @Nullable Place place(R row) {
    return null;
  }

  /**
   * Where Enter or a double click on a row leads, only Enter where it is a group; null for nowhere.
   */
  default @Nullable Place target(R row) {
    return null;
  }

  /** The code object that a row is and that can be taken out of the file; null if it is none. */
  default Place.@Nullable CodeObject codeObject(R row) {
    return null;
  }

  /** Whether some row shows the place itself. Cheap. */
  default boolean shows(Place place) {
    return false;
  }

  /** How a place is shown that {@link #shows}. */
  default Closeness closeness(Place place) {
    return Closeness.AS_ROW;
  }

  /**
   * The index of the row of a place that it {@link #shows}, or -1; of itself the row that is at the
   * place. In the background.
   */
  default int indexOf(RowSource<R> rows, Place place) throws IOException {
    for (int i = 0; i < rows.size(); i++) {
      if (place.equals(place(rows.row(i)))) {
        return i;
      }
    }
    return -1;
  }

  /** Whether cells are selected, not rows, as in a matrix. */
  default boolean byCell() {
    return false;
  }

  /**
   * Whether rows come and go while they are shown: new ones are selected, and where the selected
   * one has gone, the next one is.
   */
  default boolean edited() {
    return false;
  }

  /** Returns the mark before a row; the same for all where no row has any. */
  default RowMark mark(R row) {
    return RowMark.NONE;
  }

  /** Whether rows have a {@link #mark}. */
  default boolean marked() {
    return false;
  }

  /** Whether a row is highlighted because something is wrong with it. */
  default boolean troubled(R row) {
    return marked() && !mark(row).problem().isEmpty();
  }

  /** The groups in which the rows are; null if there never are any. */
  default @Nullable Tree<R> tree() {
    return null;
  }

  /**
   * How rows are folded; null if each has a line of its own. Called each time that rows are shown:
   * with other rows it may be another one.
   */
  default @Nullable Folding<R> folding() {
    return null;
  }

  /** Classes for the stylesheet that a row has, with blanks between; empty for none. */
  default String style(R row) {
    return "";
  }

  /**
   * How rows are folded: rows below other rows, as in a tree, and runs of quiet rows, which are one
   * line until it is opened. Rows are known by their numbers in the source. Any thread.
   */
  interface Folding<R> {

    /** The number of a row; that of a run is negative, see {@link #run}. */
    int index(R row);

    /** Whether a row is never shown, and not counted. */
    default boolean hidden(int index) {
      return false;
    }

    /** The row below which a row is; -1 for none. */
    default int parent(int index) {
      return -1;
    }

    /** Whether there is nothing to see in a row: it may be in a run. */
    boolean quiet(int index);

    /** Whether what is below a row is shown until the user closes it. */
    default boolean openAtFirst(int index) {
      return true;
    }

    /** Whether a group opens together with the group that all of it is in. */
    default boolean opensOnlyGroup() {
      return false;
    }

    /** Whether two quiet rows can be in one run. */
    default boolean alike(int index, int other) {
      return true;
    }

    /**
     * The row that represents a run. Its {@link #index} is {@code -1 - first}.
     *
     * @param first the number of the first row in it
     * @param rows how many rows are in it
     */
    R run(int first, int rows);
  }

  /** The rows whose contents decide how wide columns are; for other ones they are fitted again. */
  default RowSource<R> sample(RowSource<R> rows) {
    return rows;
  }

  /** Groups of rows that open and close; positions are those in the table. UI thread only. */
  interface Tree<R> {

    /** Whether there are groups now. */
    boolean grouped();

    /** In how many groups a row is. */
    int depth(R row);

    /** Whether a row is a group. */
    boolean isGroup(R row);

    /** Whether the rows in a group are shown. */
    boolean isOpen(R group);

    /** Opens or closes a group; false if there is none or it is so already. */
    boolean open(int position, boolean open);

    /** Opens a group and all in it. */
    void openSubtree(int position);

    /** Opens all groups; returns where the row at a position is then, -1 for none. */
    int openAll(int position);

    /** How deep in groups the line at a position is; -1 where there is none. */
    int depthAt(int position);

    /** The group in which a row is; -1 at the top. */
    default int parentOf(int position) {
      int above = position - 1;
      while (above >= 0 && depthAt(above) >= depthAt(position)) {
        above--;
      }
      return above;
    }

    /** How many lines that are shown are in the group at a position. */
    default int shownBelow(int position) {
      int end = position + 1;
      while (depthAt(end) > depthAt(position)) {
        end++;
      }
      return end - position - 1;
    }
  }

  /** Specification of a table whose rows have a {@link #mark}. */
  interface Marked<R> extends RowsSpec<R> {
    @Override
    default boolean marked() {
      return true;
    }
  }

  /** Sums for the status bar. In the background. */
  default String status(RowSource<R> rows) throws IOException {
    return "";
  }

  /**
   * Which rows a query leaves.
   *
   * @throws IllegalArgumentException if the query cannot be understood; its message says why
   */
  default Predicate<R> filter(String query) {
    return ColumnFilter.of(query, fields());
  }
}
