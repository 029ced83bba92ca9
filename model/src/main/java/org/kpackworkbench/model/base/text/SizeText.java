package org.kpackworkbench.model.base.text;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Writes byte counts for people: binary units with one decimal, beside which a view may put the
 * exact count.
 */
public final class SizeText {
  private static final int MOST_DECIMALS = 3;
  private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

  private SizeText() {}

  /**
   * Returns a size rounded to one decimal in the largest unit that keeps it at 1 or more, such as
   * {@code 24.8 MiB}; below 1024 the exact count, such as {@code 17 B}. The decimal separator is a
   * point in every locale.
   *
   * @param sizeBytes the size in bytes, from 0
   * @throws IllegalArgumentException if the size is negative
   */
  public static String of(long sizeBytes) {
    return rounded(sizeBytes, 1);
  }

  /**
   * Returns a size as {@link #of} does, for a place where other sizes are beside it: with two or
   * three decimals, or as the exact count, where it would else read like another size that differs.
   * For the same sizes, all of them get as many decimals.
   *
   * @param sizeBytes the size in bytes, from 0
   * @param beside the sizes beside it, itself among them or not; negative ones are not shown there
   */
  public static String of(long sizeBytes, long... beside) {
    for (int decimals = 1; decimals <= MOST_DECIMALS; decimals++) {
      if (isApart(decimals, sizeBytes, beside)) {
        return rounded(sizeBytes, decimals);
      }
    }
    return exact(sizeBytes);
  }

  private static boolean isApart(int decimals, long sizeBytes, long... beside) {
    Map<String, Long> seen = new HashMap<>();
    seen.put(rounded(sizeBytes, decimals), sizeBytes);
    for (long other : beside) {
      Long same = other < 0 ? null : seen.putIfAbsent(rounded(other, decimals), other);
      if (same != null && same != other) {
        return false;
      }
    }
    return true;
  }

  private static String rounded(long sizeBytes, int decimals) {
    if (sizeBytes < 0) {
      throw new IllegalArgumentException("negative size: " + sizeBytes);
    }
    if (sizeBytes < 1024) {
      return sizeBytes + " B";
    }
    double scaled = sizeBytes / 1024.0;
    int unit = 0;
    // 1023.95 would round up to "1024.0" of the smaller unit.
    double most = 1024 - 0.5 / Math.pow(10, decimals);
    while (scaled >= most && unit < UNITS.length - 1) {
      scaled /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, "%." + decimals + "f %s", scaled, UNITS[unit]);
  }

  /** Returns the exact count with its digits grouped by spaces, such as {@code 26 034 176 B}. */
  public static String exact(long sizeBytes) {
    return CountText.grouped(sizeBytes) + " B";
  }
}
