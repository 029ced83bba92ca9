package org.kpackworkbench.model.bench;

import java.util.Locale;

/** Figures as people read them. */
final class Units {
  private Units() {}

  /** Seconds with three digits, in the unit that fits. */
  static String time(double seconds) {
    if (seconds >= 0.9995) {
      return digits(seconds) + " s";
    }
    return seconds >= 0.0009995 ? digits(seconds * 1e3) + " ms" : digits(seconds * 1e6) + " µs";
  }

  /** Millions of bytes. */
  static String megabytes(long kb) {
    return kb == 0 ? "" : String.format(Locale.ROOT, "%.0f", kb * 1024 / 1e6);
  }

  static String bytes(long bytes) {
    return bytes >= 1_000_000_000
        ? String.format(Locale.ROOT, "%.2f GB", bytes / 1e9)
        : String.format(Locale.ROOT, "%.0f MB", Math.max(1, bytes / 1e6));
  }

  /** Millions of bytes in a second. */
  static String rate(long bytes, double seconds) {
    return bytes == 0 ? "" : String.format(Locale.ROOT, "%,.0f", bytes / 1e6 / seconds);
  }

  private static String digits(double number) {
    int behind = number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2;
    return String.format(Locale.ROOT, "%,." + behind + "f", number);
  }
}
