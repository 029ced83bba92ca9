package org.kpackworkbench.views.analysis.compare.bytes;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.kpackworkbench.model.analysis.diff.ByteAlignment;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.views.kit.hex.HexLines;

/** The cells of one row of aligned bytes, byte by byte. */
final class RowCells {
  /** States of a cell of one side beside those of the others. */
  enum State {
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

  private final int[][] values;
  private final long[][] offsets;
  private final State[][] states;

  RowCells(ByteRange positions, int columns, ByteAlignment alignment, List<SideBytes> sides) {
    int count = sides.size();
    values = new int[count][columns];
    offsets = new long[count][columns];
    states = new State[count][columns];
    for (int column = 0; column < columns; column++) {
      long position = positions.start() + column;
      boolean gap = false;
      for (int side = 0; side < count; side++) {
        long offset = column < positions.length() ? alignment.offset(side, position) : -1;
        offsets[side][column] = offset;
        values[side][column] = offset < 0 ? HexLines.NONE : sides.get(side).value(offset);
        gap |= offset < 0;
      }
      for (int side = 0; side < count; side++) {
        states[side][column] =
            column >= positions.length() ? State.NONE : state(side, column, count, gap);
      }
    }
  }

  private State state(int side, int column, int count, boolean gap) {
    if (offsets[side][column] < 0) {
      return State.GAP;
    }
    if (gap) {
      return State.ONLY_HERE;
    }
    for (int other = 1; other < count; other++) {
      int first = values[0][column];
      int second = values[other][column];
      if (first != second && first >= 0 && second >= 0) {
        return State.CHANGED;
      }
    }
    return State.SAME;
  }

  int columns() {
    return values[0].length;
  }

  int value(int side, int column) {
    return values[side][column];
  }

  /** The bytes of a side, and why others are none. */
  int[] values(int side) {
    return values[side];
  }

  /** The offset of a cell's byte; -1 if it has none. */
  long offset(int side, int column) {
    return offsets[side][column];
  }

  State state(int side, int column) {
    return states[side][column];
  }

  /** The first byte that a side has in the row. */
  OptionalLong firstOffset(int side) {
    return Arrays.stream(offsets[side]).filter(offset -> offset >= 0).findFirst();
  }

  /** The column behind the last of a run of cells in one state that starts at {@code from}. */
  int runEnd(int side, int from) {
    int to = from + 1;
    while (to < columns() && states[side][to] == states[side][from]) {
      to++;
    }
    return to;
  }

  /** A sign for how a side differs from the one before it; empty if it does not. */
  String mark(int side) {
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
