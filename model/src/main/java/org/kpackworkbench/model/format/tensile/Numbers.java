package org.kpackworkbench.model.format.tensile;

import java.util.Arrays;

/** Numbers in the order in which they were found. Written by one thread, and then read by any. */
final class Numbers {
  private long[] values = new long[16];
  private int size;

  void add(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size + size / 2);
    }
    values[size++] = value;
  }

  long get(int index) {
    return values[index];
  }

  int size() {
    return size;
  }

  long[] sorted() {
    long[] copy = Arrays.copyOf(values, size);
    Arrays.sort(copy);
    return copy;
  }
}
