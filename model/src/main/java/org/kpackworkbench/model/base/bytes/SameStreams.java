package org.kpackworkbench.model.base.bytes;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.kpackworkbench.model.base.job.Progress;

/** Compares streams in windows, up to the first difference. Stateless: safe for many threads. */
public final class SameStreams {
  private static final int WINDOW_BYTES = 128 * 1024;

  private SameStreams() {}

  /**
   * Tests whether both streams have the same bytes up to their ends. Closes neither.
   *
   * @throws IOException if a stream fails
   */
  public static boolean test(InputStream one, InputStream other) throws IOException {
    return test(one, other, Progress.NONE);
  }

  /**
   * Tests whether both streams have the same bytes up to their ends. Closes neither.
   *
   * @throws IOException if a stream fails
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static boolean test(InputStream one, InputStream other, Progress progress)
      throws IOException {
    byte[] ones = new byte[WINDOW_BYTES];
    byte[] others = new byte[WINDOW_BYTES];
    while (true) {
      progress.step(0);
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
