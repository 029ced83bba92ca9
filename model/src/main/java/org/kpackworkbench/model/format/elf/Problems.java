package org.kpackworkbench.model.format.elf;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/**
 * What was found broken while the rest was read; keeps the first ones, a file may have millions.
 */
final class Problems {
  private static final int MOST = 1000;

  private final List<FormatException> list = new ArrayList<>();

  /**
   * Keeps a problem.
   *
   * @throws FormatException the problem itself, where it is that the file changed or was closed:
   *     then nothing else that is read can be right
   */
  void add(FormatException problem) throws FormatException {
    if (problem.reason() == Reason.FILE_CHANGED || problem.reason() == Reason.CLOSED) {
      throw problem;
    }
    if (list.size() < MOST) {
      list.add(problem);
    }
  }

  List<FormatException> list() {
    return List.copyOf(list);
  }
}
