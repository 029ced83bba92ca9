package org.kpackworkbench.model.base.text;

import java.util.Locale;

/**
 * Writes byte counts for people: binary units with one decimal, beside which a view may put the
 * exact count.
 */
public final class SizeText {
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
    if (sizeBytes < 0) {
      throw new IllegalArgumentException("negative size: " + sizeBytes);
    }
    if (sizeBytes < 1024) {
      return sizeBytes + " B";
    }
    double scaled = sizeBytes / 1024.0;
    int unit = 0;
    // 1023.95 would round up to "1024.0" of the smaller unit.
    while (scaled >= 1023.95 && unit < UNITS.length - 1) {
      scaled /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, "%.1f %s", scaled, UNITS[unit]);
  }

  /** Returns the exact count with its digits grouped by spaces, such as {@code 26 034 176 B}. */
  public static String exact(long sizeBytes) {
    return String.format(Locale.ROOT, "%,d", sizeBytes).replace(',', ' ') + " B";
  }
}
