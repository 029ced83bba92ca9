package org.kpackworkbench.model.analysis.diff;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;

/**
 * Aligns the bytes of several sides and finds where they differ, from the first to the last, a
 * piece of work at a time; memory does not depend on how many there are.
 *
 * <p>Of two sides, an insertion or deletion is a gap on the other side, where what follows is found
 * again within 16 MiB. More than two sides keep the alignment of the comparison. Safe for use by
 * many threads, which take turns.
 */
public final class ByteAligner {
  /** How many differences are counted; what comes behind them can be shown but is not counted. */
  public static final int MOST_DIFFERENCES = 200_000;

  private static final int BLOCKS_AT_ONCE = 4096;

  private final ByteComparison comparison;
  private final AlignedBytes.Builder draft;
  private final Deque<PairAligner> left = new ArrayDeque<>();
  private final boolean pair;
  private long until;

  /** Starts with the sides as the comparison has them. */
  public ByteAligner(ByteComparison comparison) {
    this(comparison, new long[comparison.sides().size()]);
  }

  /**
   * Aligns certain bytes at one position, whatever their values: the caller requires it.
   *
   * @param together an offset in each side, 0 up to its size; counts where there are two sides
   * @throws IllegalArgumentException if an offset is not in its side
   */
  public ByteAligner(ByteComparison comparison, long... together) {
    this.comparison = comparison;
    List<ByteView> views = comparison.views();
    this.draft = new AlignedBytes.Builder(views.stream().mapToLong(ByteView::size).toArray());
    this.pair = views.size() == 2;
    if (pair) {
      begin(views.getFirst(), views.getLast(), together);
    } else {
      asTheyAre();
    }
  }

  /**
   * Adds the shift of the comparison as a gap at the start, then the parts before and after the
   * aligned bytes.
   */
  private void begin(ByteView one, ByteView other, long... together) {
    long first = Math.max(0, comparison.lead(1) - comparison.lead(0));
    long second = Math.max(0, comparison.lead(0) - comparison.lead(1));
    draft.piece(first, true, false);
    draft.piece(second, false, true);
    if (draft.position() > 0) {
      draft.differs(0, draft.position());
    }
    until = draft.position();
    long middle = Math.max(first, together[0]);
    long otherMiddle = Math.max(second, together[1]);
    if (together[0] > 0 || together[1] > 0) {
      left.add(part(one, first, middle, other, second, otherMiddle));
    } else {
      middle = first;
      otherMiddle = second;
    }
    left.add(part(one, middle, one.size(), other, otherMiddle, other.size()));
  }

  private PairAligner part(ByteView one, long from, long to, ByteView other, long start, long end) {
    try {
      return new PairAligner(one.slice(from, to - from), other.slice(start, end - start), draft);
    } catch (FormatException outside) {
      throw new IllegalArgumentException("an offset behind the end of its side", outside);
    }
  }

  private void asTheyAre() {
    int sides = comparison.sides().size();
    for (long at = 0; at < comparison.length(); ) {
      boolean[] has = new boolean[sides];
      long end = comparison.edgeBehind(at);
      for (int side = 0; side < sides; side++) {
        has[side] = comparison.offset(side, at) >= 0;
      }
      draft.piece(end - at, has);
      at = end;
    }
  }

  /** Returns the alignment so far. */
  public synchronized AlignedBytes known() {
    return draft.known(until, isComplete());
  }

  private boolean isComplete() {
    boolean enough = draft.differences() >= MOST_DIFFERENCES;
    return enough || (pair ? left.isEmpty() : until == comparison.length());
  }

  /**
   * Goes on for a while.
   *
   * @param positions after how many positions to stop
   * @param progress is advanced by the positions that became known
   * @return what is known then
   * @throws FormatException if a side can no longer be read; what was known stays known
   */
  public synchronized AlignedBytes advance(long positions, Progress progress)
      throws FormatException {
    long goal = until + positions;
    while (until < goal && !isComplete()) {
      if (pair) {
        long before = until;
        stepPair();
        progress.step(until - before);
      } else {
        stepMany(progress);
      }
    }
    return known();
  }

  private void stepPair() throws FormatException {
    PairAligner part = left.getFirst();
    if (part.isDone()) {
      left.removeFirst();
    } else {
      part.step();
      until = draft.position();
    }
  }

  private void stepMany(Progress progress) throws FormatException {
    for (ByteComparison.Block block : comparison.blocks(until, BLOCKS_AT_ONCE, progress)) {
      if (block.change() != Change.SAME) {
        draft.differs(block.positions().start(), block.positions().end());
      }
      until = block.positions().end();
    }
  }
}
