package org.kpackworkbench.views.kit.rows;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A tree whose groups are made of the rows that are found. UI thread only, if not said else. */
interface RowGroups<R> extends RowsSpec.Tree<R> {
  /** Sets the receiver of the changes when groups are opened and closed. */
  void shownBy(RowFolds.Shown now);

  /**
   * Puts rows into groups and sorts lines, in the background.
   *
   * @param order null for as they come
   * @return shows them; on the UI thread
   */
  Runnable arrange(List<R> found, @Nullable Comparator<R> order);

  /** A filter leaves out rows, or none does any more: groups are open while one does. */
  void filtered(boolean now);

  /** The lines that are shown. */
  RowSource<R> source();

  /** The number of rows, those in closed groups among them. */
  int matched();

  /** Opens what a line is in; returns its position, or -1 if the filter hides it. */
  int reveal(int id);
}
