package org.kpackworkbench.model.base.query;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Numbers as people type them: {@code 17}, {@code 1.5M}, {@code 4KiB}, {@code 0x1000}. */
final class NumberText {
  private static final Pattern NUMBER =
      Pattern.compile("(-?\\d{1,18}(?:\\.\\d{0,9})?|-?\\.\\d{1,9})(?:([kmgt])(?:i?b)?|b)?");
  private static final Pattern HEX = Pattern.compile("0x([0-9a-f]{1,15})");
  private static final String UNITS = "kmgt";
  private static final String TO = "..";

  /** All numbers from one to another, both included. */
  record Range(double from, double to) {
    boolean holds(double number) {
      return from <= number && number <= to;
    }
  }

  private NumberText() {}

  /**
   * The numbers that a text represents: {@code 0..4}, {@code 3..}, {@code ..4}, or one alone; null
   * if it represents none.
   */
  static @Nullable Range range(String text) {
    int at = text.indexOf(TO);
    if (at < 0) {
      double number = parse(text);
      return Double.isNaN(number) ? null : new Range(number, number);
    }
    String first = text.substring(0, at);
    String last = text.substring(at + TO.length());
    double from = first.isEmpty() ? Double.NEGATIVE_INFINITY : parse(first);
    double to = last.isEmpty() ? Double.POSITIVE_INFINITY : parse(last);
    boolean none = Double.isNaN(from) || Double.isNaN(to) || text.length() == TO.length();
    return none ? null : new Range(from, to);
  }

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
