package org.kpackworkbench.model.base.bytes;

import java.io.Closeable;
import java.io.IOException;
import java.util.Collection;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Closes several. */
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
}
