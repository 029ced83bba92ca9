package org.kpackworkbench.views.kit.hex;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import javafx.animation.AnimationTimer;
import javafx.application.Platform;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Scene;
import javafx.stage.Stage;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.kit.theme.Theme;
import org.kpackworkbench.views.kit.theme.Themes;

/**
 * Measures what a frame of scrolling costs: the time between frames while a sparse file of 5 GB, or
 * a given one, is scrolled by three rows a frame and then by jumps across all of it. Prints to the
 * standard output; run it with {@code -Dglass.platform=Headless -Dprism.order=sw} for the slowest
 * case.
 */
public final class ScrollProbe {
  private static final int FRAMES = 300;
  private static final long SPARSE_BYTES = 5_000_000_000L;

  private final long[] frameNanos = new long[FRAMES];
  private final HexView hex;

  private ScrollProbe(HexView hex) {
    this.hex = hex;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path path = arguments.length > 0 ? Path.of(arguments[0]) : sparse();
    CountDownLatch done = new CountDownLatch(1);
    try (OpenFile file = OpenFile.open(path)) {
      Platform.startup(
          () -> {
            HexView hex =
                new HexView(
                    Background.onThreads(),
                    new SimpleObjectProperty<>(OwnerColors.of(Theme.LIGHT)));
            Scene scene = new Scene(hex, 980, 980);
            Themes.dressForPicture(scene, Theme.LIGHT, 1);
            Stage stage = new Stage();
            stage.setScene(scene);
            stage.show();
            hex.model().viewProperty().set(file.view());
            long rows = hex.model().rowCount();
            ScrollProbe probe = new ScrollProbe(hex);
            probe.run(
                "three rows a frame", 3, () -> probe.run("jumps", rows / FRAMES, done::countDown));
          });
      done.await();
    }
    Platform.exit();
  }

  private static Path sparse() throws IOException {
    Path path = Files.createTempFile("scroll", ".bin");
    path.toFile().deleteOnExit();
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[] {1}), SPARSE_BYTES - 1);
    }
    return path;
  }

  private void run(String what, long rowsAFrame, Runnable next) {
    new AnimationTimer() {
      private int frame;
      private long last;

      @Override
      public void handle(long now) {
        if (frame > 0) {
          frameNanos[frame - 1] = now - last;
        }
        last = now;
        hex.model().scrollTo(frame * rowsAFrame);
        if (frame++ == FRAMES) {
          stop();
          report(what);
          next.run();
        }
      }
    }.start();
  }

  private void report(String what) {
    long[] sorted = frameNanos.clone();
    Arrays.sort(sorted);
    System.out.printf(
        "%-20s median %5.1f ms, 99th of 100 %5.1f ms, slowest %5.1f ms, %d KiB held%n",
        what,
        sorted[FRAMES / 2] / 1e6,
        sorted[FRAMES * 99 / 100] / 1e6,
        sorted[FRAMES - 1] / 1e6,
        hex.cachedBytes() / 1024);
  }
}
