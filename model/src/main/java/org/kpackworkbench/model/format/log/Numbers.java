package org.kpackworkbench.model.format.log;

import java.util.Arrays;
import java.util.Objects;

/** A list of numbers that only grows. Not safe for use by several threads while it does. */
public final class Numbers {
  private long[] values = new long[16];
  private int count;

  /** Adds a number at the end. */
  public void add(long value) {
    if (count == values.length) {
      values = Arrays.copyOf(values, Math.multiplyExact(count, 2));
    }
    values[count++] = value;
  }

  /** How many there are. */
  public int size() {
    return count;
  }

  /** One of them. */
  public long get(int index) {
    return values[Objects.checkIndex(index, count)];
  }

  /** The last one; a number below all others where there is none. */
  public long last() {
    return count == 0 ? Long.MIN_VALUE : values[count - 1];
  }

  /** Where a number is in a list that is sorted; negative if it is not in it. */
  public int find(long value) {
    return Arrays.binarySearch(values, 0, count, value);
  }

  /** Gives back the room that is left for more. */
  public void trim() {
    values = Arrays.copyOf(values, count);
  }
}
