package org.kpackworkbench.model.fuzz.run;

import java.util.List;
import java.util.Locale;

/**
 * How a target's last run went.
 *
 * @param target its id
 * @param minutes how long the fuzzer ran
 * @param executions how many inputs it tried
 * @param features how much of the program's behaviour they reached, as the fuzzer counts it
 * @param inputs how many inputs the corpus in the repository has, with their size in bytes
 * @param findings how many different failures it found
 * @param date of the run
 * @param commit of the program
 * @param machine processors and Java
 */
record TargetResult(
    String target,
    double minutes,
    long executions,
    long features,
    String inputs,
    int findings,
    String date,
    String commit,
    String machine) {
  static final List<String> COLUMNS =
      List.of(
          "target",
          "minutes",
          "executions",
          "features",
          "corpus",
          "findings",
          "date",
          "commit",
          "machine");

  /** The same with another corpus. */
  TargetResult keeping(String words) {
    return new TargetResult(
        target, minutes, executions, features, words, findings, date, commit, machine);
  }

  /** The line of the table. */
  String row() {
    return String.format(
        Locale.ROOT,
        "| %s | %.1f | %,d | %,d | %s | %d | %s | %s | %s |",
        target,
        minutes,
        executions,
        features,
        inputs,
        findings,
        date,
        commit,
        machine);
  }
}
