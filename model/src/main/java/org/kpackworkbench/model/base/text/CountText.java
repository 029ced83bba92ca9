package org.kpackworkbench.model.base.text;

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
    return count == 1 ? "1 " + one : count + " " + many;
  }

  /** The word alone, as it follows a number. */
  public static String word(long count, String one) {
    return count == 1 ? one : many(one);
  }

  private static String many(String one) {
    int last = one.length() - 1;
    return one.charAt(last) == 'y' && "aeiou".indexOf(one.charAt(last - 1)) < 0
        ? one.substring(0, last) + "ies"
        : one + (one.charAt(last) == 'x' ? "es" : "s");
  }
}
