package org.kpackworkbench.model.diff;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.bytes.ByteView;
import org.kpackworkbench.model.bytes.FormatException;

/** Looks for where two sides belong together again after something was put in or taken out. */
final class ByteResync {
  /** How far it looks on each side. */
  static final int REACH_BYTES = 64 * 1024;

  /** What has to be the same to be taken for the same place. */
  static final int ANCHOR_BYTES = 32;

  private static final int MULTIPLIER = 0x01000193;

  private final byte[] ones;
  private final byte[] others;

  private ByteResync(byte[] ones, byte[] others) {
    this.ones = ones;
    this.others = others;
  }

  /**
   * The nearest offsets from which on both have the same bytes for a while.
   *
   * @return both offsets; null where there are none within reach
   */
  static long @Nullable [] find(ByteView one, long offset, ByteView other, long otherOffset)
      throws FormatException {
    int[] found = new ByteResync(window(one, offset), window(other, otherOffset)).nearest();
    return found == null ? null : new long[] {offset + found[0], otherOffset + found[1]};
  }

  private static byte[] window(ByteView view, long offset) throws FormatException {
    return view.bytes(offset, (int) Math.min(REACH_BYTES, view.size() - offset));
  }

  private int @Nullable [] nearest() {
    Map<Integer, Integer> places = new HashMap<>();
    for (int at = 0; at + ANCHOR_BYTES <= others.length; at++) {
      places.putIfAbsent(hash(others, at), at);
    }
    int[] best = null;
    int distance = Integer.MAX_VALUE;
    for (int at = 0; at + ANCHOR_BYTES <= ones.length && at < distance; at++) {
      Integer match = isPlain(at) ? null : places.get(hash(ones, at));
      if (match != null && at + match < distance && isSame(at, match)) {
        distance = at + match;
        best = new int[] {at, match};
      }
    }
    return best;
  }

  /** Zeros and other fillings are the same everywhere and say nothing. */
  private boolean isPlain(int at) {
    for (int i = at + 1; i < at + ANCHOR_BYTES; i++) {
      if (ones[i] != ones[at]) {
        return false;
      }
    }
    return true;
  }

  private boolean isSame(int at, int match) {
    return Arrays.equals(ones, at, at + ANCHOR_BYTES, others, match, match + ANCHOR_BYTES);
  }

  private static int hash(byte[] bytes, int at) {
    int hash = 0;
    for (int i = at; i < at + ANCHOR_BYTES; i++) {
      hash = (hash ^ bytes[i]) * MULTIPLIER;
    }
    return hash;
  }
}
