package org.kpackworkbench.views.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javafx.application.Platform;
import org.kpackworkbench.views.kit.theme.ToolkitSettings;

/**
 * The process in which frames are measured while the window scrolls. Arguments: what is scrolled
 * ({@link Subject}), steps, and files. Prints kilobytes of heap in use after a collection and of
 * resident memory, then the seconds of each frame, line by line.
 *
 * <p>Half as many steps go before those that count. A frame is what lies between two pulses that
 * follow one another as fast as they can, instead of waiting for the next sixtieth of a second: the
 * turn of the wheel, layout, and pixels.
 */
public final class FrameTimes {
  private static final int MOST_SECONDS = 140;

  private FrameTimes() {}

  /** What is scrolled. */
  enum Subject {
    TABLE,
    BYTES,
    COMPARE,
    GRID,
    KERNELS,
    CODE
  }

  /** Measures and prints. */
  public static void main(String[] args) throws Exception {
    System.setProperty("javafx.animation.fullspeed", "true");
    ToolkitSettings.apply();
    Subject subject = Subject.valueOf(args[0].toUpperCase(java.util.Locale.ROOT));
    int steps = Integer.parseInt(args[1]);
    List<Path> files = Stream.of(args).skip(2).map(Path::of).toList();
    Duration[] cpu = {Duration.ZERO};
    CompletableFuture<double[]> answer = new CompletableFuture<>();
    Platform.startup(
        () -> {
          MeasuredWindow window = new MeasuredWindow();
          window.show(subject, files);
          window.whenAtRest(
              node ->
                  new WheelSteps(node, steps / 2)
                      .run(
                          () -> {
                            cpu[0] = cpu();
                            new WheelSteps(node, steps).answer(answer);
                          }),
              answer::completeExceptionally);
        });
    double[] seconds;
    try {
      seconds = answer.get(MOST_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException failure) {
      System.err.println(failure);
      // The window, which goes on drawing, would keep the process from ending.
      Runtime.getRuntime().halt(1);
      return;
    }
    // For who measures on a machine that has other work, too.
    System.err.printf(
        "%.1f ms of processor time a frame%n",
        cpu().minus(cpu[0]).toNanos() / 1e6 / seconds.length);
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    long heap = (runtime.totalMemory() - runtime.freeMemory()) / 1024;
    System.out.println(heap + "\t" + residentKb());
    for (double frame : seconds) {
      System.out.println(frame);
    }
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }

  private static Duration cpu() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  static long residentKb() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    }
  }
}
