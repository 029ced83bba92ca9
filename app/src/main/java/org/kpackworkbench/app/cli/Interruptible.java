package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;

/**
 * Work that stops cleanly on Ctrl+C: it may take its temporary files away. It may have a part that
 * is such work, too.
 */
final class Interruptible implements Progress {
  private static final long MOST_SECONDS = 10;

  /**
   * Work that can be interrupted.
   *
   * @param <T> the result
   * @param <E> how it can fail, besides reading and writing
   */
  @FunctionalInterface
  interface Work<T, E extends Exception> {
    T run(Progress progress) throws IOException, E;
  }

  /** Work was stopped; a message says so before the program ends. */
  static final class Stopped extends CancellationException {
    private static final long serialVersionUID = 1L;

    private Stopped() {
      super("cancelled");
    }
  }

  private final Console console;
  private final Progress shown;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean cancelled;
  private volatile boolean stopped;

  private Interruptible(Console console) {
    this.console = console;
    this.shown = console.progress();
  }

  /**
   * Does it; the program ends only when it has ended.
   *
   * @param console shows its progress, and that it was cancelled
   * @throws CancellationException if the program is ending already
   * @throws Stopped if it was cancelled
   */
  static <T, E extends Exception> T run(Work<T, E> work, Console console) throws IOException, E {
    Interruptible progress = new Interruptible(console);
    Thread hook = new Thread(() -> progress.stop(MOST_SECONDS), "stop");
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException ending) {
      throw new CancellationException("cancelled");
    }
    try {
      return work.run(progress);
    } catch (CancellationException end) {
      // What is inside another one has said it already.
      if (!progress.cancelled || end instanceof Stopped) {
        throw end;
      }
      progress.stopped = true;
      throw new Stopped();
    } finally {
      progress.ended.countDown();
      progress.forget(hook);
    }
  }

  private void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      // Then hooks run already, and this one has nothing to wait for.
      cancelled = true;
    }
  }

  /**
   * Cancels the work, and says how that ended.
   *
   * @param seconds how long to wait for it; what takes longer ends with the program, wherever it is
   */
  void stop(long seconds) {
    cancelled = true;
    console.cancel();
    try {
      boolean inTime = ended.await(seconds, TimeUnit.SECONDS);
      if (!inTime) {
        console.error(
            "cancelled, and ended before its work was cleared away, which took more than %d s"
                .formatted(seconds));
        console.note(
            "The same command removes what is left of it, or completes what it had begun.");
        return;
      }
      // Said here: once the hooks have ended, other threads do not get far.
      if (stopped) {
        console.error("cancelled");
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void begin(String what, long totalUnits, Unit unit) {
    shown.begin(what, totalUnits, unit);
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
