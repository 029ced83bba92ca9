package org.kpackworkbench.model.base.job;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Makes something from what it is given: opens a file, reads a part of one, decides on a row. */
@FunctionalInterface
public interface Maker<A, T extends @Nullable Object> {
  /**
   * Makes it.
   *
   * @throws IOException if what is given cannot be read
   */
  T make(A from) throws IOException;
}
