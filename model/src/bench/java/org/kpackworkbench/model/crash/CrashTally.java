package org.kpackworkbench.model.crash;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What the kills of one operation came to. */
final class CrashTally {
  /** The files after a kill. */
  enum State {
    OLD,
    NEW,
    /** Each file or folder is old or new, but not all are the same. */
    MIXED
  }

  private final CrashOperation operation;
  private final Map<State, Integer> states = new EnumMap<>(State.class);
  private final List<String> failures = new ArrayList<>();
  private double seconds;
  private int kills;
  private int idle;
  private int writing;
  private int late;
  private int steps;
  private int full;
  private int fullFailed;
  private int recovered;
  private int broken;

  CrashTally(CrashOperation operation) {
    this.operation = operation;
  }

  void killed(boolean timed, boolean ended, State state, boolean leftovers) {
    states.merge(state, 1, Integer::sum);
    if (!timed) {
      return;
    }
    kills++;
    if (ended) {
      late++;
    } else if (leftovers || state == State.MIXED) {
      writing++;
    } else {
      idle++;
    }
  }

  /** How long an undisturbed run takes. */
  void took(double time) {
    seconds = time;
  }

  void step() {
    steps++;
  }

  void full(boolean failed) {
    full++;
    fullFailed += failed ? 1 : 0;
  }

  void recovered() {
    recovered++;
  }

  void journalBroken() {
    broken++;
  }

  void failure(String what) {
    failures.add(operation.title() + ": " + what);
  }

  CrashOperation operation() {
    return operation;
  }

  int kills() {
    return kills;
  }

  int whileWriting() {
    return writing;
  }

  int count(State state) {
    return states.getOrDefault(state, 0);
  }

  int full() {
    return full;
  }

  int fullFailed() {
    return fullFailed;
  }

  int steps() {
    return steps;
  }

  int journals() {
    return recovered;
  }

  List<String> failures() {
    return List.copyOf(failures);
  }

  static String head() {
    return """
        | operation | seconds | kills | nothing written | while writing | after the end | kills at a change of names \
        | old | new | mixed | journals recovered | runs without room | of them stopped | failures |
        |---|---|---|---|---|---|---|---|---|---|---|---|---|---|
        """;
  }

  String row() {
    return "| %s | %.1f | %d | %d | %d | %d | %d | %d | %d | %d | %s | %d | %d | %d |%n"
        .formatted(
            operation.title(),
            seconds,
            kills,
            idle,
            writing,
            late,
            steps,
            count(State.OLD),
            count(State.NEW),
            count(State.MIXED),
            operation == CrashOperation.SAVE
                ? recovered + (broken > 0 ? " (" + broken + " cut off in the first record)" : "")
                : "",
            full,
            fullFailed,
            failures.size());
  }
}
