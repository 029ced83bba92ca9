package org.kpackworkbench.app.crash;

import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Keeps what was logged last, for reports. Safe for use by many threads. */
public final class RecentLog extends Handler {
  private static final int MOST = 50;

  private final Deque<String> lines = new ArrayDeque<>();
  private final SimpleFormatter formatter = new SimpleFormatter();

  /** A log to which its owner adds the records. */
  public RecentLog() {}

  /** A log of everything that the process logs from now on. */
  public static RecentLog ofProcess() {
    RecentLog log = new RecentLog();
    Logger.getLogger("").addHandler(log);
    return log;
  }

  /** Returns the last log messages, oldest first. */
  public synchronized List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public synchronized void publish(LogRecord record) {
    Throwable thrown = record.getThrown();
    lines.addLast(
        "%s  %s  %s: %s%s"
            .formatted(
                record.getInstant().truncatedTo(ChronoUnit.MILLIS),
                record.getLevel().getName(),
                record.getLoggerName(),
                formatter.formatMessage(record),
                thrown == null ? "" : " (" + Trace.words(thrown) + ")"));
    if (lines.size() > MOST) {
      lines.removeFirst();
    }
  }

  @Override
  public void flush() {
    // Nothing is held back.
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
