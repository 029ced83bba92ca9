package org.kpackworkbench.model.analysis.diff;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.kpackworkbench.model.base.bytes.ByteRange;

/**
 * Which bytes of several sides are aligned with each other.
 *
 * <p>Positions count what is shown: at each there is a byte of one side at least, and where a side
 * has none there it has a gap. Every byte of every side has one position, in order. Immutable.
 *
 * @param starts the first position of each piece, and behind them the number of positions
 * @param offsets for each side the offset at which each piece starts; {@code ~offset} where it has
 *     a gap there
 * @param sizes the bytes of each side
 */
public record ByteAlignment(long[] starts, long[][] offsets, long[] sizes) {
  /** All bytes from the first of each side on, side by side. */
  static ByteAlignment sideBySide(long... sizes) {
    return new AlignedBytes.Builder(sizes).known(0, false).alignment();
  }

  /** How many sides there are. */
  public int sides() {
    return sizes.length;
  }

  /** How many positions there are. */
  public long length() {
    return starts[starts.length - 1];
  }

  /** How many bytes a side has. */
  public long size(int side) {
    return sizes[side];
  }

  /** The positions around one at which the same sides have bytes. */
  ByteRange pieceOf(long position) {
    int piece = piece(position);
    return ByteRange.between(starts[piece], starts[piece + 1]);
  }

  /** Whether all sides have a byte at a position. */
  boolean isWhole(long position) {
    int piece = piece(position);
    return Arrays.stream(offsets).allMatch(side -> side[piece] >= 0);
  }

  /** The offset in a side of the byte at a position; -1 if it has none. */
  public long offset(int side, long position) {
    if (position < 0 || position >= length()) {
      return -1;
    }
    int piece = piece(position);
    long start = offsets[side][piece];
    return start < 0 ? -1 : start + position - starts[piece];
  }

  /** The offset of a side's first byte at a position or behind it; its size where none is. */
  public long offsetFrom(int side, long position) {
    if (position >= length()) {
      return sizes[side];
    }
    int piece = piece(Math.max(0, position));
    long start = offsets[side][piece];
    return start < 0 ? ~start : start + Math.max(0, position) - starts[piece];
  }

  /** The bytes of a side at some positions. */
  public ByteRange bytes(int side, ByteRange positions) {
    return ByteRange.between(
        offsetFrom(side, positions.start()), offsetFrom(side, positions.end()));
  }

  /** The position of a side's byte. */
  public long position(int side, long offset) {
    Objects.checkIndex(offset, sizes[side]);
    long[] starting = offsets[side];
    int low = 0;
    int high = starting.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      long start = starting[middle] < 0 ? ~starting[middle] : starting[middle];
      if (start <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return starts[low] + offset - starting[low];
  }

  /** Returns the alignment with its sides in reverse order. */
  public ByteAlignment swapped() {
    long[][] reversed = List.of(offsets).reversed().toArray(long[][]::new);
    long[] ends = new long[sizes.length];
    for (int side = 0; side < ends.length; side++) {
      ends[side] = sizes[ends.length - 1 - side];
    }
    return new ByteAlignment(starts, reversed, ends);
  }

  private int piece(long position) {
    int found = Arrays.binarySearch(starts, 0, starts.length - 1, position);
    return found < 0 ? -found - 2 : found;
  }
}
