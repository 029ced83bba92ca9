package org.kpackworkbench.model.analysis.diff;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.kpackworkbench.model.base.unpack.UnpackBudget;

/**
 * What ends with a comparison, and what it may unpack. Not safe for use by several threads while
 * things are added.
 */
public final class Resources implements AutoCloseable {
  private final Deque<AutoCloseable> held = new ArrayDeque<>();
  private final UnpackBudget budget;

  /** For a comparison that unpacks one thing at a time. */
  public Resources() {
    this(UnpackBudget.one());
  }

  /**
   * @param budget what the comparison may unpack, with all that is opened from it
   */
  public Resources(UnpackBudget budget) {
    this.budget = budget;
  }

  /** What the comparison may unpack. */
  public UnpackBudget budget() {
    return budget;
  }

  /** For a comparison that is opened from this one, and ends on its own. */
  public Resources ofPart() {
    return new Resources(budget);
  }

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
