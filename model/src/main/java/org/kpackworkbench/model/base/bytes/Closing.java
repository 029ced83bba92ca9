package org.kpackworkbench.model.base.bytes;

import java.io.Closeable;
import java.io.IOException;
import java.util.Collection;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Maker;

/** Closes several, or what turns out to be of no use. */
public final class Closing {
  private Closing() {}

  /** Closes all, whatever happens to one; throws the first failure. */
  public static <T> void all(Collection<T> several, Function<T, Closeable> each)
      throws IOException {
    @Nullable IOException first = null;
    for (T one : several) {
      try {
        each.apply(one).close();
      } catch (IOException failure) {
        if (first == null) {
          first = failure;
        } else {
          first.addSuppressed(failure);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }

  /**
   * Makes something of what was opened, which is closed if that fails.
   *
   * @throws IOException if it fails
   */
  public static <R extends AutoCloseable, T> T ifFails(R opened, Maker<? super R, T> maker)
      throws IOException {
    try {
      return maker.make(opened);
    } catch (IOException | RuntimeException failure) {
      try {
        opened.close();
      } catch (Exception unclosed) {
        failure.addSuppressed(unclosed);
      }
      throw failure;
    }
  }
}
