package org.kpackworkbench.views.operation.edit.kpack;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import javafx.collections.ObservableListBase;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.operation.edit.EditedRow;
import org.kpackworkbench.model.operation.edit.EditedRows;

/** The rows that a table shows, in its order; each is made when it comes in sight. UI thread. */
final class EditLines extends ObservableListBase<EditedRow> implements RandomAccess {
  private @Nullable EditedRows rows;
  private int @Nullable [] positions;

  /**
   * Shows other rows.
   *
   * @param order positions of those that are shown; null for all as they come
   */
  void show(EditedRows now, int @Nullable [] order) {
    List<EditedRow> before = seen(rows, positions);
    rows = now;
    positions = order;
    beginChange();
    nextReplace(0, size(), before);
    endChange();
  }

  private static List<EditedRow> seen(@Nullable EditedRows rows, int @Nullable [] positions) {
    int size = rows == null ? 0 : positions == null ? rows.count() : positions.length;
    return new AbstractList<>() {
      @Override
      public EditedRow get(int line) {
        if (rows == null) {
          throw new IndexOutOfBoundsException(line);
        }
        return rows.row(positions == null ? line : positions[line]);
      }

      @Override
      public int size() {
        return size;
      }
    };
  }

  /** The number that the row of a line has for good. */
  int id(int line) {
    if (rows == null) {
      throw new IndexOutOfBoundsException(line);
    }
    return rows.id(positions == null ? line : positions[line]);
  }

  @Override
  public EditedRow get(int line) {
    return seen(rows, positions).get(line);
  }

  @Override
  public int size() {
    EditedRows now = rows;
    int[] order = positions;
    return now == null ? 0 : order == null ? now.count() : order.length;
  }
}
