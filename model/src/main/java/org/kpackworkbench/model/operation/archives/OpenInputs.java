package org.kpackworkbench.model.operation.archives;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.operation.hostonly.ConvertInput;

/** Binaries whose code objects an archive's writer may still read; a few at a time stay open. */
public final class OpenInputs implements AutoCloseable {
  private static final int MOST = 32;

  private final List<ConvertInput> inputs = new ArrayList<>();

  /** Waits until writers have done with what they were given. */
  public interface Drain {
    /** Waits; fails where a writer did. */
    void drain() throws IOException;
  }

  /** Keeps a binary open until the writers have done with it. */
  public void add(ConvertInput input, Drain writers) throws IOException {
    inputs.add(input);
    if (inputs.size() >= MOST) {
      writers.drain();
      close();
    }
  }

  @Override
  public void close() throws IOException {
    @Nullable IOException failure = null;
    for (ConvertInput input : inputs) {
      try {
        input.close();
      } catch (IOException one) {
        failure = one;
      }
    }
    inputs.clear();
    if (failure != null) {
      throw failure;
    }
  }
}
