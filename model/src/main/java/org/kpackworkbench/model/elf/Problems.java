package org.kpackworkbench.model.elf;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.bytes.FormatException;

/**
 * What was found broken while the rest was read; keeps the first ones, a file may have millions.
 */
final class Problems {
  private static final int MOST = 1000;

  private final List<FormatException> list = new ArrayList<>();

  void add(FormatException problem) {
    if (list.size() < MOST) {
      list.add(problem);
    }
  }

  boolean full() {
    return list.size() >= MOST;
  }

  List<FormatException> list() {
    return List.copyOf(list);
  }
}
