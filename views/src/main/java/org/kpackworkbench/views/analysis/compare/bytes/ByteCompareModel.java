package org.kpackworkbench.views.analysis.compare.bytes;

import java.util.Arrays;
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

  /**
   * How positions are laid out in rows, and which rows are folded into one. Immutable.
   *
   * <p>A folded row represents rows whose bytes are all known to be the same. Some rows around each
   * difference stay.
   */
  static final class CompareRows {
    /** How many rows stay above and below a difference. */
    static final int CONTEXT_ROWS = 2;

    /** Fewer rows are not worth a line that says that they are not there. */
    static final int FEWEST_FOLDED = 4;

    private final long length;
    private final int bytesPerRow;

    /** The first row of each fold, and the one behind its last. */
    private final long[] starts;

    private final long[] ends;

    /** The line of each fold. */
    private final long[] lines;

    private CompareRows(long length, int bytesPerRow, long[] starts, long[] ends) {
      this.length = length;
      this.bytesPerRow = bytesPerRow;
      this.starts = starts;
      this.ends = ends;
      this.lines = new long[starts.length];
      long hidden = 0;
      for (int fold = 0; fold < starts.length; fold++) {
        lines[fold] = starts[fold] - hidden;
        hidden += ends[fold] - starts[fold] - 1;
      }
    }

    /** Every row on a line of its own. */
    static CompareRows all(long length, int bytesPerRow) {
      return new CompareRows(length, bytesPerRow, new long[0], new long[0]);
    }

    /**
     * What is known to be the same is folded.
     *
     * @param open positions whose rows are not folded
     */
    static CompareRows folded(AlignedBytes known, int bytesPerRow, NavigableSet<Long> open) {
      long[] starts = new long[known.differences() + 1];
      long[] ends = new long[known.differences() + 1];
      int folds = 0;
      long from = 0;
      long length = known.alignment().length();
      for (int index = 0; index <= known.differences(); index++) {
        boolean isLast = index == known.differences();
        ByteRange next = isLast ? null : known.difference(index);
        // The last row before what is not known may go on with something else.
        long to =
            next != null
                ? next.start() / bytesPerRow - CONTEXT_ROWS
                : known.knownUntil() == length
                    ? rows(length, bytesPerRow)
                    : known.knownUntil() / bytesPerRow;
        if (to - from >= FEWEST_FOLDED && !isOpen(open, from * bytesPerRow, to * bytesPerRow)) {
          starts[folds] = from;
          ends[folds++] = to;
        }
        if (next != null) {
          from = (next.end() - 1) / bytesPerRow + 1 + CONTEXT_ROWS;
        }
      }
      return new CompareRows(
          length, bytesPerRow, Arrays.copyOf(starts, folds), Arrays.copyOf(ends, folds));
    }

    private static boolean isOpen(NavigableSet<Long> open, long from, long to) {
      Long first = open.ceiling(from);
      return first != null && first < to;
    }

    private static long rows(long length, int bytesPerRow) {
      return length == 0 ? 1 : (length - 1) / bytesPerRow + 1;
    }

    int bytesPerRow() {
      return bytesPerRow;
    }

    /** How many lines there are; without bytes one, for the caret. */
    long lines() {
      long folded = starts.length == 0 ? 0 : ends[ends.length - 1] - lines[lines.length - 1] - 1;
      return rows(length, bytesPerRow) - folded;
    }

    /** The positions on a line: of one row, or of all that are folded there. */
    ByteRange positions(long line) {
      int fold = foldFrom(line);
      if (fold >= 0 && lines[fold] == line) {
        return range(starts[fold], ends[fold]);
      }
      long row = fold < 0 ? line : line - lines[fold] - 1 + ends[fold];
      return range(row, row + 1);
    }

    /** Whether a line represents rows that are folded. */
    boolean isFold(long line) {
      int fold = foldFrom(line);
      return fold >= 0 && lines[fold] == line;
    }

    /** The line of a position, or of the fold that hides it. */
    long lineOf(long position) {
      long row = position / bytesPerRow;
      int found = Arrays.binarySearch(starts, row);
      int fold = found < 0 ? -found - 2 : found;
      if (fold < 0) {
        return row;
      }
      return row < ends[fold] ? lines[fold] : lines[fold] + 1 + row - ends[fold];
    }

    /** The line that may be at the top at most when {@code visible} whole lines are seen. */
    long lastTop(long visible) {
      return Math.max(0, lines() - Math.max(1, visible));
    }

    private int foldFrom(long line) {
      int found = Arrays.binarySearch(lines, line);
      return found < 0 ? -found - 2 : found;
    }

    private ByteRange range(long firstRow, long endRow) {
      long start = Math.min(length, firstRow * bytesPerRow);
      return ByteRange.between(start, Math.min(length, endRow * bytesPerRow));
    }
  }
}
