package org.kpackworkbench.views.kit.hex;

import java.util.List;
import javafx.beans.property.ReadOnlyLongProperty;
import javafx.beans.property.ReadOnlyLongWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.kpackworkbench.model.base.bytes.ByteRange;

/**
 * State of a view of bytes in rows that keys, mouse and scroll bars move: top row, caret and a
 * selection. Positions count from 0 and are kept in their range: the caret is always on one, the
 * last row never above the bottom. Belongs to one thread.
 */
public abstract class ByteRowsModel {
  private static final ByteRange NOTHING = new ByteRange(0, 0);

  private final ReadOnlyLongWrapper topRow = new ReadOnlyLongWrapper();
  private final ReadOnlyLongWrapper caret = new ReadOnlyLongWrapper();
  private final ReadOnlyObjectWrapper<ByteRange> selection = new ReadOnlyObjectWrapper<>(NOTHING);
  private long anchor;
  private long visibleRows = 1;

  /** A model whose caret is on the first position. */
  protected ByteRowsModel() {}

  /** How many positions there are. */
  protected abstract long length();

  /** How many positions a row has. */
  public abstract int rowLength();

  /** How many rows there are; without positions one, for the caret. */
  protected abstract long rowCount();

  /** The row of a position. */
  protected abstract long rowOf(long position);

  /** The positions of a row. */
  protected abstract ByteRange positionsOf(long row);

  /** The side where the caret is, of several. */
  public int side() {
    return 0;
  }

  /** The caret is on another side from now on. */
  public void setSide(int side) {}

  /** The offset of a side's byte at a position; -1 if it has none there. */
  public long offset(int side, long position) {
    return position < length() ? position : -1;
  }

  /** The bytes of a side at some positions. */
  protected ByteRange bytes(int side, ByteRange positions) {
    return positions;
  }

  /** There is room for so many positions in a row. */
  protected void fitRow(int positions) {}

  /** All that is marked in a range of positions. */
  List<HexDecoration> decorationsIn(ByteRange window) {
    return List.of();
  }

  /** Whether a row is in place of others, which are folded. */
  protected boolean isFold(long row) {
    return false;
  }

  /** Shows what is folded in a row, if anything is. */
  protected void unfold(long row) {}

  /** The row at the top. */
  public final ReadOnlyLongProperty topRowProperty() {
    return topRow.getReadOnlyProperty();
  }

  /** The position of the caret. */
  public final ReadOnlyLongProperty caretProperty() {
    return caret.getReadOnlyProperty();
  }

  /** The selected positions; of length 0 if none are. */
  public final ReadOnlyObjectProperty<ByteRange> selectionProperty() {
    return selection.getReadOnlyProperty();
  }

  /** The position of the caret. */
  public final long caret() {
    return caret.get();
  }

  /** Where the selection started. */
  protected final long anchor() {
    return anchor;
  }

  /** Puts caret and selection somewhere; what is seen stays. */
  protected final void put(long newCaret, long newAnchor, ByteRange selected) {
    anchor = newAnchor;
    caret.set(newCaret);
    selection.set(selected);
  }

  /** Everything is new: caret and top are at the start. */
  protected final void start() {
    put(0, 0, NOTHING);
    topRow.set(0);
  }

  /** How many whole rows can be seen; 1 or more. */
  public final long visibleRows() {
    return visibleRows;
  }

  /** Sets the number of whole rows that can be seen. */
  public final void setVisibleRows(long rows) {
    visibleRows = Math.max(1, rows);
    scrollTo(topRow.get());
  }

  /** The largest row that can be at the top. */
  public final long lastTop() {
    return Math.max(0, rowCount() - visibleRows);
  }

  /** Brings a row to the top, as far as there are rows below it to fill the view. */
  public final void scrollTo(long row) {
    topRow.set(Math.clamp(row, 0, lastTop()));
  }

  /** Scrolls so that a position can be seen: not at all, by as little as need be, or to a third. */
  public final void reveal(long position) {
    long to = inside(position);
    unfold(rowOf(to));
    long row = rowOf(to);
    long top = topRow.get();
    if (row < top && top - row <= 2) {
      scrollTo(row);
    } else if (row >= top + visibleRows && row - top - visibleRows < 2) {
      scrollTo(row - visibleRows + 1);
    } else if (row < top || row >= top + visibleRows) {
      scrollTo(row - visibleRows / 3);
    } else {
      scrollTo(top);
    }
  }

  /** Puts the caret on a position and shows it. {@code extend}: selects from where it was. */
  public final void moveCaret(long position, boolean extend) {
    long to = inside(position);
    long from = extend ? anchor : to;
    ByteRange between = ByteRange.between(Math.min(from, to), Math.max(from, to) + 1);
    put(to, from, extend ? between : new ByteRange(to, 0));
    reveal(to);
  }

  /** Moves the caret by positions, past what is folded. */
  public final void moveBytes(int count, boolean extend) {
    long to = inside(caret.get() + count);
    long row = rowOf(to);
    if (isFold(row)) {
      ByteRange folded = positionsOf(row);
      to = count < 0 ? folded.start() - 1 : folded.end();
    }
    if (to >= 0 && to < length()) {
      moveCaret(to, extend);
    }
  }

  /** Moves the caret by rows, past what is folded, and keeps its column. */
  public final void moveRows(long count, boolean extend) {
    long column = caret.get() % rowLength();
    long last = rowCount() - 1;
    long row = Math.clamp(rowOf(caret.get()) + count, 0, last);
    int step = count < 0 ? -1 : 1;
    if (isFold(row)) {
      row = row + step < 0 || row + step > last ? row - step : row + step;
    }
    if (!isFold(row)) {
      moveCaret(positionsOf(row).start() + column, extend);
    }
  }

  /** Selects positions and shows their start; a range of length 0 moves the caret. */
  public final void select(ByteRange positions) {
    ByteRange inside = positions.intersect(new ByteRange(0, length()));
    if (inside.isEmpty()) {
      moveCaret(positions.start(), false);
      return;
    }
    put(inside.start(), inside.end() - 1, inside);
    reveal(inside.start());
  }

  /** Selects everything; what is seen stays. */
  public final void selectAll() {
    if (length() > 0) {
      put(caret.get(), 0, new ByteRange(0, length()));
    }
  }

  /** The position nearest to a number; 0 if there are none. */
  protected final long inside(long position) {
    return Math.clamp(position, 0, Math.max(0, length() - 1));
  }
}
