package org.kpackworkbench.app.cli.info;

import java.util.List;
import java.util.stream.Collectors;

/** How values look in a table. */
final class Cells {
  private Cells() {}

  /** A number; {@code -} where it is not known. */
  static String known(long number) {
    return number < 0 ? "-" : Long.toString(number);
  }

  static String hex(long number) {
    return "0x" + Long.toHexString(number);
  }

  static String numbers(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }
}
