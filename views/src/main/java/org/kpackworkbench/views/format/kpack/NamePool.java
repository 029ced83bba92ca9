package org.kpackworkbench.views.format.kpack;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Many names in one array of bytes: a hundred thousand of them cost no object each. */
final class NamePool {
  private byte[] bytes = new byte[1024];
  private int[] ends = new int[64];
  private int count;

  /** Adds a name and returns its number; nobody reads meanwhile. */
  int add(String name) {
    byte[] encoded = name.getBytes(StandardCharsets.UTF_8);
    int start = start(count);
    int end = Math.addExact(start, encoded.length);
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8, end + (end / 2L)));
    }
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, count + count / 2);
    }
    System.arraycopy(encoded, 0, bytes, start, encoded.length);
    ends[count] = end;
    return count++;
  }

  int count() {
    return count;
  }

  /** A name, in a new string. */
  String get(int number) {
    int start = start(number);
    return new String(bytes, start, ends[number] - start, StandardCharsets.UTF_8);
  }

  /** Gives back what was allocated in advance. */
  void trim() {
    bytes = Arrays.copyOf(bytes, start(count));
    ends = Arrays.copyOf(ends, count);
  }

  private int start(int number) {
    return number == 0 ? 0 : ends[number - 1];
  }
}
