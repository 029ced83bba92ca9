package org.kpackworkbench.model.analysis.resolve.log;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog.LoadSummary;
import org.kpackworkbench.model.format.log.Numbers;

/**
 * The loads of a log in columns: a few numbers for each, and once what loads have in common. Their
 * steps stay in the log. Not safe for use by several threads while it grows.
 */
final class LoadTable {
  private static final int IN_LINE_BITS = 16;

  /** The first line and the kind of each load. */
  private Numbers heads = new Numbers();

  /** How many lines behind the first one the last line and the failure are; -1 for no failure. */
  private Numbers spans = new Numbers();

  /** Where the first message is. */
  private Numbers starts = new Numbers();

  /** The environment's number, and the line of a runtime's answer; 0 for none. */
  private Numbers besides = new Numbers();

  /** The messages among others' by load; null where nothing is between them. */
  private List<int @Nullable []> scattered = new ArrayList<>();

  private final Numbers environmentLines = new Numbers();
  private final Numbers environmentStarts = new Numbers();
  private final Map<Kind, Integer> numbers = new HashMap<>();
  private final List<Kind> kinds = new ArrayList<>();

  /**
   * Data that equal loads share.
   *
   * @param target the target that was requested first
   * @param messages the number of messages, without that of the environment
   * @param environment whether the environment was logged
   * @param likeness the same for equal steps, and hardly ever for others
   */
  record Kind(
      String writer,
      @Nullable String key,
      @Nullable String target,
      @Nullable LoaderError outcome,
      boolean certain,
      int messages,
      boolean environment,
      long likeness) {}

  /**
   * A message's place in the log.
   *
   * @param line the number of its line
   * @param offset where the line begins
   * @param inLine its number among the messages of the line, from 0
   */
  record Start(int line, long offset, int inLine) {
    private static Start of(int line, long packed) {
      return new Start(line, packed >>> IN_LINE_BITS, (int) (packed & ((1 << IN_LINE_BITS) - 1)));
    }

    private long packed() {
      return offset << IN_LINE_BITS | inLine;
    }
  }

  /** Adds what was read of an environment; its number, from 1. */
  int environment(Start start) {
    environmentLines.add(start.line());
    environmentStarts.add(start.packed());
    return environmentLines.size();
  }

  /**
   * Adds a load.
   *
   * @param failureLine the line where it went wrong; 0 if it did not
   * @param messages the numbers of its messages, counted from the first one; null if they follow
   *     one another
   * @return its number
   */
  int add(
      Kind kind,
      Start first,
      int lastLine,
      int failureLine,
      int environment,
      int answerLine,
      int @Nullable [] messages) {
    int number = numbers.computeIfAbsent(kind, made -> kinds.size());
    if (number == kinds.size()) {
      kinds.add(kind);
    }
    heads.add(packed(first.line(), number));
    spans.add(packed(lastLine - first.line(), failureLine == 0 ? -1 : failureLine - first.line()));
    starts.add(first.packed());
    besides.add(packed(environment, answerLine));
    if (messages != null) {
      while (scattered.size() < heads.size() - 1) {
        scattered.add(null);
      }
      scattered.add(messages);
    }
    return heads.size() - 1;
  }

  void answer(int load, int line) {
    besides.set(load, packed(high(besides.get(load)), line));
  }

  /** Puts the loads into the order of their first messages. */
  void sort() {
    long[] order = new long[size()];
    boolean sorted = true;
    for (int i = 0; i < order.length; i++) {
      order[i] = packed(firstLine(i), i);
      sorted &= i == 0 || starts.get(i) >= starts.get(i - 1);
    }
    if (sorted) {
      return;
    }
    Arrays.sort(order);
    for (int i = 1; i < order.length; i++) {
      for (int j = i; j > 0 && starts.get(low(order[j])) < starts.get(low(order[j - 1])); j--) {
        long later = order[j - 1];
        order[j - 1] = order[j];
        order[j] = later;
      }
    }
    heads = ordered(heads, order);
    spans = ordered(spans, order);
    starts = ordered(starts, order);
    besides = ordered(besides, order);
    List<int @Nullable []> before = scattered;
    scattered = new ArrayList<>();
    for (long each : order) {
      scattered.add(low(each) < before.size() ? before.get(low(each)) : null);
    }
  }

  private static Numbers ordered(Numbers numbers, long[] order) {
    Numbers ordered = new Numbers();
    for (long each : order) {
      ordered.add(numbers.get(low(each)));
    }
    return ordered;
  }

  int size() {
    return heads.size();
  }

  private int firstLine(int load) {
    return high(heads.get(load));
  }

  Kind kind(int load) {
    return kinds.get(kindNumber(load));
  }

  /** The number of its kind. */
  int kindNumber(int load) {
    return low(heads.get(load));
  }

  Start start(int load) {
    return Start.of(firstLine(load), starts.get(load));
  }

  /** Where its environment was logged; null if it was not. */
  @Nullable Start environmentOf(int load) {
    int number = high(besides.get(load));
    return number == 0
        ? null
        : Start.of((int) environmentLines.get(number - 1), environmentStarts.get(number - 1));
  }

  /** The numbers of its messages from the first one on; null if they follow one another. */
  int @Nullable [] messages(int load) {
    return load < scattered.size() ? scattered.get(load) : null;
  }

  LoadSummary summary(int load) {
    Kind kind = kind(load);
    int first = firstLine(load);
    long span = spans.get(load);
    return new LoadSummary(
        kind.writer(),
        first,
        first + high(span),
        kind.key(),
        kind.target(),
        kind.outcome(),
        low(span) < 0 ? 0 : first + low(span),
        kind.certain(),
        low(besides.get(load)));
  }

  private static long packed(int high, int low) {
    return (long) high << 32 | (low & 0xffff_ffffL);
  }

  private static int high(long packed) {
    return (int) (packed >> 32);
  }

  private static int low(long packed) {
    return (int) packed;
  }
}
