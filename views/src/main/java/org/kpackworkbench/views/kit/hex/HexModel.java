package org.kpackworkbench.views.kit.hex;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.Ownership;

/**
 * Model of a hex view: bytes, owners, caret, selection, and which row is at the top.
 *
 * <p>Knows no screen; offsets are relative to the view. All numbers are kept in their ranges: the
 * caret is always on a byte, the selection inside the view, the last row never above the bottom.
 * Belongs to one thread.
 */
public final class HexModel extends ByteRowsModel {
  private final ObjectProperty<@Nullable ByteView> view = new SimpleObjectProperty<>();
  private final ObjectProperty<@Nullable Ownership> ownership = new SimpleObjectProperty<>();
  private final IntegerProperty bytesPerRow =
      new SimpleIntegerProperty(16) {
        @Override
        public void set(int bytes) {
          if (bytes != 8 && bytes != 16 && bytes != 32) {
            throw new IllegalArgumentException("a row has 8, 16 or 32 bytes, not " + bytes);
          }
          super.set(bytes);
        }
      };
  private final ObjectProperty<@Nullable LongFunction<OptionalLong>> addressOf =
      new SimpleObjectProperty<>();
  private final ObjectProperty<HexDecorations> decorations =
      new SimpleObjectProperty<>(HexDecorations.NONE);
  private final ObjectProperty<HexDecorations> found =
      new SimpleObjectProperty<>(HexDecorations.NONE);

  public HexModel() {
    view.subscribe(this::start);
    bytesPerRow.subscribe(() -> reveal(caret()));
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

  /** Returns the decorations. Set them again (to another object) when their answers change. */
  public ObjectProperty<HexDecorations> decorationsProperty() {
    return decorations;
  }

  /** Returns the decorations that a search has found, beside {@link #decorationsProperty}. */
  ReadOnlyObjectProperty<HexDecorations> foundProperty() {
    return found;
  }

  void showFound(HexDecorations marks) {
    found.set(marks);
  }

  @Override
  List<HexDecoration> decorationsIn(ByteRange window) {
    return found.get().and(decorations.get()).in(window);
  }

  @Override
  protected long length() {
    ByteView bytes = view.get();
    return bytes == null ? 0 : bytes.size();
  }

  @Override
  public int rowLength() {
    return bytesPerRow.get();
  }

  @Override
  protected long rowCount() {
    return length() == 0 ? 1 : (length() - 1) / rowLength() + 1;
  }

  @Override
  protected long rowOf(long offset) {
    return offset / rowLength();
  }

  @Override
  protected ByteRange positionsOf(long row) {
    return bytesOf(row, 1);
  }

  /** The bytes of some rows, as far as there are any. */
  ByteRange bytesOf(long firstRow, long rows) {
    long start = Math.min(firstRow * rowLength(), length());
    return ByteRange.between(start, Math.min(length(), (firstRow + rows) * rowLength()));
  }

  /** Selects all bytes of the innermost owner at an offset. */
  public void selectOwner(long offset) {
    List<Claim> owners = ownersAt(offset);
    if (!owners.isEmpty()) {
      ByteRange range = owners.getLast().range();
      put(inside(range.start()), range.end() - 1, range.intersect(new ByteRange(0, length())));
    }
  }

  /** The owners of a byte, outermost first; empty if they are unknown. */
  public List<Claim> ownersAt(long offset) {
    Ownership owners = ownership.get();
    return owners == null ? List.of() : owners.at(offset);
  }
}
