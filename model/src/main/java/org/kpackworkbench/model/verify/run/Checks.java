package org.kpackworkbench.model.verify.run;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.bytes.FormatException.Reason;
import org.kpackworkbench.model.verify.Rule;
import org.kpackworkbench.model.verify.Subject;

/** Runs the rules that were asked for on subjects of one file. Safe for use by many threads. */
record Checks(List<Rule<?>> rules, Findings findings) {

  /** Whether some rule is about subjects of a kind. */
  boolean concern(Class<? extends Subject> kind) {
    return rules.stream().anyMatch(rule -> rule.subject() == kind);
  }

  /** Runs all rules that are about a subject. */
  void run(Subject subject) throws IOException {
    for (Rule<?> rule : rules) {
      if (rule.subject().isInstance(subject)) {
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
