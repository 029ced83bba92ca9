package org.kpackworkbench.model.loader.log;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells which lines come from one writer, by what stands before their messages. It has to see all
 * of them first: times and counters differ from line to line of one writer, ranks and process
 * numbers do not. Not safe for use by several threads.
 */
public final class LogWriters {
  /** Kinds of beginnings that are told apart; what is not, is noise. */
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

  private static final Pattern SPACES = Pattern.compile("\\s+");
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

  private final Map<String, Shape> shapes = new HashMap<>();

  /** How often each beginning was seen, times left out. */
  private final Map<String, Integer> seen = new HashMap<>();

  /** The same by writers; made when the first writer is asked for. */
  private final Map<String, Integer> counts = new HashMap<>();

  private final Map<String, String> known = new HashMap<>();

  /** Looks at what stands before the first message of a line; all lines, in their order. */
  public void see(String before) {
    String text = withoutTimes(before);
    if (seen.size() < MOST_WRITERS || seen.containsKey(text)) {
      seen.merge(text, 1, Integer::sum);
    }
    String form = DIGITS.matcher(text).replaceAll("#");
    Shape shape = shapes.get(form);
    if (shape == null && shapes.size() < MOST_SHAPES) {
      shape = new Shape();
      shapes.put(form, shape);
    }
    if (shape != null) {
      shape.see(DIGITS.matcher(text).results().mapToLong(LogWriters::number).toArray());
    }
  }

  /**
   * Whose message it is that stands behind this. What stood there only once is another program's
   * unfinished line, behind the beginning of a writer that is known.
   */
  public String writer(String before) {
    if (counts.isEmpty()) {
      seen.forEach((text, times) -> counts.merge(name(text), times, Integer::sum));
    }
    String text = withoutTimes(before);
    String writer = known.get(text);
    if (writer == null) {
      writer = find(name(text));
      if (known.size() < MOST_WRITERS) {
        known.put(text, writer);
      }
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

  private static String withoutTimes(String before) {
    // Numbers that grow are often padded to one width.
    return before.isEmpty()
        ? ""
        : SPACES.matcher(TIMES.matcher(before).replaceAll("")).replaceAll(" ");
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

  private static long number(MatchResult digits) {
    String text = digits.group();
    return text.length() > MOST_DIGITS ? Arrays.hashCode(text.toCharArray()) : Long.parseLong(text);
  }
}
