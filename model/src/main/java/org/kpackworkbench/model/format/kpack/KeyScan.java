package org.kpackworkbench.model.format.kpack;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * One pass over a key's bytes, eight at a time: a hash, and whether the key needs a closer look.
 *
 * <p>A table has a hundred thousand keys of sixty bytes; looking at every byte by itself would take
 * longer than everything else that opening does. Not safe for use by several threads.
 */
final class KeyScan {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HIGH = 0x8080808080808080L;
  private static final long LOW7 = 0x7f7f7f7f7f7f7f7fL;
  private static final long DOTS = 0x2e2e2e2e2e2e2e2eL;
  private static final long BACKSLASHES = 0x5c5c5c5c5c5c5c5cL;
  private static final long FILLER = 0x7878787878787878L;
  private static final long MULTIPLIER = 0x9e3779b97f4a7c15L;

  private final long seed;
  private int hash;
  private boolean suspicious;

  /**
   * @param seed differs from archive to archive, so that no file can be made whose keys collide
   */
  KeyScan(long seed) {
    this.seed = seed;
  }

  /** Looks at a key. */
  void scan(byte[] bytes, int start, int length) {
    long mixed = seed ^ (length * MULTIPLIER);
    long odd = 0;
    long dotBefore = 0;
    int end = start + length;
    int at = start;
    while (at < end) {
      long word = at + 8 <= end ? (long) LONG.get(bytes, at) : tail(bytes, at, end);
      mixed = (mixed ^ word) * MULTIPLIER;
      mixed ^= mixed >>> 29;
      long dots = zeroBytes(word ^ DOTS);
      odd |= (word & HIGH) | zeroBytes(word) | zeroBytes(word ^ BACKSLASHES);
      odd |= dots & ((dots << 8) | dotBefore);
      dotBefore = dots >>> 56;
      at += 8;
    }
    hash = (int) (mixed ^ (mixed >>> 32));
    suspicious =
        odd != 0 || length == 0 || bytes[start] == '/' || (length > 1 && bytes[start + 1] == ':');
  }

  /** The hash of the last key. */
  int hash() {
    return hash;
  }

  /** Whether the last key may be unsafe or malformed: not plain ASCII, or with odd characters. */
  boolean suspicious() {
    return suspicious;
  }

  private static long tail(byte[] bytes, int at, int end) {
    long word = FILLER;
    for (int i = end - 1; i >= at; i--) {
      word = (word << 8) | (bytes[i] & 0xff);
    }
    return word;
  }

  /** 0x80 in each byte that is zero. */
  private static long zeroBytes(long word) {
    return ~(((word & LOW7) + LOW7) | word | LOW7);
  }
}
