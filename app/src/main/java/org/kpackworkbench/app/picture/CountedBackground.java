package org.kpackworkbench.app.picture;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javafx.application.Platform;
import org.kpackworkbench.views.kit.job.Background;

/** Background work that knows whether any is left, so that a picture waits for all of it. */
final class CountedBackground implements AutoCloseable {
  private static final int QUIET_ROUNDS = 3;
  private static final int MOST_ROUNDS = 1_000;

  private final AtomicInteger pending = new AtomicInteger();
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          2,
          task -> {
            Thread thread = new Thread(task, "picture");
            thread.setDaemon(true);
            return thread;
          });
  private final Background background =
      Background.on(
          task -> threads.execute(counted(task)), task -> Platform.runLater(counted(task)));

  Background background() {
    return background;
  }

  private Runnable counted(Runnable task) {
    pending.incrementAndGet();
    return () -> {
      try {
        task.run();
      } finally {
        pending.decrementAndGet();
      }
    };
  }

  /** Waits until no work is left and its results are drawn. */
  void settle() throws Exception {
    int quiet = 0;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      Toolkit.frames(2);
      quiet = pending.get() == 0 ? quiet + 1 : 0;
      if (quiet == QUIET_ROUNDS) {
        return;
      }
    }
    throw new PictureException("the view did not become idle");
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
