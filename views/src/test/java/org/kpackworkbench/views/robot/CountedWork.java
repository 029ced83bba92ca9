package org.kpackworkbench.views.robot;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javafx.application.Platform;
import org.kpackworkbench.views.kit.job.Background;

/** Background work on a thread, as in the program, of which a test can await the end. */
public final class CountedWork {
  private static final int QUIET_ROUNDS = 2;

  private final AtomicInteger left = new AtomicInteger();
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "background of a test");
            thread.setDaemon(true);
            return thread;
          });
  private final Background background =
      Background.on(
          task -> thread.execute(counted(task)), task -> Platform.runLater(counted(task)));

  /** Where views have their work done; results are handed over on the JavaFX thread. */
  public Background background() {
    return background;
  }

  private Runnable counted(Runnable task) {
    left.incrementAndGet();
    return () -> {
      try {
        task.run();
      } finally {
        left.decrementAndGet();
      }
    };
  }

  /** Waits until no work is left and its results are laid out and request no more. */
  public void awaitEnd() {
    int quiet = 0;
    while (quiet < QUIET_ROUNDS) {
      Await.settled();
      quiet = left.get() == 0 ? quiet + 1 : 0;
      Await.until("the end of the background work", () -> left.get() == 0);
    }
  }
}
