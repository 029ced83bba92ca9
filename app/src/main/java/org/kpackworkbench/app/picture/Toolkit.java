package org.kpackworkbench.app.picture;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import javafx.animation.AnimationTimer;
import javafx.application.Platform;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.theme.ToolkitSettings;

/** JavaFX without a display, from a thread that is not its own. */
final class Toolkit {
  private static final int MOST_SECONDS = 120;

  private Toolkit() {}

  /** Starts JavaFX, unless it runs; without a display unless something else was requested. */
  static void start() {
    if (System.getProperty("glass.platform") == null) {
      System.setProperty("glass.platform", "Headless");
      System.setProperty("prism.order", "sw");
    }
    ToolkitSettings.apply();
    try {
      Platform.startup(() -> Platform.setImplicitExit(false));
    } catch (IllegalStateException runsAlready) {
      // Then it is the one to use.
      return;
    }
  }

  /** Calls something on JavaFX's thread and waits for it. */
  static <T> T call(Callable<T> task) throws Exception {
    CompletableFuture<T> result = new CompletableFuture<>();
    Platform.runLater(
        () -> {
          try {
            result.complete(task.call());
          } catch (Exception | Error failure) {
            result.completeExceptionally(failure);
          }
        });
    return await(result);
  }

  /** Waits until that many frames have been drawn. */
  static void frames(int count) throws Exception {
    CompletableFuture<Void> drawn = new CompletableFuture<>();
    Platform.runLater(() -> new FrameCounter(count, drawn).start());
    await(drawn);
  }

  private static <T> T await(CompletableFuture<T> result) throws Exception {
    try {
      return result.get(MOST_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof Exception known) {
        throw known;
      }
      throw failure;
    } catch (TimeoutException stuck) {
      throw new PictureException("the view was not ready after %d seconds".formatted(MOST_SECONDS));
    }
  }

  /** Begins to watch JavaFX's thread for failures that nothing catches. */
  static Watch watch() throws Exception {
    Watch watch = new Watch();
    call(
        () -> {
          watch.before = Thread.currentThread().getUncaughtExceptionHandler();
          Thread.currentThread().setUncaughtExceptionHandler(watch);
          return watch;
        });
    return watch;
  }

  /**
   * Keeps the first failure on JavaFX's thread that nothing catches, such as one in drawing: what
   * is shown after it is only a part of the view. Later ones often result from it. Until it is
   * closed, they do not reach the handler that was there before.
   */
  static final class Watch implements Thread.UncaughtExceptionHandler, AutoCloseable {
    private final AtomicReference<@Nullable Throwable> first = new AtomicReference<>();
    private Thread.@Nullable UncaughtExceptionHandler before;

    @Override
    public void uncaughtException(Thread thread, Throwable failure) {
      first.compareAndSet(null, failure);
    }

    /** Throws the first failure, if there was one. */
    void check() throws Exception {
      switch (first.get()) {
        case Exception failure -> throw failure;
        case Error failure -> throw failure;
        case null, default -> {}
      }
    }

    @Override
    public void close() throws Exception {
      call(
          () -> {
            Thread.currentThread().setUncaughtExceptionHandler(before);
            return this;
          });
    }
  }

  private static final class FrameCounter extends AnimationTimer {
    private final CompletableFuture<Void> drawn;
    private int left;

    FrameCounter(int count, CompletableFuture<Void> drawn) {
      this.left = count;
      this.drawn = drawn;
    }

    @Override
    public void handle(long now) {
      if (left-- == 0) {
        stop();
        drawn.complete(null);
      }
    }
  }
}
