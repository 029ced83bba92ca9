package org.kpackworkbench.model.loader;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.place.Place;

/**
 * What somebody's loader wrote with {@code ROCM_KPACK_DEBUG}, read back into traces. Nothing is an
 * error: whatever else stands in the log is kept as lines. Immutable.
 *
 * @param lines all lines, in their order
 * @param traces the loads that they tell of, in the order of their first lines
 */
public record DebugLog(List<Line> lines, List<LogTrace> traces) {
  private static final Pattern COLOURS = Pattern.compile("\u001b\\[[0-9;]*[A-Za-z]");
  private static final Pattern LINE_END = Pattern.compile("\r?\n");

  /** Dates and times, which differ from line to line of one writer. */
  private static final Pattern TIMES = Pattern.compile("\\d+(?:[-:./,T ]\\d+)+Z?");

  public DebugLog {
    lines = List.copyOf(lines);
    traces = List.copyOf(traces);
  }

  /**
   * A line of a log.
   *
   * @param number from 1
   * @param text as it stands, without colours
   * @param kind whose it is
   */
  public record Line(int number, String text, Kind kind) {}

  /** Whose a line is. */
  public enum Kind {
    /** A loader's, understood. */
    STEP,
    /** A loader's that is cut off, or in words that are not known. */
    UNREAD,
    /** Another program's. */
    OTHER
  }

  /** Reads a log; steps get the places of files that are on this machine under the same path. */
  public static DebugLog read(String text) {
    return read(text, DebugLog::here);
  }

  /**
   * Reads a log.
   *
   * @param places where the file of a path is at hand; null for one that is not
   */
  public static DebugLog read(String text, Function<String, @Nullable Place> places) {
    LogThreads threads = new LogThreads(places);
    List<Line> lines = new ArrayList<>();
    String[] all = LINE_END.split(text, -1);
    int count = all[all.length - 1].isEmpty() ? all.length - 1 : all.length;
    for (int i = 0; i < count; i++) {
      String line = COLOURS.matcher(all[i]).replaceAll("");
      lines.add(new Line(i + 1, line, take(line, i + 1, threads)));
    }
    return new DebugLog(lines, threads.traces());
  }

  /** Takes the messages of a line: several where threads wrote at the same time. */
  private static Kind take(String line, int number, LogThreads threads) {
    int at = line.indexOf(LogWording.PREFIX);
    if (at < 0) {
      return Kind.OTHER;
    }
    String writer = TIMES.matcher(line.substring(0, at)).replaceAll("");
    Kind kind = Kind.STEP;
    while (at >= 0) {
      int start = at + LogWording.PREFIX.length();
      int next = line.indexOf(LogWording.PREFIX, start);
      String message = next < 0 ? line.substring(start) : line.substring(start, next);
      if (!threads.take(writer, number, message)) {
        kind = Kind.UNREAD;
      }
      at = next;
    }
    return kind;
  }

  private static @Nullable Place here(String path) {
    try {
      Path file = Path.of(path);
      return file.isAbsolute() && Files.isRegularFile(file) ? new Place.File(file) : null;
    } catch (InvalidPathException ofAnotherSystem) {
      return null;
    }
  }

  /** The lines that a loader would have written for a trace, with their prefix. */
  public static List<String> write(List<Step> trace) {
    List<String> lines = new ArrayList<>();
    for (Step step : trace) {
      if (isWritten(step)) {
        lines.add(LogWording.PREFIX + StepText.of(step));
      }
      if (step instanceof Step.ArchiveOpened opened) {
        for (String name : opened.architectures()) {
          lines.add(LogWording.PREFIX + "  architecture: " + name);
        }
      }
    }
    return lines;
  }

  private static boolean isWritten(Step step) {
    return switch (step) {
      case Step.Noted noted -> false;
      case Step.TargetsReplaced replaced -> false;
      case Step.ManifestRead read -> false;
      case Step.ArchitectureNotListed not -> false;
      case Step.KeyLookedUp looked -> false;
      default -> true;
    };
  }
}
