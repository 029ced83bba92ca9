package org.kpackworkbench.model.format.kpack;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.ToIntFunction;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;

/**
 * The binary keys: the positions of their bytes, found again by hash. Open addressing over arrays
 * of numbers; the keys themselves stay in the file. Once indexed, safe for use by many threads.
 */
final class KeyIndex {
  private final ByteView view;
  private final long seed;
  private int count;
  private long[] starts = new long[0];
  private int[] lengths = new int[0];
  private int[] hashes = new int[0];
  private int[] slots = {-1};

  KeyIndex(ByteView view, long seed) {
    this.view = view;
    this.seed = seed;
  }

  int count() {
    return count;
  }

  /** Offset in the file of a key's first byte. */
  long start(int key) {
    return starts[key];
  }

  String text(int key) throws FormatException {
    return view.text(starts[key], lengths[key]);
  }

  /** The number of a key; the first of several; -1 if there is none. */
  int find(byte[] key) throws FormatException {
    KeyScan scan = new KeyScan(seed);
    scan.scan(key, 0, key.length);
    int mask = slots.length - 1;
    for (int slot = scan.hash() & mask; slots[slot] >= 0; slot = (slot + 1) & mask) {
      int candidate = slots[slot];
      if (hashes[candidate] == scan.hash() && Arrays.equals(bytes(candidate), key)) {
        return candidate;
      }
    }
    return -1;
  }

  /** Makes room for keys that are expected. */
  void expect(int keys) {
    resize(Math.max(keys, count));
  }

  /** Adds a key; it is found after {@link #index}. */
  int add(long start, int length, int hash) {
    if (count == starts.length) {
      resize(EntryTable.grown(count));
    }
    starts[count] = start;
    lengths[count] = length;
    hashes[count] = hash;
    return count++;
  }

  /** Takes the last key back. */
  void dropLast() {
    count--;
  }

  /**
   * Builds the way from hashes to keys, in one go after all were added, which touches memory in a
   * better order than one by one.
   *
   * @return the keys that repeat an earlier one
   */
  BitSet index() throws FormatException {
    if (count < starts.length) {
      resize(count);
    }
    slots = new int[4 * Math.max(1, Integer.highestOneBit(count))];
    Arrays.fill(slots, -1);
    BitSet repeated = new BitSet();
    int mask = slots.length - 1;
    for (int key = 0; key < count; key++) {
      int slot = hashes[key] & mask;
      while (slots[slot] >= 0 && !same(slots[slot], key)) {
        slot = (slot + 1) & mask;
      }
      // Of many equal ones only the first is entered, so that they do not make the search slow.
      if (slots[slot] < 0) {
        slots[slot] = key;
      } else {
        repeated.set(key);
      }
    }
    return repeated;
  }

  /**
   * The beginnings of all keys, not indexed yet.
   *
   * @param length how long the beginning of a key is, whose letters represent one byte each
   */
  KeyIndex cut(ToIntFunction<String> length) throws FormatException {
    KeyIndex parts = new KeyIndex(view, seed);
    parts.expect(count);
    KeyScan scan = new KeyScan(seed);
    for (int key = 0; key < count; key++) {
      byte[] bytes = bytes(key);
      int part = length.applyAsInt(new String(bytes, StandardCharsets.ISO_8859_1));
      scan.scan(bytes, 0, part);
      parts.add(starts[key], part, scan.hash());
    }
    return parts;
  }

  private boolean same(int one, int other) throws FormatException {
    return hashes[one] == hashes[other]
        && lengths[one] == lengths[other]
        && Arrays.equals(bytes(one), bytes(other));
  }

  private byte[] bytes(int key) throws FormatException {
    return view.bytes(starts[key], lengths[key]);
  }

  private void resize(int capacity) {
    starts = Arrays.copyOf(starts, capacity);
    lengths = Arrays.copyOf(lengths, capacity);
    hashes = Arrays.copyOf(hashes, capacity);
  }

  /**
   * One pass over a key's bytes, eight at a time: a hash, and whether the key needs a closer look.
   *
   * <p>A table has a hundred thousand keys of sixty bytes; reading each byte separately would take
   * longer than all other steps of opening. Not safe for use by several threads.
   */
  static final class KeyScan {
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

    /** Examines a key. */
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
}
