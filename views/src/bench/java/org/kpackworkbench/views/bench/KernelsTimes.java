package org.kpackworkbench.views.bench;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import javafx.animation.AnimationTimer;
import javafx.application.Platform;
import javafx.scene.input.KeyCode;
import javafx.scene.robot.Robot;
import org.kpackworkbench.views.kit.rows.RowsModel.Sorting;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.theme.ToolkitSettings;

/**
 * The process in which the page of a file's kernels is used: opened, sorted, filtered, walked
 * through by key. Argument: the file. Prints for each step the milliseconds until nothing is left
 * to do, and the longest time between two pulses meanwhile, in which the window did not answer;
 * last kilobytes of heap in use after a collection and of resident memory.
 */
public final class KernelsTimes {
  /** So long nothing was left to do. */
  private static final long QUIET_NANOS = 500_000_000L;

  private static final int KEYS = 10;

  private final Path file;
  private final MeasuredWindow window = new MeasuredWindow();
  private final Deque<Step> steps = new ArrayDeque<>();
  private final CountDownLatch done;

  private record Step(String words, Runnable action) {}

  private KernelsTimes(Path file, CountDownLatch done) {
    this.file = file;
    this.done = done;
  }

  /** Measures and prints. */
  public static void main(String[] args) throws Exception {
    ToolkitSettings.apply();
    CountDownLatch done = new CountDownLatch(1);
    Platform.startup(() -> new KernelsTimes(Path.of(args[0]), done).run());
    done.await();
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    System.out.printf(
        "heap %,d kB, resident %,d kB%n",
        (runtime.totalMemory() - runtime.freeMemory()) / 1024, FrameTimes.residentKb());
    System.out.flush();
    // The window, which goes on drawing, would keep the process from ending.
    Runtime.getRuntime().halt(0);
  }

  private void run() {
    steps.add(new Step("nothing", () -> {}));
    steps.add(new Step("open", () -> window.show(FrameTimes.Subject.KERNELS, List.of(file))));
    for (String column : List.of("VGPRs", "Name", "Occupancy")) {
      steps.add(
          new Step(
              "sort by " + column,
              () -> table().model().sort(List.of(new Sorting(column, false)))));
    }
    for (String query : List.of("vgprs>128", "radix_sort_block lds>=32K", "arch:gfx942", "")) {
      steps.add(new Step("filter '" + query + "'", () -> table().model().filter(query)));
    }
    steps.add(new Step("select", () -> table().pickPosition(table().model().shown() / 2)));
    for (int i = 0; i < KEYS; i++) {
      steps.add(new Step("key down", this::down));
    }
    next();
  }

  private RowsTable<?> table() {
    return (RowsTable<?>) Objects.requireNonNull(window.found());
  }

  private void down() {
    table().requestFocus();
    new Robot().keyType(KeyCode.DOWN);
  }

  private void next() {
    Step step = steps.poll();
    if (step == null) {
      done.countDown();
      return;
    }
    long start = System.nanoTime();
    step.action().run();
    new AnimationTimer() {
      private long last = start;
      private long longest;
      private long changed = start;
      private boolean there = step.words().equals("nothing");

      @Override
      public void handle(long now) {
        long time = System.nanoTime();
        longest = Math.max(longest, time - last);
        last = time;
        there = there || window.found() != null;
        if (window.pending() > 0 || !there) {
          changed = time;
        } else if (time - changed > QUIET_NANOS) {
          stop();
          System.out.printf(
              "%-36s %,8.0f ms, longest without a frame %,6.0f ms%n",
              step.words(), (changed - start) / 1e6, longest / 1e6);
          next();
        }
      }
    }.start();
  }
}
