package org.kpackworkbench.views.operation.edit;

import java.util.ArrayDeque;
import java.util.Deque;
import org.kpackworkbench.views.kit.job.Background;

/** Background work that is done when a test says so, one piece after the other. */
public final class LaterWork {
  private final Deque<Runnable> work = new ArrayDeque<>();
  private boolean later;

  /** Does everything at once until {@link #hold}. */
  public Background background() {
    return Background.on(
        task -> {
          if (later) {
            work.add(task);
          } else {
            task.run();
          }
        },
        Runnable::run);
  }

  /** From now on work waits. */
  public void hold() {
    later = true;
  }

  /** How many pieces wait. */
  public int waiting() {
    return work.size();
  }

  /** Does the piece that has waited longest. */
  public void step() {
    work.removeFirst().run();
  }

  /** Does the waiting work, and the work that results from it, until nothing waits. */
  public void all() {
    while (!work.isEmpty()) {
      step();
    }
  }
}
