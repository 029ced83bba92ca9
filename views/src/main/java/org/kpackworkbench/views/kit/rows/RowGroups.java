package org.kpackworkbench.views.kit.rows;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A tree whose groups are made of the rows that are found. UI thread only, if not said else. */
abstract class RowGroups<R> extends RowFolds<R> {
  RowGroups(RowsSpec.Folding<R> folding) {
    super(folding);
  }

  /**
   * Puts rows into groups and sorts lines, in the background.
   *
   * @param order null for as they come
   * @return shows them; on the UI thread
   */
  abstract Runnable arrange(List<R> found, @Nullable Comparator<R> order);

  /** The lines that are shown. */
  abstract RowSource<R> source();
}
