package org.kpackworkbench.views.kit.hex;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyLongProperty;
import javafx.beans.property.ReadOnlyLongWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.Ownership;

/**
 * What a hex view shows: bytes, owners, caret, selection, and which row is at the top.
 *
 * <p>Knows no screen; offsets are relative to the view. All numbers are kept in their ranges: the
 * caret is always on a byte, the selection inside the view, the last row never above the bottom.
 * Belongs to one thread.
 */
public final class HexModel implements ByteRowsModel {
  private static final ByteRange NOTHING = new ByteRange(0, 0);

  private final ObjectProperty<@Nullable ByteView> view = new SimpleObjectProperty<>(this, "view");
  private final ObjectProperty<@Nullable Ownership> ownership =
      new SimpleObjectProperty<>(this, "ownership");
  private final IntegerProperty bytesPerRow =
      new SimpleIntegerProperty(this, "bytesPerRow", 16) {
        @Override
        public void set(int bytes) {
          if (bytes != 8 && bytes != 16 && bytes != 32) {
            throw new IllegalArgumentException("a row has 8, 16 or 32 bytes, not " + bytes);
          }
          super.set(bytes);
        }
      };
  private final ObjectProperty<@Nullable LongFunction<OptionalLong>> addressOf =
      new SimpleObjectProperty<>(this, "addressOf");
  private final ObjectProperty<HexDecorations> decorations =
      new SimpleObjectProperty<>(this, "decorations", HexDecorations.NONE);
  private final ObjectProperty<HexDecorations> found =
      new SimpleObjectProperty<>(this, "found", HexDecorations.NONE);
  private final ReadOnlyLongWrapper topRow = new ReadOnlyLongWrapper(this, "topRow");
  private final ReadOnlyLongWrapper caretOffset = new ReadOnlyLongWrapper(this, "caretOffset");
  private final ReadOnlyObjectWrapper<ByteRange> selection =
      new ReadOnlyObjectWrapper<>(this, "selection", NOTHING);
  private long anchor;
  private long visibleRows = 1;

  public HexModel() {
    view.subscribe(this::start);
    bytesPerRow.subscribe(this::rowLengthChanged);
  }

  /** The bytes; null for none. A new view starts at its first byte. */
  public ObjectProperty<@Nullable ByteView> viewProperty() {
    return view;
  }

  /** Who owns the bytes; null while that is unknown. */
  public ObjectProperty<@Nullable Ownership> ownershipProperty() {
    return ownership;
  }

  /** 8, 16 or 32. */
  public IntegerProperty bytesPerRowProperty() {
    return bytesPerRow;
  }

  /** The virtual address of an offset; null: there is no column of addresses. */
  public ObjectProperty<@Nullable LongFunction<OptionalLong>> addressOfProperty() {
    return addressOf;
  }

  /** What is marked. Set it again (to another object) when its answers change. */
  public ObjectProperty<HexDecorations> decorationsProperty() {
    return decorations;
  }

  /** What a search has found, beside {@link #decorationsProperty}. */
  ReadOnlyObjectProperty<HexDecorations> foundProperty() {
    return found;
  }

  void showFound(HexDecorations marks) {
    found.set(marks);
  }

  /** All that is marked in a range. */
  List<HexDecoration> decorationsIn(ByteRange window) {
    return found.get().and(decorations.get()).in(window);
  }

  @Override
  public ReadOnlyLongProperty topRowProperty() {
    return topRow.getReadOnlyProperty();
  }

  /** The byte the caret is on. */
  public ReadOnlyLongProperty caretOffsetProperty() {
    return caretOffset.getReadOnlyProperty();
  }

  @Override
  public ReadOnlyObjectProperty<ByteRange> selectionProperty() {
    return selection.getReadOnlyProperty();
  }

  HexGeometry geometry() {
    ByteView bytes = view.get();
    return new HexGeometry(bytes == null ? 0 : bytes.size(), bytesPerRow.get());
  }

  private void start() {
    anchor = 0;
    caretOffset.set(0);
    selection.set(NOTHING);
    topRow.set(0);
  }

  private void rowLengthChanged() {
    reveal(caretOffset.get());
  }

  @Override
  public void setVisibleRows(long rows) {
    visibleRows = Math.max(1, rows);
    scrollTo(topRow.get());
  }

  @Override
  public long visibleRows() {
    return visibleRows;
  }

  @Override
  public long lastTop() {
    return geometry().lastTop(visibleRows);
  }

  @Override
  public long caret() {
    return caretOffset.get();
  }

  @Override
  public int rowLength() {
    return bytesPerRow.get();
  }

  @Override
  public void scrollTo(long row) {
    topRow.set(Math.clamp(row, 0, lastTop()));
  }

  /** Scrolls so that a byte can be seen: not at all, by as little as need be, or to a third. */
  public void reveal(long offset) {
    HexGeometry geometry = geometry();
    long row = geometry.rowOf(geometry.inside(offset));
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

  @Override
  public void moveBytes(int count, boolean extend) {
    moveCaret(caretOffset.get() + count, extend);
  }

  @Override
  public void moveRows(long count, boolean extend) {
    HexGeometry geometry = geometry();
    long caret = caretOffset.get();
    long row = Math.clamp(geometry.rowOf(caret) + count, 0, geometry.rows() - 1);
    moveCaret(geometry.startOf(row) + caret % geometry.bytesPerRow(), extend);
  }

  @Override
  public void moveCaret(long offset, boolean extend) {
    long to = geometry().inside(offset);
    if (!extend) {
      anchor = to;
    }
    caretOffset.set(to);
    selection.set(extend ? between(anchor, to) : new ByteRange(to, 0));
    reveal(to);
  }

  /** Selects bytes and shows their start; a range of length 0 moves the caret. */
  public void select(ByteRange range) {
    HexGeometry geometry = geometry();
    ByteRange inside = range.intersect(new ByteRange(0, geometry.sizeBytes()));
    if (inside.isEmpty()) {
      moveCaret(range.start(), false);
      return;
    }
    anchor = inside.end() - 1;
    caretOffset.set(inside.start());
    selection.set(inside);
    reveal(inside.start());
  }

  @Override
  public void selectAll() {
    long size = geometry().sizeBytes();
    if (size > 0) {
      anchor = 0;
      selection.set(new ByteRange(0, size));
    }
  }

  /** Selects all bytes of the innermost owner at an offset. */
  public void selectOwner(long offset) {
    List<Claim> owners = ownersAt(offset);
    if (!owners.isEmpty()) {
      ByteRange range = owners.getLast().range();
      anchor = range.end() - 1;
      caretOffset.set(geometry().inside(range.start()));
      selection.set(range.intersect(new ByteRange(0, geometry().sizeBytes())));
    }
  }

  /** The owners of a byte, outermost first; empty if they are unknown. */
  public List<Claim> ownersAt(long offset) {
    Ownership owners = ownership.get();
    return owners == null ? List.of() : owners.at(offset);
  }

  private static ByteRange between(long first, long second) {
    return ByteRange.between(Math.min(first, second), Math.max(first, second) + 1);
  }
}
