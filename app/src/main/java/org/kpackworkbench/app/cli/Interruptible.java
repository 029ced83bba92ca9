package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.kpackworkbench.model.base.job.Progress;

/** Work that stops cleanly on Ctrl+C: it may take its temporary files away. */
final class Interruptible implements Progress {
  private static final long MOST_SECONDS = 10;

  /** What is done. */
  @FunctionalInterface
  interface Work<T> {
    T run(Progress progress) throws IOException;
  }

  private final Progress shown;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean cancelled;

  private Interruptible(Progress shown) {
    this.shown = shown;
  }

  static <T> T run(Work<T> work, Progress shown) throws IOException {
    Interruptible progress = new Interruptible(shown);
    Thread hook = new Thread(progress::stop, "stop");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return work.run(progress);
    } finally {
      progress.ended.countDown();
      progress.forget(hook);
    }
  }

  private void forget(Thread hook) {
    if (!cancelled) {
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }

  private void stop() {
    cancelled = true;
    try {
      boolean inTime = ended.await(MOST_SECONDS, TimeUnit.SECONDS);
      if (!inTime) {
        return;
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void begin(String what, long totalUnits) {
    shown.begin(what, totalUnits);
  }

  @Override
  public void advance(long units) {
    shown.advance(units);
  }

  @Override
  public boolean cancelled() {
    return cancelled;
  }
}
