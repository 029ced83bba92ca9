package org.kpackworkbench.model.base.bytes;

import java.util.Arrays;

/** Looks for bytes other than zero, in windows read by position. */
public final class ZeroScan {
  /** Windows are a multiple of every usual page size. */
  public static final int WINDOW_BYTES = 256 * 1024;

  private static final int FIRST_WINDOW_BYTES = 8 * 1024;

  private ZeroScan() {}

  /** Whether all bytes of a range are zero; an empty range is. */
  public static boolean isZero(ByteView view, ByteRange range) throws FormatException {
    return isFilled(view, range, 0);
  }

  /** Whether all bytes of a range have one value, 0–255; an empty range has any. */
  public static boolean isFilled(ByteView view, ByteRange range, int value) throws FormatException {
    return endOfFill(view, range, value) == range.end();
  }

  /** Offset of the first byte of a range that is not zero; the range's end where all are. */
  public static long firstNonZero(ByteView view, ByteRange range) throws FormatException {
    return endOfFill(view, range, 0);
  }

  /** How many zero bytes a part of an array has before the first other one. */
  public static int zeros(byte[] bytes, int start, int length) {
    return fill(bytes, start, length, 0);
  }

  private static long endOfFill(ByteView view, ByteRange range, int value) throws FormatException {
    byte[] window = new byte[0];
    for (long at = range.start(); at < range.end(); ) {
      long known = value == 0 ? Math.min(view.knownZeros(at), range.end() - at) : 0;
      if (known > 0) {
        at += known;
        continue;
      }
      if (window.length < WINDOW_BYTES) {
        // Most ranges are known to be zero, or short; a large window costs more than reading them.
        int first = window.length == 0 ? FIRST_WINDOW_BYTES : WINDOW_BYTES;
        window = new byte[(int) Math.min(first, range.end() - at)];
      }
      int count = (int) Math.min(window.length, range.end() - at);
      view.copyTo(at, window, 0, count);
      int filled = fill(window, 0, count, value);
      if (filled < count) {
        return at + filled;
      }
      at += count;
    }
    return range.end();
  }

  private static int fill(byte[] bytes, int start, int length, int value) {
    // Comparing a part with itself one byte later is one vectorised call, and needs no second
    // array.
    if (length == 0 || bytes[start] != (byte) value) {
      return 0;
    }
    int end = start + length;
    int differs = Arrays.mismatch(bytes, start, end - 1, bytes, start + 1, end);
    return differs < 0 ? length : differs + 1;
  }
}
