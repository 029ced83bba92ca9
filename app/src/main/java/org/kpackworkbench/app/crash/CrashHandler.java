package org.kpackworkbench.app.crash;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.console.Console;

/**
 * Takes what no one caught, on any thread: writes a report and announces it. The thread's other
 * work goes on. What fails again in the same place, as drawing may at every pulse, is counted and
 * not written again.
 */
public final class CrashHandler implements Thread.UncaughtExceptionHandler {
  private static final int MOST_REPORTS = 10;

  private static final int RESERVE_BYTES = 1 << 20;

  private final CrashReports reports;
  private final Supplier<Situation> situation;
  private final Consumer<Crash> listener;
  private final Console console;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Integer> times = new HashMap<>();
  // Given up when memory has run out, so that there is some to say so.
  private byte @Nullable [] reserve = new byte[RESERVE_BYTES];

  /**
   * @param situation what the program is about; called on the thread that failed
   * @param listener receives each failure, on the thread that failed
   * @param console where a line is written for the user
   */
  public CrashHandler(
      CrashReports reports,
      Supplier<Situation> situation,
      Consumer<Crash> listener,
      Console console) {
    this.reports = reports;
    this.situation = situation;
    this.listener = listener;
    this.console = console;
  }

  @Override
  public void uncaughtException(Thread thread, Throwable failure) {
    if (lock.isHeldByCurrentThread()) {
      // Telling of a failure failed: nothing but this is left to do.
      console.error("could not report an error in the program: " + failure);
      return;
    }
    lock.lock();
    try {
      if (failure instanceof OutOfMemoryError) {
        reserve = null;
      }
      take(thread, failure);
      if (reserve == null) {
        reserve = new byte[RESERVE_BYTES];
      }
    } catch (RuntimeException | Error worse) {
      console.error("could not report an error in the program: " + failure + "; " + worse);
    } finally {
      lock.unlock();
    }
  }

  private void take(Thread thread, Throwable failure) {
    int time = times.merge(place(failure), 1, Integer::sum);
    if (time > 1 || times.size() > MOST_REPORTS) {
      listener.accept(new Crash(Trace.words(failure), "", null, "", time));
      return;
    }
    CrashReport report = CrashReport.of(thread, failure, situation.get());
    try {
      Crash crash = new Crash(Trace.words(failure), report.text(), reports.write(report), "", time);
      console.error(crash.inOneLine());
      listener.accept(crash);
    } catch (IOException unwritable) {
      Crash crash =
          new Crash(Trace.words(failure), report.text(), null, unwritable.toString(), time);
      console.error(crash.inOneLine());
      listener.accept(crash);
    }
  }

  private static String place(Throwable failure) {
    StackTraceElement[] frames = failure.getStackTrace();
    return failure.getClass().getName() + (frames.length == 0 ? "" : " at " + frames[0]);
  }
}
