package org.kpackworkbench.icons;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import javafx.application.Platform;

/** Runs code on JavaFX's thread, which it starts when needed. */
final class Toolkit {
  private Toolkit() {}

  static <T> T call(Callable<T> work) throws Exception {
    start();
    FutureTask<T> task = new FutureTask<>(work);
    Platform.runLater(task);
    return task.get();
  }

  private static void start() throws InterruptedException {
    CountDownLatch started = new CountDownLatch(1);
    try {
      Platform.startup(started::countDown);
    } catch (IllegalStateException alreadyRunning) {
      started.countDown();
    }
    Platform.setImplicitExit(false);
    started.await();
  }
}
