package org.kpackworkbench.model.format.log;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a loader that are in a line: none, one, or several where threads wrote at the
 * same time. What terminals and collectors put around them is taken away: colours, progress bars
 * that were drawn over, JSON as Docker and journald write it.
 */
public final class LogMessages {
  /** Prefix of every message of a loader. */
  public static final String PREFIX = "kpack: ";

  /** Sequences for terminals, also as syslog and {@code cat -v} spell them. */
  private static final Pattern CONTROLS =
      Pattern.compile(
          "\u001b\\][^\u0007\u001b]*(?:\u0007|\u001b\\\\)"
              + "|(?:\u001b|#033|\\^\\[|\\\\x1[bB])\\[[0-?]*[ -/]*[@-~]"
              + "|\u001b[ -/]*[0-Z\\\\^-~]");

  private static final Pattern JSON_PROCESS =
      Pattern.compile("\"(?:_PID|pid|container_id|CONTAINER_ID)\"\\s*:\\s*\"?([^\",}]+)");
  private static final Pattern JSON_ESCAPE = Pattern.compile("\\\\(u[0-9a-fA-F]{4}|.)");

  private LogMessages() {}

  /**
   * A message.
   *
   * @param before what is before it in the line: times, processes, ranks
   * @param text the message, without {@link #PREFIX}
   */
  public record Message(String before, String text) {}

  /** The messages in a line. */
  public static List<Message> of(String line) {
    String plain = plain(line);
    int at = plain.indexOf(PREFIX);
    if (at < 0) {
      return List.of();
    }
    String process = "";
    if (plain.startsWith("{")) {
      String text = jsonText(plain);
      if (text != null) {
        Matcher known = JSON_PROCESS.matcher(plain);
        process = known.find() ? known.group(1) + " " : "";
        plain = plain(unescaped(text).stripTrailing());
        at = plain.indexOf(PREFIX);
        if (at < 0) {
          // Nothing follows the prefix, whose space is gone, or an escape was part of it.
          return List.of();
        }
      }
    }
    // A carriage return goes back to the start of the line: what follows was drawn over the rest.
    String before = process + plain.substring(plain.lastIndexOf('\r', at) + 1, at);
    List<Message> messages = new ArrayList<>();
    while (at >= 0) {
      int start = at + PREFIX.length();
      int next = plain.indexOf(PREFIX, start);
      String text = next < 0 ? plain.substring(start) : plain.substring(start, next);
      int drawnOver = text.indexOf('\r');
      messages.add(new Message(before, drawnOver < 0 ? text : text.substring(0, drawnOver)));
      at = next;
    }
    return messages;
  }

  /** The first text of a line of JSON that has a message in it, as it is written. */
  private static @Nullable String jsonText(String line) {
    int start = line.indexOf('"');
    while (start >= 0) {
      int end = start + 1;
      while (end < line.length() && line.charAt(end) != '"') {
        end += line.charAt(end) == '\\' ? 2 : 1;
      }
      if (end >= line.length()) {
        return null;
      }
      int at = line.indexOf(PREFIX, start + 1);
      if (at < 0) {
        return null;
      }
      if (at + PREFIX.length() <= end) {
        return line.substring(start + 1, end);
      }
      start = end;
    }
    return null;
  }

  /** A line without sequences for terminals. */
  public static String plain(String line) {
    return mayHaveControls(line) ? CONTROLS.matcher(line).replaceAll("") : line;
  }

  private static boolean mayHaveControls(String line) {
    if (line.indexOf('\u001b') >= 0) {
      return true;
    }
    return line.indexOf('[') >= 0
        && (line.contains("#033[")
            || line.contains("^[[")
            || line.contains("\\x1b[")
            || line.contains("\\x1B["));
  }

  private static String unescaped(String text) {
    return JSON_ESCAPE
        .matcher(text)
        .replaceAll(
            found -> {
              String escape = found.group(1);
              char character =
                  switch (escape.charAt(0)) {
                    case 'n' -> '\n';
                    case 'r' -> '\r';
                    case 't' -> '\t';
                    case 'u' ->
                        escape.length() == 5
                            ? (char) Integer.parseInt(escape.substring(1), 16)
                            : 'u';
                    default -> escape.charAt(0);
                  };
              return Matcher.quoteReplacement(String.valueOf(character));
            });
  }
}
