package org.kpackworkbench.model.base.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Waits for threads of an operation. */
public final class Threads {
  private Threads() {}

  /**
   * The result of another thread's work, or what it threw.
   *
   * @throws CancellationException if this thread is interrupted meanwhile
   */
  public static <T> T get(Future<T> future) throws IOException {
    try {
      return future.get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    } catch (ExecutionException failure) {
      switch (failure.getCause()) {
        case IOException cause -> throw cause;
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw new IOException(failure);
      }
    }
  }

  /**
   * Makes some calls at one time, and waits for all, whatever happens to one.
   *
   * @param name of the threads, which is followed by a number
   * @return the results in the order of the calls
   * @throws IOException thrown by the first call that failed; that others were cancelled for it is
   *     not relevant
   */
  public static <T> List<T> all(List<Callable<T>> calls, int together, String name)
      throws IOException {
    List<Future<T>> futures = new ArrayList<>();
    try (ExecutorService threads =
        Executors.newFixedThreadPool(
            together, Thread.ofPlatform().daemon().name(name, 0).factory())) {
      calls.forEach(call -> futures.add(threads.submit(call)));
    }
    List<T> results = new ArrayList<>();
    CancellationException cancelled = null;
    for (Future<T> future : futures) {
      try {
        results.add(get(future));
      } catch (CancellationException end) {
        cancelled = end;
      }
    }
    if (cancelled != null) {
      throw cancelled;
    }
    return results;
  }

  /** Waits until another thread's work has ended, successfully or not, and is not interrupted. */
  public static void await(Future<?> future) {
    boolean interrupted = false;
    while (!future.isDone()) {
      try {
        future.get();
      } catch (InterruptedException again) {
        interrupted = true;
      } catch (ExecutionException | CancellationException ended) {
        break;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits until a thread has ended, and is not interrupted meanwhile: a thread that is left behind
   * could still write, or read a file that is closed. An interrupt is kept for afterwards.
   */
  public static void await(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException again) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
