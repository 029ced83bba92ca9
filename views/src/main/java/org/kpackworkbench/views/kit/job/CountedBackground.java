package org.kpackworkbench.views.kit.job;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javafx.application.Platform;

/**
 * Background work of which is known whether any is left: for pictures and measurements, which wait
 * for all of it. May be used on any thread.
 */
public final class CountedBackground implements AutoCloseable {
  private final AtomicInteger pending = new AtomicInteger();
  private final ExecutorService threads;
  private final Background background;

  /**
   * Starts no thread before there is work.
   *
   * @param threadCount how many threads there are; at least 1
   */
  public CountedBackground(int threadCount) {
    threads =
        Executors.newFixedThreadPool(
            threadCount,
            task -> {
              Thread thread = new Thread(task, "background");
              thread.setDaemon(true);
              return thread;
            });
    background =
        Background.on(
            task -> threads.execute(counted(task)), task -> Platform.runLater(counted(task)));
  }

  /** Returns the background that runs the work. */
  public Background background() {
    return background;
  }

  /** How much work is left, and how many results that are still to be handed over. */
  public int pending() {
    return pending.get();
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

  /** Stops its threads. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
