package org.kpackworkbench.model.format.elf;

import java.util.List;

/**
 * Names of constants that are numbered from 0 on.
 *
 * @param names by number; a dash where a number has no name
 */
record ConstantNames(List<String> names) {
  /** Takes names with blanks between them. */
  static ConstantNames of(String names) {
    return new ConstantNames(List.of(names.strip().split("\\s+")));
  }

  /** The name of a number; {@code otherwise} where it has none. */
  String name(long number, String otherwise) {
    boolean known = number >= 0 && number < names.size() && !names.get((int) number).equals("-");
    return known ? names.get((int) number) : otherwise;
  }
}
