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
  private final AlignedBytes known;

  /**
   * A search.
   *
   * @param comparison what was aligned, its sides in the same order
   * @param known what is known of it
   */
  public DifferenceSearch(ByteComparison comparison, AlignedBytes known) {
    this.known = known;
    this.rest = comparison.at(known.alignment());
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
    return range(rest.nextDifference(start, progress), progress);
  }

  /**
   * The last difference that starts before a position, behind what is known.
   *
   * @return its positions; empty if there is none
   */
  public ByteRange previous(long before, Progress progress) throws FormatException {
    progress.begin("Looking for the previous difference", before - known.knownUntil(), Unit.BYTES);
    return range(rest.previousDifference(before, progress), progress);
  }

  private ByteRange range(long start, Progress progress) throws FormatException {
    if (start < known.knownUntil()) {
      return new ByteRange(0, 0);
    }
    long end = rest.nextSame(start, progress);
    return ByteRange.between(start, end < 0 ? known.alignment().length() : end);
  }
}
