package org.kpackworkbench.views.window.shell;

import java.util.ArrayDeque;
import java.util.Deque;
import javafx.event.EventDispatcher;
import javafx.scene.Scene;

/**
 * Postpones work until a scene has dealt with its event. A table that handles a press selects the
 * row in several steps: what follows the selection must not exchange the rows in between. UI thread
 * only.
 */
final class EventTurn {
  private final Deque<Runnable> postponed = new ArrayDeque<>();
  private int depth;

  /** Counts the events of a scene from now on. */
  void watch(Scene scene) {
    EventDispatcher before = scene.getEventDispatcher();
    scene.setEventDispatcher(
        (event, tail) -> {
          depth++;
          try {
            return before.dispatchEvent(event, tail);
          } finally {
            depth--;
            if (depth == 0) {
              runPostponed();
            }
          }
        });
  }

  /** Runs something when the event is dealt with; at once where there is none. */
  void afterwards(Runnable work) {
    if (depth == 0) {
      work.run();
    } else {
      postponed.add(work);
    }
  }

  private void runPostponed() {
    Runnable work = postponed.poll();
    if (work == null) {
      return;
    }
    depth++;
    try {
      work.run();
    } finally {
      depth--;
      // What fails does not keep the rest from being done.
      runPostponed();
    }
  }
}
