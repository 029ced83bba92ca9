package org.kpackworkbench.model.base.job;

import java.io.IOException;

/** Makes something from what it is given: opens a file, reads a part of one, decides on a row. */
@FunctionalInterface
public interface Maker<A, T> {
  /**
   * Makes it.
   *
   * @throws IOException if what is given cannot be read
   */
  T make(A from) throws IOException;
}
