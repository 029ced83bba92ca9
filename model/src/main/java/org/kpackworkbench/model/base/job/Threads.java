package org.kpackworkbench.model.base.job;

/** Waits for threads of an operation. */
public final class Threads {
  private Threads() {}

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
