package org.kpackworkbench.app.picture;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javafx.animation.AnimationTimer;
import javafx.application.Platform;
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
