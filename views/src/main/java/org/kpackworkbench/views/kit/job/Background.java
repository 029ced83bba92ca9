package org.kpackworkbench.views.kit.job;

import java.lang.System.Logger.Level;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import javafx.application.Platform;

/**
 * Only way from the UI thread to background work and back.
 *
 * <p>Work runs on background threads; what it returns or throws is handed over on the UI thread. In
 * tests {@link #sameThread} runs everything at once, in order. May be used on any thread.
 */
public final class Background implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Background.class.getName());
  private static final int THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());

  private final Executor work;
  private final Executor ui;
  private final Runnable onClose;

  private Background(Executor work, Executor ui, Runnable onClose) {
    this.work = work;
    this.ui = ui;
    this.onClose = onClose;
  }

  /** Daemon threads, as many as there are processors, and the JavaFX thread for results. */
  public static Background onThreads() {
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            20,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "background-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
    ExecutorService executor = threads;
    return new Background(executor, Background::onUiThread, executor::shutdownNow);
  }

  /** Everything at once on the calling thread: deterministic, for tests and pictures. */
  public static Background sameThread() {
    return new Background(Runnable::run, Runnable::run, () -> {});
  }

  /** Executors of the caller's own. */
  public static Background on(Executor work, Executor ui) {
    return new Background(work, ui, () -> {});
  }

  /**
   * Runs {@code work} in the background, then one of the two others on the UI thread. Requests
   * after {@link #close}, such as from a result that arrived at that time, are dropped.
   */
  public <T> void run(
      Callable<T> task, Consumer<? super T> onResult, Consumer<? super Throwable> onFailure) {
    Runnable both =
        () -> {
          T result;
          try {
            result = task.call();
          } catch (Exception | LinkageError | OutOfMemoryError | StackOverflowError failure) {
            ui.execute(() -> onFailure.accept(failure));
            return;
          }
          ui.execute(() -> onResult.accept(result));
        };
    try {
      work.execute(both);
    } catch (RejectedExecutionException closed) {
      LOG.log(Level.DEBUG, "dropped, since the threads have ended", closed);
    }
  }

  /** Runs something on the UI thread: now where this is it, else soon. */
  public void onUi(Runnable action) {
    ui.execute(action);
  }

  /** A line of work where only the newest request counts. */
  public Latest latest() {
    return new Latest(this);
  }

  /** Stops the threads; what still runs is interrupted, its results are dropped. */
  @Override
  public void close() {
    onClose.run();
  }

  private static void onUiThread(Runnable action) {
    if (Platform.isFxApplicationThread()) {
      action.run();
    } else {
      Platform.runLater(action);
    }
  }

  /**
   * Requests of which only the newest counts: results of older ones are dropped. For filters,
   * previews and whatever follows a selection.
   */
  public static final class Latest {
    private final Background background;
    private final AtomicLong newest = new AtomicLong();

    private Latest(Background background) {
      this.background = background;
    }

    /** Like {@link Background#run}; drops earlier requests. */
    public <T> void run(
        Callable<T> task, Consumer<? super T> onResult, Consumer<? super Throwable> onFailure) {
      long mine = newest.incrementAndGet();
      background.run(
          () -> {
            if (newest.get() != mine) {
              throw new CancellationException("superseded");
            }
            return task.call();
          },
          result -> {
            if (newest.get() == mine) {
              onResult.accept(result);
            }
          },
          failure -> {
            if (newest.get() == mine) {
              onFailure.accept(failure);
            }
          });
    }

    /** Drops whatever is on its way. */
    public void forget() {
      newest.incrementAndGet();
    }
  }
}
