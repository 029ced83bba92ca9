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

  /** A line without any of these need not be searched for all of them. */
  private static final List<String> JSON_PROCESS_KEYS =
      List.of("_PID\"", "\"pid\"", "container_id\"", "CONTAINER_ID\"");

  private static final Pattern JSON_PROCESS =
      Pattern.compile("\"(?:_PID|pid|container_id|CONTAINER_ID)\"\\s*:\\s*\"?([^\",}]+)");

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
        process = jsonProcess(plain);
        plain = plain(unescaped(text).stripTrailing());
        at = plain.indexOf(PREFIX);
        if (at < 0) {
          // Nothing follows the prefix, whose space is gone, or an escape was part of it.
          return List.of();
        }
      }
    }
    // A carriage return goes back to the start of the line: what follows was drawn over the rest.
    String start = plain.substring(plain.lastIndexOf('\r', at) + 1, at);
    String before = process.isEmpty() ? start : process + start;
    int next = plain.indexOf(PREFIX, at + PREFIX.length());
    if (next < 0) {
      return List.of(message(before, plain, at, plain.length()));
    }
    List<Message> messages = new ArrayList<>();
    while (next >= 0) {
      messages.add(message(before, plain, at, next));
      at = next;
      next = plain.indexOf(PREFIX, at + PREFIX.length());
    }
    messages.add(message(before, plain, at, plain.length()));
    return messages;
  }

  private static Message message(String before, String line, int at, int end) {
    int start = at + PREFIX.length();
    int drawnOver = line.indexOf('\r', start, end);
    return new Message(before, line.substring(start, drawnOver < 0 ? end : drawnOver));
  }

  private static String jsonProcess(String line) {
    for (String key : JSON_PROCESS_KEYS) {
      if (line.contains(key)) {
        Matcher known = JSON_PROCESS.matcher(line);
        return known.find() ? known.group(1) + " " : "";
      }
    }
    return "";
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
    StringBuilder plain = new StringBuilder(text.length());
    int done = 0;
    for (int at = text.indexOf('\\');
        at >= 0 && at + 1 < text.length();
        at = text.indexOf('\\', done)) {
      plain.append(text, done, at);
      char escape = text.charAt(at + 1);
      done = at + 2;
      switch (escape) {
        case 'n' -> plain.append('\n');
        case 'r' -> plain.append('\r');
        case 't' -> plain.append('\t');
        case 'u' -> {
          String digits = text.substring(done, Math.min(done + 4, text.length()));
          boolean whole = digits.length() == 4 && digits.chars().allMatch(LogMessages::isHexDigit);
          plain.append(whole ? (char) Integer.parseInt(digits, 16) : escape);
          done += whole ? digits.length() : 0;
        }
        default -> plain.append(escape);
      }
    }
    return plain.append(text, done, text.length()).toString();
  }

  private static boolean isHexDigit(int character) {
    return character < 0x80 && Character.digit(character, 16) >= 0;
  }
}
