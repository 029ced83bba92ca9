package org.kpackworkbench.model.format.kpack;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Compares streams. */
final class SameBytes {
  private static final int WINDOW_BYTES = 128 * 1024;

  private SameBytes() {}

  /** Whether both hold the same bytes up to their ends. */
  static boolean test(InputStream one, InputStream other) throws IOException {
    byte[] ones = new byte[WINDOW_BYTES];
    byte[] others = new byte[WINDOW_BYTES];
    while (true) {
      int count = one.readNBytes(ones, 0, WINDOW_BYTES);
      if (count != other.readNBytes(others, 0, WINDOW_BYTES)
          || !Arrays.equals(ones, 0, count, others, 0, count)) {
        return false;
      }
      if (count < WINDOW_BYTES) {
        return true;
      }
    }
  }
}
