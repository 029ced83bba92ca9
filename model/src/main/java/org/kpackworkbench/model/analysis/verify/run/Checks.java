package org.kpackworkbench.model.analysis.verify.run;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.kpackworkbench.model.analysis.verify.FileSubject;
import org.kpackworkbench.model.analysis.verify.TreeFileSubject;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.finding.Subject;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;

/**
 * Runs the selected rules on subjects of one file, and records which of them had something to
 * check. Safe for use by many threads.
 */
final class Checks {
  private final List<Rule<?>> rules;
  private final Collector findings;
  private final Set<Rule<?>> applied = ConcurrentHashMap.newKeySet();

  Checks(List<Rule<?>> rules, Collector findings) {
    this.rules = rules;
    this.findings = findings;
  }

  /** Whether some rule is about subjects of a kind. */
  boolean concern(Class<? extends Subject> kind) {
    return rules.stream().anyMatch(rule -> rule.subject().isAssignableFrom(kind));
  }

  /** The rules that had something to check. */
  Set<Rule<?>> applied() {
    return Set.copyOf(applied);
  }

  /**
   * Whether what is in the file was checked; if only rules about names and places in a tree are
   * selected, whether those had something to check.
   */
  boolean checkedSomething() {
    boolean content = rules.stream().anyMatch(Checks::isAboutContent);
    return applied.stream().anyMatch(rule -> !content || isAboutContent(rule));
  }

  private static boolean isAboutContent(Rule<?> rule) {
    return rule.subject() != TreeFileSubject.Name.class
        && rule.subject() != TreeFileSubject.class
        && rule.subject() != FileSubject.class;
  }

  /**
   * Runs all rules that are about a subject.
   *
   * @throws AccessDeniedException if one may not read a file beside it; the others have run
   */
  void run(Subject subject) throws IOException {
    AccessDeniedException closed = null;
    for (Rule<?> rule : rules) {
      if (rule.subject().isInstance(subject)) {
        applied.add(rule);
        try {
          run(rule, subject);
        } catch (AccessDeniedException beside) {
          closed = beside;
        }
      }
    }
    if (closed != null) {
      throw closed;
    }
  }

  private <S extends Subject> void run(Rule<S> rule, Subject subject) throws IOException {
    try {
      rule.check(rule.subject().cast(subject), findings.of(rule));
    } catch (FormatException problem) {
      problem.throwIfFileChanged();
      findings.of(rule).problem(subject.place(), problem, "It could not be checked further.");
    }
  }

  /**
   * Collects what is found in one file. A rule that is broken a thousand times over is listed some
   * times and then only counted. Safe for use by many threads.
   */
  static final class Collector {
    private static final int MOST_OF_A_RULE = 100;

    private final Place file;
    private final Progress progress;
    private final List<Finding> found = new ArrayList<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private final Map<String, Severity> worst = new HashMap<>();
    private final Map<String, Integer> order = new HashMap<>();

    Collector(Place file, List<Rule<?>> rules, Progress progress) {
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
            Severity severity,
            Place place,
            long fileOffset,
            String message,
            String advice,
            Evidence evidence) {
          Collector.this.add(
              new Finding(severity, rule.name(), place, fileOffset, message, advice, evidence));
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
}
