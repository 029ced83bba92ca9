package org.kpackworkbench.model.analysis.verify.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.analysis.verify.Rule;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;

/**
 * Collects what is found in one file. A rule that is broken a thousand times over is listed some
 * times and then only counted. Safe for use by many threads.
 */
final class Findings {
  private static final int MOST_OF_A_RULE = 100;

  private final Place file;
  private final Progress progress;
  private final List<Finding> found = new ArrayList<>();
  private final Map<String, Integer> counts = new HashMap<>();
  private final Map<String, Severity> worst = new HashMap<>();
  private final Map<String, Integer> order = new HashMap<>();

  Findings(Place file, List<Rule<?>> rules, Progress progress) {
    this.file = file;
    this.progress = progress;
    for (Rule<?> rule : rules) {
      order.putIfAbsent(rule.name(), order.size());
    }
  }

  /** Where a rule's findings go. */
  Sink of(Rule<?> rule) {
    return new Sink() {
      @Override
      public void add(
          Severity severity, Place place, long fileOffset, String message, String advice) {
        Findings.this.add(new Finding(severity, rule.name(), place, fileOffset, message, advice));
      }

      @Override
      public Progress progress() {
        return progress;
      }
    };
  }

  private synchronized void add(Finding finding) {
    int before = counts.merge(finding.rule(), 1, Integer::sum);
    worst.merge(finding.rule(), finding.severity(), (a, b) -> a.compareTo(b) < 0 ? a : b);
    if (before <= MOST_OF_A_RULE) {
      found.add(finding);
    }
  }

  /** All of them, the worst first, then in the order of the rules and of the file. */
  synchronized List<Finding> sorted() {
    List<Finding> all = new ArrayList<>(found);
    all.sort(
        Comparator.comparing(Finding::severity)
            .thenComparing(finding -> order.getOrDefault(finding.rule(), 0))
            .thenComparingLong(Finding::fileOffset)
            .thenComparing(Finding::placeText)
            .thenComparing(Finding::message));
    counts.forEach(
        (rule, count) -> {
          if (count > MOST_OF_A_RULE) {
            all.add(
                new Finding(
                    worst.getOrDefault(rule, Severity.NOTE),
                    rule,
                    file,
                    -1,
                    "%d more findings of this rule are not listed."
                        .formatted(count - MOST_OF_A_RULE),
                    ""));
          }
        });
    all.sort(
        Comparator.comparing(Finding::severity)
            .thenComparing(finding -> order.getOrDefault(finding.rule(), 0)));
    return all;
  }
}
