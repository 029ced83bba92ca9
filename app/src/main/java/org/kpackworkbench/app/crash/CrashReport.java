package org.kpackworkbench.app.crash;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.app.ProgramVersion;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.base.text.TimeText;

/**
 * An unexpected failure, as a text that can be sent to the program's makers: what happened, on
 * what, and what was being done. Contents of files are never in it.
 *
 * @param when when it happened
 * @param text the whole report
 */
public record CrashReport(Instant when, String text) {

  /** The request to the reader of a report. */
  public static final String WHAT_TO_ATTACH =
      "Attach this report to an issue, and the file it happened with if you may share it.";

  /** Puts a failure of this process into words. */
  public static CrashReport of(Thread thread, Throwable failure, Situation situation) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    List<String> lines = new ArrayList<>();
    lines.add("Kpack Workbench: report of an error in the program");
    lines.add("");
    lines.add(WHAT_TO_ATTACH);
    lines.add(
        "It contains no contents of files, but names of files, and in messages names of folders:");
    lines.add("read it before you send it.");
    lines.add("");
    lines.add("What happened");
    lines.add("  " + Trace.words(failure));
    lines.add("  in the thread " + Privacy.line(thread.getName()));
    lines.add("");
    lines.add("The program");
    program(now, lines);
    section("Last actions, newest first", situation.actions(), lines);
    section("Open", situation.files(), lines);
    section("Running", situation.jobs(), lines);
    section("Logged last", situation.log(), lines);
    lines.add("");
    lines.add("Where in the program");
    Trace.of(failure, lines);
    return new CrashReport(now, String.join("\n", lines) + "\n");
  }

  private static void program(Instant now, List<String> lines) {
    Runtime runtime = Runtime.getRuntime();
    fact("time", now.toString(), lines);
    fact("version", version(), lines);
    fact("Java", Runtime.version() + ", " + property("java.vendor"), lines);
    fact("JavaFX", property("javafx.runtime.version"), lines);
    fact(
        "system",
        String.join(" ", property("os.name"), property("os.version"), property("os.arch")),
        lines);
    fact("processors", Integer.toString(runtime.availableProcessors()), lines);
    fact(
        "memory",
        "%s used of %s, at most %s"
            .formatted(
                SizeText.of(runtime.totalMemory() - runtime.freeMemory()),
                SizeText.of(runtime.totalMemory()),
                SizeText.of(runtime.maxMemory())),
        lines);
    ProcessHandle.current()
        .info()
        .startInstant()
        .ifPresent(
            start ->
                fact(
                    "running for",
                    TimeText.duration(Duration.between(start, now).toSeconds()),
                    lines));
  }

  private static void section(String title, List<String> rows, List<String> lines) {
    lines.add("");
    lines.add(title);
    if (rows.isEmpty()) {
      lines.add("  nothing");
    }
    rows.forEach(row -> lines.add("  " + Privacy.line(row)));
  }

  private static void fact(String name, String value, List<String> lines) {
    lines.add("  %-12s %s".formatted(name, value));
  }

  private static String property(String name) {
    return System.getProperty(name, "unknown");
  }

  private static String version() {
    try {
      return ProgramVersion.number();
    } catch (IOException missing) {
      return "unknown";
    }
  }
}
