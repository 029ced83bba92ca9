package org.kpackworkbench.model.analysis.diff;

import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;

/**
 * Searches for differences behind the known part of aligned bytes, as if there were no further
 * insertions or deletions. Safe for use by many threads.
 */
public final class DifferenceSearch {
  private final ByteComparison rest;
  private final long shift;
  private final AlignedBytes known;

  /**
   * A search.
   *
   * @param comparison what was aligned, its sides in the same order
   * @param known what is known of it
   */
  public DifferenceSearch(ByteComparison comparison, AlignedBytes known) {
    this.known = known;
    long[] offsets = new long[comparison.sides().size()];
    for (int side = 0; side < offsets.length; side++) {
      offsets[side] = known.alignment().offsetFrom(side, known.knownUntil());
    }
    this.rest = comparison.alignedAt(offsets);
    this.shift = known.knownUntil() - rest.lead(0) - offsets[0];
  }

  /**
   * The first difference that starts at a position or behind it, behind what is known.
   *
   * @return its positions; empty if there is none
   */
  public ByteRange next(long from, Progress progress) throws FormatException {
    long start = Math.max(from, known.knownUntil());
    progress.begin(
        "Looking for the next difference", known.alignment().length() - start, Unit.BYTES);
    return range(rest.nextDifference(start - shift, progress), progress);
  }

  /**
   * The last difference that starts before a position, behind what is known.
   *
   * @return its positions; empty if there is none
   */
  public ByteRange previous(long before, Progress progress) throws FormatException {
    progress.begin("Looking for the previous difference", before - known.knownUntil(), Unit.BYTES);
    long start = rest.previousDifference(before - shift, progress);
    return start + shift < known.knownUntil() ? new ByteRange(0, 0) : range(start, progress);
  }

  private ByteRange range(long start, Progress progress) throws FormatException {
    if (start < 0) {
      return new ByteRange(0, 0);
    }
    long end = rest.nextSame(start, progress);
    return ByteRange.between(start + shift, (end < 0 ? rest.length() : end) + shift);
  }
}
