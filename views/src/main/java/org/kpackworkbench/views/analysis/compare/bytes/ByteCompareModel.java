package org.kpackworkbench.views.analysis.compare.bytes;

import java.util.Arrays;
import java.util.NavigableSet;
import java.util.TreeSet;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import org.kpackworkbench.model.analysis.diff.AlignedBytes;
import org.kpackworkbench.model.analysis.diff.ByteAlignment;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.views.kit.hex.ByteRowsModel;

/**
 * State of a view of aligned bytes: what is known, caret, selection, folds, and the line at the
 * top.
 *
 * <p>Knows no screen. All numbers are kept in their ranges. While more becomes known the caret
 * stays on its byte, and so does what is seen. Belongs to one thread.
 */
final class ByteCompareModel extends ByteRowsModel {
  private final ReadOnlyObjectWrapper<AlignedBytes> known;
  private final ReadOnlyObjectWrapper<CompareRows> rows;
  private final BooleanProperty folding = new SimpleBooleanProperty();
  private final ReadOnlyIntegerWrapper side = new ReadOnlyIntegerWrapper();
  private final NavigableSet<Long> open = new TreeSet<>();
  private int bytesPerRow = 16;

  ByteCompareModel(AlignedBytes known) {
    this.known = new ReadOnlyObjectWrapper<>(known);
    this.rows =
        new ReadOnlyObjectWrapper<>(CompareRows.all(known.alignment().length(), bytesPerRow));
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

  /** The side on which the caret is. */
  ReadOnlyIntegerProperty sideProperty() {
    return side.getReadOnlyProperty();
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

  /** More is known now. Caret, selection and what is seen stay on their bytes. */
  void show(AlignedBytes more) {
    ByteAlignment before = alignment();
    long first = topRowProperty().get();
    long top = rows().positions(first).start();
    long shift = first - rows().lineOf(caret());
    boolean caretSeen = shift <= 0 && -shift < visibleRows();
    ByteRange selected = selectionProperty().get();
    known.set(more);
    ByteAlignment now = more.alignment();
    long moved = moved(before, now, caret());
    long from = moved(before, now, anchor());
    layOut();
    if (!selected.isEmpty()) {
      long start = moved(before, now, selected.start());
      selected = ByteRange.between(start, moved(before, now, selected.end() - 1) + 1);
    }
    put(moved, from, selected);
    scrollTo(caretSeen ? rows().lineOf(moved) + shift : rows().lineOf(moved(before, now, top)));
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

  @Override
  protected void fitRow(int bytes) {
    if (bytes != bytesPerRow) {
      bytesPerRow = bytes;
      layOut();
    }
  }

  private void layOut() {
    long top = rows().positions(topRowProperty().get()).start();
    AlignedBytes now = known.get();
    rows.set(
        folding.get()
            ? CompareRows.folded(now, bytesPerRow, open)
            : CompareRows.all(now.alignment().length(), bytesPerRow));
    scrollTo(rows().lineOf(top));
  }

  @Override
  protected long length() {
    return alignment().length();
  }

  @Override
  public int rowLength() {
    return bytesPerRow;
  }

  @Override
  protected long rowCount() {
    return rows().lines();
  }

  @Override
  protected long rowOf(long position) {
    return rows().lineOf(position);
  }

  @Override
  protected ByteRange positionsOf(long line) {
    return rows().positions(line);
  }

  @Override
  protected boolean isFold(long line) {
    return rows().isFold(line);
  }

  @Override
  protected void unfold(long line) {
    if (rows().isFold(line)) {
      open.add(rows().positions(line).start());
      layOut();
    }
  }

  /** The selected bytes of a side, or else those at the caret; empty if it has none there. */
  ByteRange selected(int at) {
    ByteRange selected = selectionProperty().get();
    return alignment().bytes(at, selected.isEmpty() ? new ByteRange(caret(), 1) : selected);
  }

  /** Selects bytes of a side and shows their start; a range of length 0 moves the caret. */
  void select(int at, ByteRange bytes) {
    long last = alignment().size(at) - 1;
    if (last >= 0) {
      setSide(at);
      long start = alignment().position(at, Math.min(last, bytes.start()));
      long end = alignment().position(at, Math.clamp(bytes.end() - 1, 0, last)) + 1;
      select(bytes.isEmpty() ? new ByteRange(start, 0) : ByteRange.between(start, end));
    }
  }

  @Override
  public int side() {
    return side.get();
  }

  @Override
  public long offset(int at, long position) {
    return alignment().offset(at, position);
  }

  @Override
  protected ByteRange bytes(int at, ByteRange positions) {
    return alignment().bytes(at, positions);
  }

  @Override
  public void setSide(int newSide) {
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
     * Returns rows in which what is known to be the same is folded.
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
