package org.kpackworkbench.model.analysis.diff;

import java.util.Arrays;
import org.kpackworkbench.model.base.bytes.ByteRange;

/**
 * The alignment of bytes of several sides and their differences, as far as known.
 *
 * <p>Positions before {@link #knownUntil} never change any more; those behind it are aligned as if
 * there were no further insertions or deletions. Immutable.
 *
 * @param alignment which bytes are aligned
 * @param starts where differences start, in order; not modified later
 * @param ends where they end
 * @param knownUntil the first position that has not been compared yet
 */
public record AlignedBytes(
    ByteAlignment alignment, long[] starts, long[] ends, long knownUntil, boolean complete) {
  /** Whether everything has been compared that will be. */
  public boolean isComplete() {
    return complete;
  }

  /** Whether every byte has been compared. */
  public boolean isAllCompared() {
    return knownUntil == alignment.length();
  }

  /** How many differences are known: runs of positions that all differ. */
  public int differences() {
    return starts.length;
  }

  /** The positions of a difference. */
  public ByteRange difference(int index) {
    return ByteRange.between(starts[index], ends[index]);
  }

  /** The last difference that starts at a position or before it; -1 for none. */
  public int lastFrom(long position) {
    int found = Arrays.binarySearch(starts, position);
    return found < 0 ? -found - 2 : found;
  }

  /** Whether a position is known to differ. */
  public boolean differs(long position) {
    int last = lastFrom(position);
    return last >= 0 && position < ends[last];
  }

  /** Returns the alignment with its sides in reverse order. */
  public AlignedBytes swapped() {
    return new AlignedBytes(alignment.swapped(), starts, ends, knownUntil, complete);
  }

  /** Pieces and differences as they become known, in order. For one thread. */
  static final class Builder {
    private static final int FEW = 16;

    private final long[] sizes;
    private long[] starts = new long[FEW];
    private final long[][] offsets;
    private int pieces;
    private long[] from = new long[FEW];
    private long[] to = new long[FEW];
    private int differences;
    private final long[] reached;
    private long position;

    Builder(long[] sizes) {
      this.sizes = sizes;
      this.offsets = new long[sizes.length][FEW];
      this.reached = new long[sizes.length];
    }

    long position() {
      return position;
    }

    int differences() {
      return differences;
    }

    /** Sides go on side by side, those marked so; the others have a gap. */
    void piece(long length, boolean... has) {
      if (length == 0) {
        return;
      }
      if (pieces == 0 || !continues(has)) {
        if (pieces == starts.length) {
          starts = Arrays.copyOf(starts, 2 * pieces);
          for (int side = 0; side < sizes.length; side++) {
            offsets[side] = Arrays.copyOf(offsets[side], 2 * pieces);
          }
        }
        starts[pieces] = position;
        for (int side = 0; side < sizes.length; side++) {
          offsets[side][pieces] = has[side] ? reached[side] : ~reached[side];
        }
        pieces++;
      }
      for (int side = 0; side < sizes.length; side++) {
        reached[side] += has[side] ? length : 0;
      }
      position += length;
    }

    private boolean continues(boolean[] has) {
      for (int side = 0; side < sizes.length; side++) {
        if (offsets[side][pieces - 1] >= 0 != has[side]) {
          return false;
        }
      }
      return true;
    }

    /** Positions differ; they may continue the last difference. */
    void differs(long start, long end) {
      if (differences > 0 && to[differences - 1] == start) {
        to[differences - 1] = end;
        return;
      }
      if (differences == from.length) {
        from = Arrays.copyOf(from, 2 * differences);
        to = Arrays.copyOf(to, 2 * differences);
      }
      from[differences] = start;
      to[differences++] = end;
    }

    /**
     * Returns the alignment so far, followed by all remaining bytes, side by side.
     *
     * @param until the first position that has not been compared
     */
    AlignedBytes known(long until, boolean complete) {
      Builder rest = new Builder(sizes);
      System.arraycopy(reached, 0, rest.reached, 0, reached.length);
      rest.position = position;
      rest.rest();
      int all = pieces + rest.pieces;
      long[] allStarts = Arrays.copyOf(starts, all + 1);
      System.arraycopy(rest.starts, 0, allStarts, pieces, rest.pieces);
      allStarts[all] = rest.position;
      long[][] allOffsets = new long[sizes.length][];
      for (int side = 0; side < sizes.length; side++) {
        allOffsets[side] = Arrays.copyOf(offsets[side], all);
        System.arraycopy(rest.offsets[side], 0, allOffsets[side], pieces, rest.pieces);
      }
      return new AlignedBytes(
          new ByteAlignment(allStarts, allOffsets, sizes),
          Arrays.copyOf(from, differences),
          Arrays.copyOf(to, differences),
          until,
          complete);
    }

    private void rest() {
      while (true) {
        boolean[] has = new boolean[sizes.length];
        long length = Long.MAX_VALUE;
        for (int side = 0; side < sizes.length; side++) {
          long left = sizes[side] - reached[side];
          has[side] = left > 0;
          length = left > 0 ? Math.min(length, left) : length;
        }
        if (length == Long.MAX_VALUE) {
          return;
        }
        piece(length, has);
      }
    }
  }
}
