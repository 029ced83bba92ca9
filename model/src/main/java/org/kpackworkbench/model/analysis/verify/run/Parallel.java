package org.kpackworkbench.model.analysis.verify.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Threads;

/** Does many pieces of work on some threads, each of which has its own worker. */
final class Parallel {

  /** Works on one thread; closed when there is no more work. */
  interface Worker extends AutoCloseable {
    void work(int number) throws IOException;

    @Override
    default void close() {}
  }

  private final int count;
  private final Supplier<Worker> workers;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  private Parallel(int count, Supplier<Worker> workers) {
    this.count = count;
    this.workers = workers;
  }

  /**
   * Does the pieces 0 to {@code count} - 1; the first failure ends it and is thrown when all
   * threads have ended.
   */
  static void run(int count, int threads, Supplier<Worker> workers) throws IOException {
    Parallel all = new Parallel(count, workers);
    List<Thread> others = new ArrayList<>();
    for (int i = 1; i < Math.min(threads, count); i++) {
      others.add(Thread.ofPlatform().daemon().name("verify-" + i).start(all::work));
    }
    all.work();
    for (Thread other : others) {
      Threads.await(other);
    }
    switch (all.failure.get()) {
      case null -> {}
      case IOException thrown -> throw thrown;
      case RuntimeException thrown -> throw thrown;
      case Error thrown -> throw thrown;
      case Throwable thrown -> throw new IllegalStateException(thrown);
    }
  }

  private void work() {
    try (Worker worker = workers.get()) {
      while (failure.get() == null) {
        int number = next.getAndIncrement();
        if (number >= count) {
          return;
        }
        worker.work(number);
      }
    } catch (IOException | RuntimeException | Error thrown) {
      failure.compareAndSet(null, thrown);
    }
  }
}
