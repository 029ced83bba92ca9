package org.kpackworkbench.model.base.bytes;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * Numbers for texts, in the order in which each came first, without holding the texts: some thirty
 * bytes each, however long they are. Two texts are one where the first 128 bits of their SHA-256
 * are. Not safe for use by several threads.
 */
public final class DistinctTexts {
  private final MessageDigest digest = Digests.sha256();
  private int count;
  private long[] high = new long[64];
  private long[] low = new long[64];
  private int[] slots = filled(256);

  /** Number of texts. */
  public int count() {
    return count;
  }

  /** The number of a text; -1 if it did not come yet. */
  public int find(String text) {
    ByteBuffer hash = hash(text);
    return slots[slot(hash.getLong(), hash.getLong())];
  }

  /** Whether a text did not come yet; it is numbered then. */
  public boolean add(String text) {
    int before = count;
    number(text);
    return count > before;
  }

  /** The number of a text: that of an equal one, or the next. */
  public int number(String text) {
    ByteBuffer hash = hash(text);
    long first = hash.getLong();
    long second = hash.getLong();
    int slot = slot(first, second);
    if (slots[slot] >= 0) {
      return slots[slot];
    }
    if (count == high.length) {
      grow();
      slot = slot(first, second);
    }
    high[count] = first;
    low[count] = second;
    slots[slot] = count;
    return count++;
  }

  private ByteBuffer hash(String text) {
    return ByteBuffer.wrap(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Where a hash is, or would be. */
  private int slot(long first, long second) {
    int mask = slots.length - 1;
    int slot = (int) first & mask;
    while (slots[slot] >= 0 && (high[slots[slot]] != first || low[slots[slot]] != second)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    high = Arrays.copyOf(high, count + count / 2);
    low = Arrays.copyOf(low, high.length);
    if (slots.length < 2 * high.length) {
      slots = filled(2 * slots.length);
      for (int number = 0; number < count; number++) {
        slots[slot(high[number], low[number])] = number;
      }
    }
  }

  private static int[] filled(int length) {
    int[] slots = new int[length];
    Arrays.fill(slots, -1);
    return slots;
  }
}
