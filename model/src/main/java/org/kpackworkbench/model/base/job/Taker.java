package org.kpackworkbench.model.base.job;

import java.io.IOException;

/** Takes things one by one, or one that is ready. */
@FunctionalInterface
public interface Taker<T> {
  /**
   * Takes the next one.
   *
   * @throws IOException if it cannot be written or read further; no more are given then
   */
  void take(T thing) throws IOException;
}
