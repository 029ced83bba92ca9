package org.kpackworkbench.model.query;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers as people type them: {@code 17}, {@code 1.5M}, {@code 4KiB}, {@code 0x1000}. */
final class NumberText {
  private static final Pattern NUMBER =
      Pattern.compile("(-?\\d{1,18}(?:\\.\\d{0,9})?|-?\\.\\d{1,9})(?:([kmgt])(?:i?b)?|b)?");
  private static final Pattern HEX = Pattern.compile("0x([0-9a-f]{1,15})");
  private static final String UNITS = "kmgt";

  private NumberText() {}

  /** The number that a text is; {@link Double#NaN} where it is none. Units are powers of 1024. */
  static double parse(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    Matcher hex = HEX.matcher(lower);
    if (hex.matches()) {
      return Long.parseLong(hex.group(1), 16);
    }
    Matcher number = NUMBER.matcher(lower);
    if (!number.matches()) {
      return Double.NaN;
    }
    double value = Double.parseDouble(number.group(1));
    String unit = number.group(2);
    return unit == null ? value : value * Math.pow(1024, UNITS.indexOf(unit) + 1);
  }
}
