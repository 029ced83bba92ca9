package org.kpackworkbench.model.diff;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** What ends with a comparison. Not safe for use by several threads while things are added. */
public final class Resources implements AutoCloseable {
  private final Deque<AutoCloseable> held = new ArrayDeque<>();

  /** Takes something over; it is closed before what was taken earlier. */
  public <T extends AutoCloseable> T add(T resource) {
    held.push(resource);
    return resource;
  }

  /** Closes everything, also where something fails. Does nothing the second time. */
  @Override
  public void close() throws IOException {
    IOException first = null;
    while (!held.isEmpty()) {
      try {
        held.pop().close();
      } catch (IOException failure) {
        first = failure;
      } catch (RuntimeException failure) {
        throw failure;
      } catch (Exception failure) {
        first = new IOException(failure);
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
