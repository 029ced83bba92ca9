package org.kpackworkbench.views.robot;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javafx.animation.AnimationTimer;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.stage.Window;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.job.Jobs;
import org.testfx.api.FxService;
import org.testfx.service.finder.NodeFinder;
import org.testfx.util.WaitForAsyncUtils;

/**
 * Waits of tests, each for a state and not for time. What never comes fails after a time that no
 * state needs, with what the windows show instead. From the thread of the test.
 */
public final class Await {
  private static final long MOST_SECONDS = 200;

  /** One for the change, one for its results, one for drawing. */
  private static final int FRAMES = 3;

  private Await() {}

  /** Until a condition holds, which is checked on the JavaFX thread, again with each frame. */
  public static void until(String what, BooleanSupplier condition) {
    until(what, () -> condition.getAsBoolean() ? Optional.of(true) : Optional.empty());
  }

  /** Until something exists, which is looked up on the JavaFX thread, again with each frame. */
  public static <T> T until(String what, Supplier<Optional<T>> wanted) {
    return until(what, wanted, MOST_SECONDS);
  }

  static <T> T until(String what, Supplier<Optional<T>> wanted, long mostSeconds) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(mostSeconds);
    while (true) {
      Optional<T> found = fx(what, wanted::get);
      if (found.isPresent()) {
        // What has just come is laid out, too.
        settled();
        return found.get();
      }
      if (System.nanoTime() > end) {
        throw new AssertionError(
            "%s: not after %d seconds; shown: %s"
                .formatted(what, mostSeconds, fx("what is shown", Shown::text)));
      }
      frame();
    }
  }

  /** Until a visible node fits the query. */
  public static Node node(String query) {
    return until("a visible node " + query, () -> find(query));
  }

  /** Until no visible node fits the query. */
  public static void noNode(String query) {
    until("no visible node " + query, () -> find(query).isEmpty());
  }

  /** Until a job has ended, whatever way. */
  public static void ended(Job job) {
    until("the end of the job " + job.title(), () -> job.state() != Job.State.RUNNING);
  }

  /** Until a job with these words in its title has been started and has ended; the newest. */
  public static Job ended(Jobs jobs, String title) {
    return until(
        "the end of the job " + title,
        () ->
            jobs.list().stream()
                .filter(job -> job.title().contains(title))
                .findFirst()
                .filter(job -> job.state() != Job.State.RUNNING));
  }

  /** Until no job runs. */
  public static void allEnded(Jobs jobs) {
    until("the end of all jobs", () -> jobs.runningProperty().get() == 0);
  }

  /** Until all requests on the JavaFX thread are done and laid out. Not for background work. */
  public static void settled() {
    if (Platform.isFxApplicationThread()) {
      return;
    }
    queueDone();
    for (int i = 0; i < FRAMES; i++) {
      frame();
    }
    // Fails with what was not caught meanwhile.
    get("the JavaFX thread", WaitForAsyncUtils.asyncFx(() -> {}));
  }

  /** Until the JavaFX thread has done all requests so far. */
  static void queueDone() {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Platform.runLater(() -> done.complete(null));
    get("the JavaFX thread", done);
  }

  /** Until a frame has begun and ended, with all its layout. */
  private static void frame() {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    Platform.runLater(new Frame(ended)::start);
    get("a frame", ended);
  }

  private static final class Frame extends AnimationTimer {
    private final CompletableFuture<Void> ended;

    Frame(CompletableFuture<Void> ended) {
      this.ended = ended;
    }

    @Override
    public void handle(long now) {
      stop();
      Platform.runLater(() -> ended.complete(null));
    }
  }

  private static <T> T fx(String what, Callable<T> call) {
    if (Platform.isFxApplicationThread()) {
      throw new IllegalStateException("the JavaFX thread cannot wait for itself: " + what);
    }
    return get(what, WaitForAsyncUtils.asyncFx(call));
  }

  private static <T> T get(String what, Future<T> future) {
    try {
      return future.get(MOST_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException stuck) {
      throw new AssertionError(
          "the JavaFX thread is stuck, and was to tell: %s; it does: %s"
              .formatted(what, Shown.stackOfJavaFx()));
    } catch (InterruptedException stopped) {
      throw new IllegalStateException("the test was stopped while it waited for " + what, stopped);
    } catch (ExecutionException failure) {
      switch (failure.getCause()) {
        case RuntimeException unchecked -> throw unchecked;
        case Error error -> throw error;
        case null, default -> throw new IllegalStateException(what, failure.getCause());
      }
    }
  }

  /** By id, class or text, like the robot; in the topmost window that has one. */
  private static Optional<Node> find(String query) {
    NodeFinder finder = FxService.serviceContext().getNodeFinder();
    return Window.getWindows().reversed().stream()
        .filter(window -> window.isShowing() && window.getScene() != null)
        .flatMap(
            window -> finder.from(window.getScene().getRoot()).lookup(query).queryAll().stream())
        .filter(Shown::visible)
        .findFirst();
  }
}
