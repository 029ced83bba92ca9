package org.kpackworkbench.model.format.codeobject;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;

/**
 * A running tool: its lines, its remarks, and a watch that stops it when it takes too long or
 * nobody wants it any more. To be used by one thread.
 */
final class ToolRun implements AutoCloseable {
  private static final int MOST_LINE_CHARS = 64 * 1024;
  private static final int MOST_REMARK_BYTES = 4096;
  private static final int MOST_REMARK_LINES = 4;
  private static final long WATCH_MILLIS = 50;

  private final Process process;
  private final Progress progress;
  private final Reader output;
  private final long deadline;
  private final Thread watch;
  private final Thread remarkReader;
  private volatile boolean cancelled;
  private volatile boolean timedOut;
  private volatile String remarks = "";
  private final char[] buffer = new char[8192];
  private int next;
  private int limit;

  ToolRun(Process process, Duration limit, Progress progress) throws IOException {
    this.process = process;
    this.progress = progress;
    this.output = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8);
    this.deadline = System.nanoTime() + limit.toNanos();
    process.getOutputStream().close();
    this.remarkReader = Thread.ofVirtual().start(this::readRemarks);
    this.watch = Thread.ofVirtual().start(this::watch);
  }

  /** The next line, without its end; a very long one is cut. Null at the end. */
  @Nullable String nextLine() throws IOException {
    StringBuilder line = new StringBuilder();
    boolean any = false;
    while (true) {
      if (next == limit) {
        limit = read();
        next = 0;
        if (limit <= 0) {
          limit = 0;
          return any ? line.toString() : null;
        }
      }
      any = true;
      char c = buffer[next++];
      if (c == '\n') {
        return line.toString();
      }
      if (c != '\r' && line.length() < MOST_LINE_CHARS) {
        line.append(c);
      }
    }
  }

  private int read() throws IOException {
    try {
      return output.read(buffer);
    } catch (IOException closed) {
      // What a killed process leaves is no error of its own.
      if (cancelled || timedOut) {
        return -1;
      }
      throw closed;
    }
  }

  /** Waits until the tool has ended. */
  int waitForExit() throws IOException {
    try {
      int exit = process.waitFor();
      remarkReader.join();
      return exit;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for the disassembler", interrupted);
    }
  }

  /** Stops the tool; gives what it remarked so far. */
  String stop() {
    process.destroyForcibly();
    return remarks;
  }

  boolean cancelled() {
    return cancelled;
  }

  boolean timedOut() {
    return timedOut;
  }

  /** The first lines of what the tool wrote to its error output. */
  String remarks() {
    return remarks;
  }

  @Override
  public void close() {
    process.destroyForcibly();
    watch.interrupt();
  }

  private void watch() {
    try {
      while (!process.waitFor(WATCH_MILLIS, TimeUnit.MILLISECONDS)) {
        cancelled = progress.cancelled();
        timedOut = !cancelled && System.nanoTime() - deadline > 0;
        if (cancelled || timedOut) {
          process.destroyForcibly();
          return;
        }
      }
    } catch (InterruptedException closed) {
      process.destroyForcibly();
    }
  }

  private void readRemarks() {
    try (InputStream errors = process.getErrorStream()) {
      String text = new String(errors.readNBytes(MOST_REMARK_BYTES), StandardCharsets.UTF_8);
      remarks =
          String.join(
              " ", text.lines().filter(line -> !line.isBlank()).limit(MOST_REMARK_LINES).toList());
      errors.transferTo(OutputStream.nullOutputStream());
    } catch (IOException ended) {
      remarks = "(its error output broke off)";
    }
  }
}
