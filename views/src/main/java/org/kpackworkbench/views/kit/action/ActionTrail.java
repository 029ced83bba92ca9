package org.kpackworkbench.views.kit.action;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last actions; safe for use by many threads. */
public final class ActionTrail {
  private static final int MOST = 12;

  private final Deque<String> newestFirst = new ArrayDeque<>();

  synchronized void ran(ActionId id) {
    newestFirst.addFirst(
        Instant.now().truncatedTo(ChronoUnit.SECONDS) + "  " + id.fullText() + " (" + id + ")");
    if (newestFirst.size() > MOST) {
      newestFirst.removeLast();
    }
  }

  /** A line each with the time and the action, newest first. */
  public synchronized List<String> newestFirst() {
    return List.copyOf(newestFirst);
  }
}
