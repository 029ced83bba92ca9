package org.kpackworkbench.views.operation.forms;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One file of a preview or a result, or something in it.
 *
 * @param fate what becomes of it
 * @param name what it is called there: short where all are in one folder
 * @param file the file that it would be or is; null where it is none
 * @param what targets, or why
 * @param beforeBytes its size before; -1 where there was nothing or nobody knows
 * @param afterBytes its size afterwards; -1 where there is nothing or nobody knows yet
 */
record FormRow(
    Fate fate, String name, @Nullable Path file, String what, long beforeBytes, long afterBytes) {

  /** A row without sizes. */
  static FormRow of(Fate fate, String name, @Nullable Path file, String what) {
    return new FormRow(fate, name, file, what, -1, -1);
  }
}
