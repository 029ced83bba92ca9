package org.kpackworkbench.model.analysis.resolve.log;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog.LoadSummary;

/**
 * The loads of a log, and once what loads have in common. Their steps stay in the log. Not safe for
 * use by several threads while it grows.
 */
final class LoadTable {
  private final List<Load> loads = new ArrayList<>();
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
  record Start(int line, long offset, int inLine) {}

  /**
   * A load. The place of its first message is no object of its own, of which there would be
   * millions.
   *
   * @param line the line of its first message
   * @param offset where that line begins
   * @param inLine the number of its first message among those of the line
   * @param failureLine the line of its failure; 0 for none
   * @param environment the message with what was read of the environment; null for none
   * @param answerLine the line of a runtime's answer; 0 for none
   * @param messages the numbers of its messages behind the first one; null if nothing is between
   *     them
   */
  record Load(
      Kind kind,
      int line,
      long offset,
      int inLine,
      int lastLine,
      int failureLine,
      @Nullable Start environment,
      int answerLine,
      int @Nullable [] messages) {
    private Load answered(int answer) {
      return new Load(
          kind, line, offset, inLine, lastLine, failureLine, environment, answer, messages);
    }

    Start first() {
      return new Start(line, offset, inLine);
    }

    LoadSummary summary() {
      return new LoadSummary(
          kind.writer(),
          line,
          lastLine,
          kind.key(),
          kind.target(),
          kind.outcome(),
          failureLine,
          kind.certain(),
          answerLine);
    }
  }

  /** Returns the kind that is kept for those that equal it. */
  Kind shared(Kind kind) {
    int number = numbers.computeIfAbsent(kind, made -> kinds.size());
    if (number == kinds.size()) {
      kinds.add(kind);
    }
    return kinds.get(number);
  }

  /** Adds a load of a shared kind; its number, which holds until they are sorted. */
  int add(Load load) {
    loads.add(load);
    return loads.size() - 1;
  }

  /** Notes the line of a runtime's answer to a load. */
  void answer(int load, int line) {
    loads.set(load, loads.get(load).answered(line));
  }

  /** Brings the loads into the order of their first messages. */
  void sort() {
    loads.sort(Comparator.<Load>comparingLong(Load::offset).thenComparingInt(Load::inLine));
  }

  int size() {
    return loads.size();
  }

  Load load(int number) {
    return loads.get(number);
  }

  /** The number of a load's kind. */
  int kindNumber(int load) {
    return numbers.getOrDefault(loads.get(load).kind(), -1);
  }
}
