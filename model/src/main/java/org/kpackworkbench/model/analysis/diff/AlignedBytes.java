package org.kpackworkbench.model.analysis.diff;

import java.util.Arrays;
import org.kpackworkbench.model.base.bytes.ByteRange;

/**
 * What is known of how bytes stand beside one another, and where they differ.
 *
 * <p>Positions before {@link #knownUntil} never change any more; those behind it stand as if
 * nothing more had been put in or taken out. Immutable.
 */
public final class AlignedBytes {
  private final ByteAlignment alignment;
  private final long[] starts;
  private final long[] ends;
  private final long knownUntil;
  private final boolean complete;

  /**
   * Keeps what is known.
   *
   * @param starts where differences start, in order; nobody changes it
   * @param ends where they end
   */
  AlignedBytes(
      ByteAlignment alignment, long[] starts, long[] ends, long knownUntil, boolean complete) {
    this.alignment = alignment;
    this.starts = starts;
    this.ends = ends;
    this.knownUntil = knownUntil;
    this.complete = complete;
  }

  /** Which bytes stand beside one another. */
  public ByteAlignment alignment() {
    return alignment;
  }

  /** The first position that has not been compared yet. */
  public long knownUntil() {
    return knownUntil;
  }

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

  /** The same with its sides the other way round. */
  public AlignedBytes swapped() {
    return new AlignedBytes(alignment.swapped(), starts, ends, knownUntil, complete);
  }
}
