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
      ByteView one = views.getFirst();
      ByteView other = views.getLast();
      if (together[0] > 0 || together[1] > 0) {
        left.add(part(one, 0, together[0], other, 0, together[1]));
      }
      left.add(part(one, together[0], one.size(), other, together[1], other.size()));
    }
  }

  private PairAligner part(ByteView one, long from, long to, ByteView other, long start, long end) {
    try {
      return new PairAligner(one.slice(from, to - from), other.slice(start, end - start), draft);
    } catch (FormatException outside) {
      throw new IllegalArgumentException("an offset behind the end of its side", outside);
    }
  }

  /** Returns the alignment so far. */
  public synchronized AlignedBytes known() {
    return draft.known(until, isComplete());
  }

  private boolean isComplete() {
    boolean enough = draft.differences() >= MOST_DIFFERENCES;
    return enough || (pair ? left.isEmpty() : until == comparison.alignment().length());
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
