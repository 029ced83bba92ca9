package org.kpackworkbench.model.base.text;

import java.util.Locale;

/** Numbers of things: {@code 1 file}, {@code 3 files}, {@code 2 binaries}. */
public final class CountText {
  private CountText() {}

  /**
   * How many there are.
   *
   * @param one the word for one of them, of which the plural is regular
   */
  public static String of(long count, String one) {
    return of(count, one, many(one));
  }

  /** How many there are, of a word whose plural is not regular. */
  public static String of(long count, String one, String many) {
    return count + " " + word(count, one, many);
  }

  /** Returns a number and its word, with the digits in groups of three: {@code 12 345 rows}. */
  public static String grouped(long count, String one) {
    return grouped(count) + " " + word(count, one);
  }

  /** A number with its digits in groups of three: {@code 12 345}. */
  public static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number).replace(',', ' ');
  }

  /** The word alone, as it follows a number. */
  public static String word(long count, String one) {
    return word(count, one, many(one));
  }

  /** Returns whichever of two words, such as verbs, fits a number: {@code finds}, {@code find}. */
  public static String word(long count, String one, String many) {
    return count == 1 ? one : many;
  }

  private static String many(String one) {
    int last = one.length() - 1;
    return one.charAt(last) == 'y' && "aeiou".indexOf(one.charAt(last - 1)) < 0
        ? one.substring(0, last) + "ies"
        : one + (one.endsWith("x") || one.endsWith("ch") ? "es" : "s");
  }
}
