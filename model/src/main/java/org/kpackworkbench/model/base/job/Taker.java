package org.kpackworkbench.model.base.job;

import java.io.IOException;

/** Takes things one by one, or one that is ready. */
@FunctionalInterface
public interface Taker<T> {
  void take(T thing) throws IOException;
}
