package org.kpackworkbench.model.operation.pack;

import java.io.IOException;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;

/** Closes several things, all of them whatever happens to one. */
public final class Closing {
  private Closing() {}

  /** Closes all; throws the first failure, with the others. */
  public static void all(Collection<ArchiveWriter> writers) throws IOException {
    @Nullable IOException failure = null;
    for (ArchiveWriter writer : writers) {
      try {
        writer.close();
      } catch (IOException one) {
        if (failure == null) {
          failure = one;
        } else {
          failure.addSuppressed(one);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
