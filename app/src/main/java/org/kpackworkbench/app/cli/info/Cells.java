package org.kpackworkbench.app.cli.info;

import java.util.List;
import java.util.stream.Collectors;

/** How values look in a table. */
final class Cells {
  private static final int MOST_SENTENCES = 4;

  private Cells() {}

  /** A number; {@code -} where it is not known. */
  static String known(long number) {
    return number < 0 ? "-" : Long.toString(number);
  }

  /** Sentences, the first of many. */
  static String few(List<String> sentences) {
    String first = sentences.stream().limit(MOST_SENTENCES).collect(Collectors.joining(" "));
    int more = sentences.size() - MOST_SENTENCES;
    return more <= 0 ? first : "%s And %d more like these (--json has all).".formatted(first, more);
  }

  static String hex(long number) {
    return "0x" + Long.toHexString(number);
  }

  static String numbers(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }
}
