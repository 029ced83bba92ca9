package org.kpackworkbench.views.analysis.compare.bytes;

import java.util.NavigableSet;
import java.util.TreeSet;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyLongProperty;
import javafx.beans.property.ReadOnlyLongWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import org.kpackworkbench.model.analysis.diff.AlignedBytes;
import org.kpackworkbench.model.analysis.diff.ByteAlignment;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.views.kit.hex.ByteRowsModel;

/**
 * What a view of aligned bytes shows: what is known, caret, selection, folds, and the line at the
 * top.
 *
 * <p>Knows no screen. All numbers are kept in their ranges. While more becomes known the caret
 * stays on its byte, and so does what is seen. Belongs to one thread.
 */
final class ByteCompareModel implements ByteRowsModel {
  private static final ByteRange NOTHING = new ByteRange(0, 0);

  private final ReadOnlyObjectWrapper<AlignedBytes> known;
  private final ReadOnlyObjectWrapper<CompareRows> rows;
  private final BooleanProperty folding = new SimpleBooleanProperty(this, "folding");
  private final ReadOnlyLongWrapper topRow = new ReadOnlyLongWrapper(this, "topRow");
  private final ReadOnlyLongWrapper caret = new ReadOnlyLongWrapper(this, "caret");
  private final ReadOnlyIntegerWrapper side = new ReadOnlyIntegerWrapper(this, "side");
  private final ReadOnlyObjectWrapper<ByteRange> selection =
      new ReadOnlyObjectWrapper<>(this, "selection", NOTHING);
  private final NavigableSet<Long> open = new TreeSet<>();
  private int bytesPerRow = 16;
  private long anchor;
  private long visibleRows = 1;

  ByteCompareModel(AlignedBytes known) {
    this.known = new ReadOnlyObjectWrapper<>(this, "known", known);
    this.rows =
        new ReadOnlyObjectWrapper<>(
            this, "rows", CompareRows.all(known.alignment().length(), bytesPerRow));
    folding.subscribe(this::layOut);
  }

  ReadOnlyObjectProperty<AlignedBytes> knownProperty() {
    return known.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<CompareRows> rowsProperty() {
    return rows.getReadOnlyProperty();
  }

  /** Whether what is the same is folded away. */
  BooleanProperty foldingProperty() {
    return folding;
  }

  @Override
  public ReadOnlyLongProperty topRowProperty() {
    return topRow.getReadOnlyProperty();
  }

  /** The position of the caret. */
  ReadOnlyLongProperty caretProperty() {
    return caret.getReadOnlyProperty();
  }

  /** The side on which the caret is. */
  ReadOnlyIntegerProperty sideProperty() {
    return side.getReadOnlyProperty();
  }

  @Override
  public ReadOnlyObjectProperty<ByteRange> selectionProperty() {
    return selection.getReadOnlyProperty();
  }

  AlignedBytes known() {
    return known.get();
  }

  ByteAlignment alignment() {
    return known.get().alignment();
  }

  CompareRows rows() {
    return rows.get();
  }

  @Override
  public long visibleRows() {
    return visibleRows;
  }

  /** More is known now. Caret, selection and what is seen stay on their bytes. */
  void show(AlignedBytes more) {
    ByteAlignment before = alignment();
    long top = rows().positions(topRow.get()).start();
    long shift = topRow.get() - rows().lineOf(caret.get());
    boolean caretSeen = shift <= 0 && -shift < visibleRows;
    ByteRange selected = selection.get();
    known.set(more);
    ByteAlignment now = more.alignment();
    long moved = moved(before, now, caret.get());
    anchor = moved(before, now, anchor);
    layOut();
    caret.set(moved);
    if (!selected.isEmpty()) {
      long start = moved(before, now, selected.start());
      selection.set(ByteRange.between(start, moved(before, now, selected.end() - 1) + 1));
    }
    if (caretSeen) {
      scrollTo(rows().lineOf(moved) + shift);
    } else {
      scrollTo(rows().lineOf(moved(before, now, top)));
    }
  }

  /** Where the byte that was at a position is now. */
  private long moved(ByteAlignment before, ByteAlignment now, long position) {
    for (int next = 0; next < now.sides(); next++) {
      int at = (side.get() + next) % now.sides();
      long offset = before.offset(at, position);
      if (offset >= 0) {
        return now.position(at, offset);
      }
    }
    return Math.clamp(position, 0, Math.max(0, now.length() - 1));
  }

  /** The sides have changed places; {@code swapped} is what is known, the other way round. */
  void swap(AlignedBytes swapped) {
    known.set(swapped);
    side.set(alignment().sides() - 1 - side.get());
  }

  /** How many bytes a row has: 8, 16 or 32. */
  void setBytesPerRow(int bytes) {
    if (bytes != bytesPerRow) {
      long top = rows().positions(topRow.get()).start();
      bytesPerRow = bytes;
      layOut();
      scrollTo(rows().lineOf(top));
    }
  }

  private void layOut() {
    long top = rows().positions(topRow.get()).start();
    AlignedBytes now = known.get();
    rows.set(
        folding.get()
            ? CompareRows.folded(now, bytesPerRow, open)
            : CompareRows.all(now.alignment().length(), bytesPerRow));
    scrollTo(rows().lineOf(top));
  }

  @Override
  public void setVisibleRows(long count) {
    visibleRows = Math.max(1, count);
    scrollTo(topRow.get());
  }

  @Override
  public long lastTop() {
    return rows().lastTop(visibleRows);
  }

  @Override
  public long caret() {
    return caret.get();
  }

  @Override
  public int rowLength() {
    return bytesPerRow;
  }

  @Override
  public void scrollTo(long line) {
    topRow.set(Math.clamp(line, 0, lastTop()));
  }

  /** Shows what is folded on a line. */
  void unfold(long line) {
    if (rows().isFold(line)) {
      open.add(rows().positions(line).start());
      layOut();
    }
  }

  /** Unfolds and scrolls so that a position can be seen: by as little as need be, or to a third. */
  void reveal(long position) {
    unfold(rows().lineOf(position));
    long line = rows().lineOf(position);
    long top = topRow.get();
    if (line < top && top - line <= 2) {
      scrollTo(line);
    } else if (line >= top + visibleRows && line - top - visibleRows < 2) {
      scrollTo(line - visibleRows + 1);
    } else if (line < top || line >= top + visibleRows) {
      scrollTo(line - visibleRows / 3);
    }
  }

  @Override
  public void moveCaret(long position, boolean extend) {
    long to = inside(position);
    if (!extend) {
      anchor = to;
    }
    caret.set(to);
    selection.set(
        extend
            ? ByteRange.between(Math.min(anchor, to), Math.max(anchor, to) + 1)
            : new ByteRange(to, 0));
    reveal(to);
  }

  /** Moves the caret by lines, past what is folded. */
  @Override
  public void moveRows(long count, boolean extend) {
    long column = caret.get() % bytesPerRow;
    long last = rows().lines() - 1;
    long line = Math.clamp(rows().lineOf(caret.get()) + count, 0, last);
    int step = count < 0 ? -1 : 1;
    if (rows().isFold(line)) {
      line = line + step < 0 || line + step > last ? line - step : line + step;
    }
    if (!rows().isFold(line)) {
      moveCaret(rows().positions(line).start() + column, extend);
    }
  }

  /** Moves the caret by one position, past what is folded. */
  @Override
  public void moveBytes(int count, boolean extend) {
    long to = inside(caret.get() + count);
    long line = rows().lineOf(to);
    if (rows().isFold(line)) {
      ByteRange folded = rows().positions(line);
      to = count < 0 ? folded.start() - 1 : folded.end();
    }
    if (to >= 0 && to < alignment().length()) {
      moveCaret(to, extend);
    }
  }

  /** Selects positions and shows their start. */
  void select(ByteRange positions) {
    ByteRange inside = positions.intersect(new ByteRange(0, alignment().length()));
    if (inside.isEmpty()) {
      moveCaret(positions.start(), false);
      return;
    }
    anchor = inside.end() - 1;
    caret.set(inside.start());
    selection.set(inside);
    reveal(inside.start());
  }

  @Override
  public void selectAll() {
    if (alignment().length() > 0) {
      anchor = 0;
      selection.set(new ByteRange(0, alignment().length()));
    }
  }

  /** The caret is on another side from now on. */
  void setSide(int newSide) {
    side.set(Math.clamp(newSide, 0, alignment().sides() - 1));
  }

  /** Selects a difference, with the caret on a side that has bytes there. */
  void goToDifference(ByteRange difference) {
    for (int next = 0; next < alignment().sides(); next++) {
      int at = (side.get() + next) % alignment().sides();
      if (alignment().offset(at, difference.start()) >= 0) {
        side.set(at);
        break;
      }
    }
    select(difference);
  }

  private long inside(long position) {
    return Math.clamp(position, 0, Math.max(0, alignment().length() - 1));
  }
}
