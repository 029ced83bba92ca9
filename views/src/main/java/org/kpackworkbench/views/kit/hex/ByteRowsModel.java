package org.kpackworkbench.views.kit.hex;

import javafx.beans.property.ReadOnlyLongProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import org.kpackworkbench.model.base.bytes.ByteRange;

/**
 * What keys, mouse and scroll bars move in a view of bytes in rows: the row at the top, a caret and
 * a selection. Positions count from 0 and are kept in their range. UI thread only.
 */
public interface ByteRowsModel {
  /** The row at the top. */
  ReadOnlyLongProperty topRowProperty();

  /** How many whole rows can be seen; 1 or more. */
  long visibleRows();

  /** Says how many whole rows can be seen. */
  void setVisibleRows(long rows);

  /** The largest row that can be at the top. */
  long lastTop();

  /** Brings a row to the top, as far as there are rows below it to fill the view. */
  void scrollTo(long row);

  /** The position of the caret. */
  long caret();

  /** The selected positions; of length 0 if none are. */
  ReadOnlyObjectProperty<ByteRange> selectionProperty();

  /** Puts the caret on a position and shows it. {@code extend}: selects from where it was. */
  void moveCaret(long position, boolean extend);

  /** Moves the caret by positions to the next one that is shown. */
  void moveBytes(int count, boolean extend);

  /** Moves the caret by rows and keeps its column. */
  void moveRows(long count, boolean extend);

  /** How many positions a row has. */
  int rowLength();

  /** Selects everything; what is seen stays. */
  void selectAll();
}
