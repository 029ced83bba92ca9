package org.kpackworkbench.model.analysis.diff;

import java.util.Arrays;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;

/** As many bytes of two sides, beside one another. For one thread. */
final class PairWindow {
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

  /** The nearest index from which on both are the same for a while; -1 where none is near. */
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

  /** The same for any two places. */
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
