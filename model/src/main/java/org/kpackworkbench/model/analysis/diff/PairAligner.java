package org.kpackworkbench.model.analysis.diff;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;

/**
 * Aligns the bytes of two sides, from the first to the last. For one thread.
 *
 * <p>Where they differ it takes the nearest of what fits: the bytes beside one another, where they
 * soon are mostly the same again; else where both go on the same, a little or far away; else the
 * bytes beside one another. What it did not find it looks for again only some way further on, so
 * that files that have nothing in common take no longer than reading them a few times.
 */
final class PairAligner {
  private static final int[] REACHES = {ByteResync.REACH_BYTES, 1 << 20, 16 << 20};

  /** For how many bytes it does not look again after it found nothing; each time twice as many. */
  private static final int[] SHORTEST_SILENCES = {32, 32 * 1024, 512 * 1024};

  /** After so many bytes that are the same it forgets that it found nothing. */
  private static final int QUIET_BYTES = 4096;

  /** From so many alike bytes on two places go together, and no others are looked for. */
  private static final int WELL_ALIKE = PairWindow.JUDGED_BYTES * 3 / 4;

  private static final boolean[] BOTH = {true, true};
  private static final boolean[] FIRST = {true, false};
  private static final boolean[] SECOND = {false, true};

  private final ByteView one;
  private final ByteView other;
  private final AlignedBytes.Builder draft;
  private final PairWindow window;
  private final long[] silentUntil = new long[REACHES.length];
  private final int[] silences = SHORTEST_SILENCES.clone();
  private long differedUntil;
  private long at;
  private long otherAt;

  /** Puts what it finds behind what is in the draft. */
  PairAligner(ByteView one, ByteView other, AlignedBytes.Builder draft) {
    this.one = one;
    this.other = other;
    this.draft = draft;
    this.window = new PairWindow(one, other);
  }

  /** Whether nothing is left on either side. */
  boolean isDone() {
    return at == one.size() && otherAt == other.size();
  }

  /** Goes on by up to a window, or to where both go on the same. */
  void step() throws FormatException {
    window.read(at, otherAt);
    if (window.count() == 0) {
      gaps(one.size(), other.size());
      return;
    }
    int index = 0;
    while (index < window.count()) {
      int differing = window.differing(index);
      if (differing < 0) {
        index = window.count();
        break;
      }
      index = differing;
      if (!window.canJudge(index)) {
        break;
      }
      if (at + index - differedUntil >= QUIET_BYTES) {
        System.arraycopy(SHORTEST_SILENCES, 0, silences, 0, silences.length);
      }
      int same = window.sameAgain(index);
      int alike = same < 0 ? 0 : window.alike(same);
      long[] elsewhere = alike >= WELL_ALIKE ? null : elsewhere(index, same, alike);
      if (elsewhere != null) {
        sideBySide(index);
        jump(elsewhere);
        return;
      }
      int end = same < 0 ? Math.min(window.count(), index + PairWindow.REACH_BYTES) : same;
      differences(index, end);
      index = end;
      differedUntil = at + end;
    }
    sideBySide(index);
  }

  /**
   * Where both go on the same, if anywhere.
   *
   * @param index where they differ
   * @param same where they are the same again without a gap; negative if they are not
   * @param alike how many bytes are alike there
   */
  private long @Nullable [] elsewhere(int index, int same, int alike) throws FormatException {
    long first = at + index;
    long second = otherAt + index;
    for (int level = 0; level < REACHES.length; level++) {
      // Far away something alike is found by chance where there is much of the same kind.
      boolean asked = level == 0 || same < 0;
      if (!asked || first < silentUntil[level]) {
        continue;
      }
      long[] found = ByteResync.find(one, first, other, second, REACHES[level]);
      int needed = level == 0 ? alike : PairWindow.JUDGED_BYTES - 1;
      if (found != null && window.alike(found[0], found[1]) > needed) {
        return found;
      }
      silentUntil[level] = first + silences[level];
      silences[level] = Math.min(REACHES[level], 2 * silences[level]);
    }
    return null;
  }

  /** Places the bytes before the next common place side by side, as far as both sides have them. */
  private void jump(long[] to) throws FormatException {
    long common = Math.min(to[0] - at, to[1] - otherAt);
    while (common > 0) {
      window.read(at, otherAt);
      int count = (int) Math.min(window.count(), common);
      differences(0, count);
      sideBySide(count);
      common -= count;
    }
    gaps(to[0], to[1]);
    differedUntil = at;
  }

  private void gaps(long until, long otherUntil) {
    long start = draft.position();
    draft.piece(until - at, FIRST);
    draft.piece(otherUntil - otherAt, SECOND);
    if (draft.position() > start) {
      draft.differs(start, draft.position());
    }
    at = until;
    otherAt = otherUntil;
  }

  private void sideBySide(int count) {
    draft.piece(count, BOTH);
    at += count;
    otherAt += count;
  }

  private void differences(int from, int to) {
    for (int index = from; index < to; ) {
      int end = index;
      while (end < to && window.differs(end)) {
        end++;
      }
      if (end > index) {
        draft.differs(draft.position() + index, draft.position() + end);
      }
      index = end + 1;
    }
  }

  /** Windows of equal length on two sides. For one thread. */
  private static final class PairWindow {
    /** How far behind a difference it looks for what is the same again. */
    static final int REACH_BYTES = 1024;

    /** By how many bytes it judges how well two places go together. */
    static final int JUDGED_BYTES = 1024;

    private final ByteView one;
    private final ByteView other;
    private final byte[] ones = new byte[SameBytes.WINDOW_BYTES];
    private final byte[] others = new byte[SameBytes.WINDOW_BYTES];
    private int count;
    private boolean last;

    PairWindow(ByteView one, ByteView other) {
      this.one = one;
      this.other = other;
    }

    /** Reads as much of both as there is. */
    void read(long offset, long otherOffset) throws FormatException {
      long left = Math.min(one.size() - offset, other.size() - otherOffset);
      count = (int) Math.min(ones.length, left);
      last = count == left;
      one.copyTo(offset, ones, 0, count);
      other.copyTo(otherOffset, others, 0, count);
    }

    /** How many bytes of each side there are. */
    int count() {
      return count;
    }

    /** Whether one of the sides ends with it, or else enough follows an index to judge it. */
    boolean canJudge(int index) {
      return last || count - index >= REACH_BYTES + ByteResync.ANCHOR_BYTES + JUDGED_BYTES;
    }

    /** The first index from {@code from} on that differs; -1 for none. */
    int differing(int from) {
      int found = Arrays.mismatch(ones, from, count, others, from, count);
      return found < 0 ? -1 : from + found;
    }

    boolean differs(int index) {
      return ones[index] != others[index];
    }

    /** The nearest index from which on both are the same for a while; -1 if none is near. */
    int sameAgain(int from) {
      int same = 0;
      int until = Math.min(count, from + REACH_BYTES + ByteResync.ANCHOR_BYTES);
      for (int at = from; at < until; at++) {
        same = ones[at] == others[at] ? same + 1 : 0;
        if (same == ByteResync.ANCHOR_BYTES) {
          return at + 1 - same;
        }
      }
      // What is the same up to the end of a side goes together, too.
      return last && same > 0 && until == count ? count - same : -1;
    }

    /** How many of the bytes from an index on are the same, of {@link #JUDGED_BYTES}. */
    int alike(int from) {
      return alike(ones, others, from, Math.min(count, from + JUDGED_BYTES));
    }

    /** Returns the number of equal bytes at any two places. */
    int alike(long offset, long otherOffset) throws FormatException {
      long left = Math.min(one.size() - offset, other.size() - otherOffset);
      int length = (int) Math.min(JUDGED_BYTES, left);
      return alike(one.bytes(offset, length), other.bytes(otherOffset, length), 0, length);
    }

    private static int alike(byte[] some, byte[] others, int from, int to) {
      int alike = 0;
      for (int at = from; at < to; at++) {
        alike += some[at] == others[at] ? 1 : 0;
      }
      return alike;
    }
  }
}
