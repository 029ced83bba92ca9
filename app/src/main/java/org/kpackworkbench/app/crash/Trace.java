package org.kpackworkbench.app.crash;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** A failure with all its causes, as lines; of endless recursion only both ends. */
final class Trace {
  private static final int MOST_FAILURES = 12;
  private static final int FIRST_FRAMES = 60;
  private static final int LAST_FRAMES = 20;

  private final List<String> lines;
  private final Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  private Trace(List<String> lines) {
    this.lines = lines;
  }

  /** Adds the lines of a failure. */
  static void of(Throwable failure, List<String> lines) {
    new Trace(lines).add("", failure);
  }

  /** Returns the throwable and its message, in one line. */
  static String words(Throwable failure) {
    String message;
    try {
      message = failure.getMessage();
    } catch (RuntimeException worse) {
      message = "(its message failed with " + worse.getClass().getName() + ")";
    }
    String name = failure.getClass().getName();
    return Privacy.line(message == null || message.isBlank() ? name : name + ": " + message);
  }

  private void add(String role, Throwable failure) {
    if (seen.size() >= MOST_FAILURES || !seen.add(failure)) {
      lines.add(role + "… (" + failure.getClass().getName() + " is above, or there are many)");
      return;
    }
    lines.add(role + words(failure));
    StackTraceElement[] frames = failure.getStackTrace();
    for (int i = 0; i < frames.length; i++) {
      if (i == FIRST_FRAMES && frames.length > FIRST_FRAMES + LAST_FRAMES) {
        i = frames.length - LAST_FRAMES;
        lines.add("    … %d frames".formatted(i - FIRST_FRAMES));
      }
      lines.add("    at " + frames[i]);
    }
    for (Throwable suppressed : failure.getSuppressed()) {
      add("Suppressed: ", suppressed);
    }
    if (failure.getCause() != null) {
      add("Caused by: ", failure.getCause());
    }
  }
}
