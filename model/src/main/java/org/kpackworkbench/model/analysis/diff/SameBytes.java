package org.kpackworkbench.model.analysis.diff;

import java.util.Arrays;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;

/** Compares bytes in windows; nothing is held whole. */
public final class SameBytes {
  static final int WINDOW_BYTES = 256 * 1024;

  private SameBytes() {}

  /**
   * Where two views first differ.
   *
   * @param progress is advanced by the bytes of each window
   * @return the offset; the shorter one's size where they differ only in length; -1 where they are
   *     the same
   */
  public static long mismatch(ByteView one, ByteView other, Progress progress)
      throws FormatException {
    long common = Math.min(one.size(), other.size());
    int window = (int) Math.min(WINDOW_BYTES, common);
    byte[] ones = new byte[window];
    byte[] others = new byte[window];
    for (long at = 0; at < common; at += window) {
      int count = (int) Math.min(window, common - at);
      one.copyTo(at, ones, 0, count);
      other.copyTo(at, others, 0, count);
      int differs = Arrays.mismatch(ones, 0, count, others, 0, count);
      if (differs >= 0) {
        return at + differs;
      }
      progress.step(count);
    }
    return one.size() == other.size() ? -1 : common;
  }

  /** Whether two sides have the same bytes. */
  public static boolean sameSides(Side one, Side other, Progress progress) throws FormatException {
    ByteView first = one.bytes();
    ByteView second = other.bytes();
    return first != null && second != null && mismatch(first, second, progress) < 0;
  }

  /** Whether all sides have bytes, as many, and the same. */
  static boolean identical(List<Side> sides, Progress progress) throws FormatException {
    ByteView first = sides.getFirst().bytes();
    if (first == null) {
      return false;
    }
    for (Side side : sides) {
      if (side.sizeBytes() != first.size()) {
        return false;
      }
    }
    for (Side side : sides.subList(1, sides.size())) {
      ByteView bytes = side.bytes();
      if (bytes == null || mismatch(first, bytes, progress) >= 0) {
        return false;
      }
    }
    return true;
  }

  /** The bytes that are read to know whether all are the same. */
  static long work(List<Side> sides) {
    return Math.max(0, sides.getFirst().sizeBytes()) * (sides.size() - 1);
  }
}
