package org.kpackworkbench.views.bench;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import javafx.animation.AnimationTimer;
import javafx.application.Platform;
import javafx.scene.Node;
import org.kpackworkbench.views.kit.theme.ToolkitSettings;

/**
 * What is done in the window, one step after another, each when nothing of the last is left to do.
 * Prints for each the milliseconds until then, and the longest time between two pulses meanwhile,
 * in which the window did not answer. On the JavaFX thread.
 */
final class WindowSteps {
  /** So long nothing was left to do. */
  private static final long QUIET_NANOS = 500_000_000L;

  private final MeasuredWindow window = new MeasuredWindow();
  private final Deque<Step> steps = new ArrayDeque<>();
  private final CountDownLatch done;

  private record Step(String words, boolean there, Runnable action) {}

  private WindowSteps(CountDownLatch done) {
    this.done = done;
    steps.add(new Step("nothing", false, () -> {}));
  }

  /** Runs steps in a process of their own, and prints the memory that is in use at their end. */
  static void run(Consumer<WindowSteps> planned) throws Exception {
    ToolkitSettings.apply();
    CountDownLatch done = new CountDownLatch(1);
    Platform.startup(
        () -> {
          WindowSteps steps = new WindowSteps(done);
          planned.accept(steps);
          steps.next();
        });
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

  MeasuredWindow window() {
    return window;
  }

  /** Adds a step, after which what is measured is there. */
  void add(String words, Runnable action) {
    steps.add(new Step(words, true, action));
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
      private boolean there = !step.there();

      @Override
      public void handle(long now) {
        long time = System.nanoTime();
        longest = Math.max(longest, time - last);
        last = time;
        Node found = there ? null : window.found();
        there = there || found != null;
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
