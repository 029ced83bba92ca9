package org.kpackworkbench.views.kit.hex;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.text.CountText;

/** The cells of one row of bytes, of each side. */
public final class HexCells {
  /** States of a cell of one side beside those of the others. */
  public enum State {
    /** Equal on all sides, or not read yet. */
    SAME,
    /** Not the same on all sides. */
    CHANGED,
    /** Another side has a gap here. */
    ONLY_HERE,
    /** This side has a gap here. */
    GAP,
    /** There are no more positions. */
    NONE
  }

  private final ByteRange positions;
  private final int[][] values;
  private final long[][] offsets;
  private final @Nullable Claim[][] owners;
  private final State[][] states;

  /** The cells of some positions in the rows of a model. */
  public HexCells(ByteRange positions, ByteRowsModel model, List<HexSide> sides) {
    int count = sides.size();
    int columns = model.rowLength();
    this.positions = positions;
    values = new int[count][columns];
    offsets = new long[count][columns];
    owners = new @Nullable Claim[count][columns];
    states = new State[count][columns];
    for (int side = 0; side < count; side++) {
      read(side, sides.get(side), model);
    }
    for (int column = 0; column < columns; column++) {
      for (int side = 0; side < count; side++) {
        states[side][column] = column < positions.length() ? compared(side, column) : State.NONE;
      }
    }
  }

  private void read(int side, HexSide from, ByteRowsModel model) {
    HexPage page = null;
    long index = -1;
    for (int column = 0; column < columns(); column++) {
      long offset =
          column < positions.length() ? model.offset(side, positions.start() + column) : -1;
      offsets[side][column] = offset;
      values[side][column] = HexLines.NONE;
      if (offset >= 0) {
        if (index != offset / HexPage.BYTES) {
          index = offset / HexPage.BYTES;
          page = from.pages().pageOf(offset);
        }
        values[side][column] = page == null ? HexLines.UNDER_WAY : page.value(offset);
        owners[side][column] = page == null ? null : page.ownerAt(offset);
      }
    }
  }

  private State compared(int side, int column) {
    if (offsets[side][column] < 0) {
      return State.GAP;
    }
    int first = values[0][column];
    boolean changed = false;
    for (int other = 0; other < values.length; other++) {
      if (offsets[other][column] < 0) {
        return State.ONLY_HERE;
      }
      int value = values[other][column];
      changed |= first != value && first >= 0 && value >= 0;
    }
    return changed ? State.CHANGED : State.SAME;
  }

  /** The text of a line that is in place of others. */
  public static String foldWords(ByteRange positions) {
    return "… %s equal bytes …".formatted(CountText.grouped(positions.length()));
  }

  ByteRange positions() {
    return positions;
  }

  int columns() {
    return values[0].length;
  }

  /** The bytes of a side, and why others are none. */
  public int[] values(int side) {
    return values[side];
  }

  /** The owners of a side's bytes; null where there is no byte or they are unknown. */
  @Nullable Claim[] owners(int side) {
    return owners[side];
  }

  /** The state of a cell beside those of the other sides. */
  public State state(int side, int column) {
    return states[side][column];
  }

  /** The first byte that a side has in the row. */
  public OptionalLong firstOffset(int side) {
    return Arrays.stream(offsets[side]).filter(offset -> offset >= 0).findFirst();
  }

  /** A sign for how a side differs from the one before it; empty if it does not. */
  public String mark(int side) {
    boolean changed = false;
    boolean added = false;
    boolean removed = false;
    for (int column = 0; column < columns(); column++) {
      changed |= states[side][column] == State.CHANGED;
      boolean here = offsets[side][column] >= 0;
      boolean before = offsets[side - 1][column] >= 0;
      added |= here && !before;
      removed |= before && !here;
    }
    if (changed || (added && removed)) {
      return "≠";
    }
    return added ? "+" : removed ? "−" : "";
  }
}
