package org.kpackworkbench.model.base.output;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** How values look in a table. */
public final class Cells {
  private static final int MOST_SENTENCES = 4;

  private Cells() {}

  /** A number; {@code -} where it is not known. */
  public static String known(long number) {
    return number < 0 ? "-" : Long.toString(number);
  }

  /** Sentences, the first of many. */
  public static String few(List<String> sentences) {
    String first = sentences.stream().limit(MOST_SENTENCES).collect(Collectors.joining(" "));
    int more = sentences.size() - MOST_SENTENCES;
    return more <= 0 ? first : "%s And %d more like these (--json has all).".formatted(first, more);
  }

  /** A number in hexadecimal. */
  public static String hex(long number) {
    return "0x" + Long.toHexString(number);
  }

  /** A constant as programs know it: {@code no-device-code}. */
  public static String id(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Numbers, one after another. */
  public static String numbers(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }
}
