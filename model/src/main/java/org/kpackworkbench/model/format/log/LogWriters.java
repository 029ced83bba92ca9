package org.kpackworkbench.model.format.log;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Determines which lines come from one writer, by the text before their messages. It has to see all
 * of them first: times and counters differ from line to line of one writer, ranks and process
 * numbers do not. Not safe for use by several threads.
 */
public final class LogWriters {
  /** Kinds of beginnings that are distinguished; what is not, is noise. */
  private static final int MOST_SHAPES = 4096;

  private static final int MOST_WRITERS = 65_536;

  private static final int MOST_DIGITS = 18;

  private static final String MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*";

  /** Dates and times, with and without a zone; seconds since something. */
  private static final Pattern TIMES =
      Pattern.compile(
          String.join(
              "|",
              // 2026-11-20, 20.11.2026, 2026/11/20, with T or a space before the time
              "\\d{4}([-/.])\\d{1,2}\\1\\d{1,2}[T ]?",
              "\\d{1,2}([-/.])\\d{1,2}\\2\\d{2,4}[T ]?",
              // Nov 20, 20 Nov 2026
              "(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? +)?(?:"
                  + MONTH
                  + " +\\d{1,2}(?!\\d)"
                  + "|\\d{1,2}[ /-]"
                  + MONTH
                  + ")(?:[ /,-]+\\d{4}(?!\\d))?",
              // 12:00:01.123456+01:00
              "\\d{1,2}:\\d{2}(?::\\d{2})?(?:[.,]\\d+)?(?: ?(?:Z|UTC|GMT|[AP]M))?"
                  + "(?: ?[+-]\\d{2}:?\\d{2}(?!\\d))?",
              // E1120 of Google's loggers
              "(?<![A-Za-z0-9])[IWEF]\\d{4}(?= )",
              // 1763640000, 1763640000.123, [ 1234.567890], 12.5s
              "(?<!\\d)\\d{9,}(?:\\.\\d+)?",
              "(?<![\\d.])\\d+\\.\\d{3,}(?![\\d.])",
              "(?<![\\d.])\\d+(?:\\.\\d+)?m?s\\b"));

  private static final Pattern DIGITS = Pattern.compile("\\d+");

  /** Beginnings that are the same but for their numbers. */
  private static final class Shape {
    private long seen;
    private long[] last = new long[0];
    private long[] rises = new long[0];

    void see(long[] numbers) {
      if (seen == 0) {
        rises = new long[numbers.length];
      } else {
        for (int i = 0; i < numbers.length; i++) {
          rises[i] += numbers[i] > last[i] ? 1 : 0;
        }
      }
      last = numbers;
      seen++;
    }

    /** Whether a number counts lines, or time in some unit: it never stays and never falls. */
    boolean counts(int number) {
      return seen > 1 && rises[number] == seen - 1;
    }
  }

  /**
   * Treatment of all beginnings that differ in their digits only: no pattern here distinguishes
   * digits.
   *
   * @param source where each character of the text without times comes from; -1 is a space
   * @param recent beginnings that came a short time ago: processes and threads write in turn
   */
  private record Template(int[] source, @Nullable Start[] recent) {
    private static final int RECENT = 8;

    static Template of(String masked) {
      int[] source = new int[masked.length()];
      int length = 0;
      Matcher times = TIMES.matcher(masked);
      boolean time = times.find();
      for (int at = 0; at < masked.length(); at++) {
        while (time && times.end() <= at) {
          time = times.find();
        }
        if (!time || at < times.start()) {
          boolean space = isSpace(masked.charAt(at));
          if (!space || length == 0 || source[length - 1] >= 0) {
            source[length++] = space ? -1 : at;
          }
        }
      }
      return new Template(Arrays.copyOf(source, length), new @Nullable Start[RECENT]);
    }

    private static boolean isSpace(char character) {
      return character == ' ' || (character >= '\t' && character <= '\r');
    }

    /** Returns the beginning without times, if it is a recent one. */
    @Nullable Start recent(String before) {
      for (Start start : recent) {
        if (start == null || is(start.text, before)) {
          return start;
        }
      }
      return null;
    }

    private boolean is(String text, String before) {
      for (int i = 0; i < source.length; i++) {
        if (text.charAt(i) != at(i, before)) {
          return false;
        }
      }
      return true;
    }

    void keep(Start start) {
      System.arraycopy(recent, 0, recent, 1, RECENT - 1);
      recent[0] = start;
    }

    private char at(int index, String before) {
      return source[index] < 0 ? ' ' : before.charAt(source[index]);
    }

    String text(String before) {
      char[] text = new char[source.length];
      for (int i = 0; i < text.length; i++) {
        text[i] = at(i, before);
      }
      return new String(text);
    }
  }

  /** Longer beginnings are distinguished by this part of them. */
  private static final int MOST_CHARACTERS = 256;

  private final Memo<Template> templates = new Memo<>(Template::of);

  /** A beginning without times. */
  private static final class Start {
    private final String text;

    /** The text, a hash sign for each number. */
    private final String form;

    private final long[] numbers;

    /** How often it was seen. */
    private int seen;

    private @Nullable String writer;

    Start(String text) {
      this.text = text;
      Matcher digits = DIGITS.matcher(text);
      this.numbers = digits.results().mapToLong(found -> number(found.group())).toArray();
      this.form = digits.reset().replaceAll("#");
    }
  }

  private final Map<String, Start> starts = new HashMap<>();

  private char[] lastMasked = {};
  private Template lastTemplate = Template.of("");

  private final Map<String, Shape> shapes = new HashMap<>();

  /**
   * How often each writer was seen, times left out; created with the first writer that is
   * requested.
   */
  private final Map<String, Integer> counts = new HashMap<>();

  /** Parses the text before the first message of a line; all lines, in their order. */
  public void see(String before) {
    Start start = start(before);
    start.seen++;
    Shape shape = shapes.get(start.form);
    if (shape == null && shapes.size() < MOST_SHAPES) {
      shape = new Shape();
      shapes.put(start.form, shape);
    }
    if (shape != null) {
      shape.see(start.numbers);
    }
  }

  /**
   * Returns the writer of the message behind a beginning. A beginning that was there only once is
   * another program's unfinished line, behind the beginning of a writer that is known.
   */
  public String writer(String before) {
    if (counts.isEmpty()) {
      starts.forEach((text, start) -> counts.merge(name(text), start.seen, Integer::sum));
    }
    Start start = start(before);
    String writer = start.writer;
    if (writer == null) {
      writer = find(name(start.text));
      start.writer = writer;
    }
    return writer;
  }

  private String find(String name) {
    for (int length = name.length(); length >= 0; length--) {
      String start = name.substring(0, length);
      if (counts.getOrDefault(start, 0) > 1) {
        return start;
      }
    }
    return name;
  }

  private Start start(String before) {
    String start =
        before.length() <= MOST_CHARACTERS ? before : before.substring(0, MOST_CHARACTERS);
    Template template = template(start);
    Start recent = template.recent(start);
    if (recent == null) {
      String text = template.text(start);
      recent = starts.get(text);
      if (recent == null) {
        recent = new Start(text);
        if (starts.size() < MOST_WRITERS) {
          starts.put(text, recent);
        }
      }
      template.keep(recent);
    }
    return recent;
  }

  /**
   * Returns the template that leaves times out; numbers that grow are often padded, so of spaces
   * one is left.
   */
  private Template template(String before) {
    // Most lines begin like the one before.
    if (!isMaskedAsLast(before)) {
      char[] masked = before.toCharArray();
      for (int i = 0; i < masked.length; i++) {
        masked[i] = masked(masked[i]);
      }
      lastMasked = masked;
      lastTemplate = templates.of(new String(masked));
    }
    return lastTemplate;
  }

  private boolean isMaskedAsLast(String before) {
    if (before.length() != lastMasked.length) {
      return false;
    }
    for (int i = 0; i < lastMasked.length; i++) {
      if (masked(before.charAt(i)) != lastMasked[i]) {
        return false;
      }
    }
    return true;
  }

  private static char masked(char character) {
    return character >= '0' && character <= '9' ? '0' : character;
  }

  private String name(String text) {
    Matcher digits = DIGITS.matcher(text);
    Shape shape = shapes.get(digits.replaceAll("#"));
    if (shape == null) {
      return text;
    }
    int[] number = {0};
    return digits.reset().replaceAll(found -> shape.counts(number[0]++) ? "#" : found.group());
  }

  private static long number(String text) {
    return text.length() > MOST_DIGITS ? Arrays.hashCode(text.toCharArray()) : Long.parseLong(text);
  }
}
