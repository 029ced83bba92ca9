package org.kpackworkbench.views.draw;

import atlantafx.base.theme.PrimerLight;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javafx.animation.AnimationTimer;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Parent;
import javafx.scene.Scene;
import org.kpackworkbench.views.job.Background;
import org.kpackworkbench.views.theme.OwnerColors;
import org.kpackworkbench.views.theme.Theme;
import org.kpackworkbench.views.theme.Themes;

/** For tests of views: a reader like the program's, the palette, and waiting until all is drawn. */
public final class Pulses {
  private static final ExecutorService READER =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "test reader");
            thread.setDaemon(true);
            return thread;
          });

  /** Reads on one thread and shows on the UI's, like the program. */
  public static final Background BACKGROUND = Background.on(READER, Platform::runLater);

  private Pulses() {}

  public static SimpleObjectProperty<OwnerColors> palette() {
    return new SimpleObjectProperty<>(OwnerColors.of(Theme.LIGHT));
  }

  public static Scene scene(Parent root, double width, double height) {
    // Popups take their style from the application, not from the scene.
    Application.setUserAgentStylesheet(new PrimerLight().getUserAgentStylesheet());
    Scene scene = new Scene(root, width, height);
    Themes.dressForPicture(scene, Theme.LIGHT, 1);
    return scene;
  }

  /** Waits until what was asked of the reader has been read and shown. */
  public static void settle() throws InterruptedException {
    for (int i = 0; i < 2; i++) {
      pulses(2);
      await(READER.submit(() -> {}));
    }
    pulses(2);
  }

  /** Waits until that many frames have begun. */
  private static void pulses(int count) throws InterruptedException {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Platform.runLater(() -> new PulseCounter(count, done).start());
    await(done);
  }

  private static void await(Future<?> future) throws InterruptedException {
    try {
      future.get(20, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException stuck) {
      throw new AssertionError("the program is stuck", stuck);
    }
  }

  private static final class PulseCounter extends AnimationTimer {
    private final CompletableFuture<Void> done;
    private int left;

    PulseCounter(int count, CompletableFuture<Void> done) {
      this.left = count;
      this.done = done;
    }

    @Override
    public void handle(long now) {
      if (left-- == 0) {
        stop();
        done.complete(null);
      }
    }
  }
}
