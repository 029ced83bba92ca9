package org.kpackworkbench.model.analysis.verify.run;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.kpackworkbench.model.analysis.verify.FileSubject;
import org.kpackworkbench.model.analysis.verify.NameSubject;
import org.kpackworkbench.model.analysis.verify.Rule;
import org.kpackworkbench.model.analysis.verify.Subject;
import org.kpackworkbench.model.analysis.verify.TreeFileSubject;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/**
 * Runs the rules that were asked for on subjects of one file, and remembers which of them had
 * something to check. Safe for use by many threads.
 */
final class Checks {
  private final List<Rule<?>> rules;
  private final Findings findings;
  private final Set<Rule<?>> applied = ConcurrentHashMap.newKeySet();

  Checks(List<Rule<?>> rules, Findings findings) {
    this.rules = rules;
    this.findings = findings;
  }

  /** Whether some rule is about subjects of a kind. */
  boolean concern(Class<? extends Subject> kind) {
    return rules.stream().anyMatch(rule -> rule.subject() == kind);
  }

  /** The rules that had something to check. */
  Set<Rule<?>> applied() {
    return Set.copyOf(applied);
  }

  /**
   * Whether what is in the file was checked; where only rules about names and places in a tree were
   * asked for, whether those were.
   */
  boolean checkedSomething() {
    boolean content = rules.stream().anyMatch(Checks::isAboutContent);
    return applied.stream().anyMatch(rule -> !content || isAboutContent(rule));
  }

  private static boolean isAboutContent(Rule<?> rule) {
    return rule.subject() != NameSubject.class
        && rule.subject() != TreeFileSubject.class
        && rule.subject() != FileSubject.class;
  }

  /** Runs all rules that are about a subject. */
  void run(Subject subject) throws IOException {
    for (Rule<?> rule : rules) {
      if (rule.subject().isInstance(subject)) {
        applied.add(rule);
        run(rule, subject);
      }
    }
  }

  private <S extends Subject> void run(Rule<S> rule, Subject subject) throws IOException {
    try {
      rule.check(rule.subject().cast(subject), findings.of(rule));
    } catch (FormatException problem) {
      if (problem.reason() == Reason.FILE_CHANGED || problem.reason() == Reason.CLOSED) {
        throw problem;
      }
      findings.of(rule).problem(subject.place(), problem, "It could not be checked further.");
    }
  }
}
