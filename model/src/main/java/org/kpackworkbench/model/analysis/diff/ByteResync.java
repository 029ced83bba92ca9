package org.kpackworkbench.model.analysis.diff;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;

/** Finds where two sides match again after an insertion or deletion. */
final class ByteResync {
  /** How far it searches on each side by default. */
  static final int REACH_BYTES = 64 * 1024;

  /** Number of equal bytes that identify a common place. */
  static final int ANCHOR_BYTES = 32;

  private static final int MULTIPLIER = 0x01000193;
  private static final int MIXER = 0x9E3779B1;

  /** How many anchors of a window are remembered at most. */
  private static final int MOST_ANCHORS = 1 << 17;

  private final byte[] ones;
  private final byte[] others;

  /** Of how many hashes one is an anchor, minus one: a power of two, minus one. */
  private final int sampling;

  private final int[] hashes = new int[2 * MOST_ANCHORS];
  private final int[] places = new int[2 * MOST_ANCHORS];

  private ByteResync(byte[] ones, byte[] others, int sampling) {
    this.ones = ones;
    this.others = others;
    this.sampling = sampling;
  }

  /**
   * The nearest offsets from which on both have the same bytes for a while. Beyond 64 KiB not every
   * offset is tested, but enough of them to find what is the same for some hundred bytes.
   *
   * @param reachBytes how far it looks on each side; as much is held of both
   * @return both offsets; null if there are none within reach
   */
  static long @Nullable [] find(
      ByteView one, long offset, ByteView other, long otherOffset, int reachBytes)
      throws FormatException {
    int sampling = Math.max(1, Integer.highestOneBit(reachBytes / REACH_BYTES)) - 1;
    ByteResync resync =
        new ByteResync(
            window(one, offset, reachBytes), window(other, otherOffset, reachBytes), sampling);
    int[] found = resync.nearest();
    return found == null ? null : new long[] {offset + found[0], otherOffset + found[1]};
  }

  private static byte[] window(ByteView view, long offset, int reachBytes) throws FormatException {
    return view.bytes(offset, (int) Math.min(reachBytes, view.size() - offset));
  }

  private int @Nullable [] nearest() {
    Arrays.fill(places, -1);
    int remembered = 0;
    Anchors anchors = new Anchors(others);
    for (int at = anchors.next(); at >= 0 && remembered < MOST_ANCHORS; at = anchors.next()) {
      int slot = slot(anchors.hash);
      if (places[slot] < 0) {
        places[slot] = at;
        hashes[slot] = anchors.hash;
        remembered++;
      }
    }
    int[] best = null;
    int distance = Integer.MAX_VALUE;
    anchors = new Anchors(ones);
    for (int at = anchors.next(); at >= 0 && at < distance; at = anchors.next()) {
      int match = places[slot(anchors.hash)];
      if (match >= 0 && at + match < distance && isSame(at, match)) {
        distance = at + match;
        best = new int[] {at, match};
      }
    }
    return best == null ? null : back(best);
  }

  /** Where only some offsets are tested, equal bytes may begin before one of them. */
  private int[] back(int[] found) {
    int at = found[0];
    int match = found[1];
    while (at > 0 && match > 0 && ones[at - 1] == others[match - 1]) {
      at--;
      match--;
    }
    return new int[] {at, match};
  }

  private boolean isSame(int at, int match) {
    return Arrays.equals(ones, at, at + ANCHOR_BYTES, others, match, match + ANCHOR_BYTES);
  }

  private int slot(int hash) {
    int slot = (hash * MIXER) >>> (31 - Integer.numberOfTrailingZeros(MOST_ANCHORS));
    while (places[slot] >= 0 && hashes[slot] != hash) {
      slot = (slot + 1) & (hashes.length - 1);
    }
    return slot;
  }

  /** The places of a window that may be anchors, in order. */
  private final class Anchors {
    private final byte[] bytes;

    private final int leaving;

    private int end;
    private int alike;
    private int rolling;
    private int hash;

    Anchors(byte[] bytes) {
      this.bytes = bytes;
      int power = 1;
      for (int i = 0; i < ANCHOR_BYTES; i++) {
        power *= MULTIPLIER;
      }
      this.leaving = power;
    }

    /** The next one's start, with its hash in {@link #hash}; -1 if there are no more. */
    int next() {
      while (end < bytes.length) {
        rolling = rolling * MULTIPLIER + bytes[end];
        if (end >= ANCHOR_BYTES) {
          rolling -= leaving * bytes[end - ANCHOR_BYTES];
        }
        alike = end > 0 && bytes[end] == bytes[end - 1] ? alike + 1 : 1;
        end++;
        // Zeros and other fillings are the same everywhere and say nothing.
        boolean plain = alike >= ANCHOR_BYTES;
        if (end >= ANCHOR_BYTES && !plain && ((rolling * MIXER) >>> 8 & sampling) == 0) {
          hash = rolling;
          return end - ANCHOR_BYTES;
        }
      }
      return -1;
    }
  }
}
