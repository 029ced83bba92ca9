package org.kpackworkbench.model.format.kpack;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Waits for what other threads do. */
final class Waiting {
  private Waiting() {}

  /**
   * The result, or what the other thread threw.
   *
   * @throws CancellationException where this thread is interrupted meanwhile
   */
  static <T> T get(Future<T> future) throws IOException {
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

  /** Waits until the other thread has ended, whatever came of it. */
  static void quietly(Future<?> future) {
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
}
