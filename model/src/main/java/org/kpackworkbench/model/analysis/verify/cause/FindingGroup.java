package org.kpackworkbench.model.analysis.verify.cause;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.text.CountText;

/**
 * Findings that belong together.
 *
 * @param title what they have in common, in a sentence without a full stop; a file, or a rule
 * @param advice what to do about all of them; empty if each says it
 * @param findings at least one, the worst first
 * @param fix a change that removes all of them; null if the program knows none
 */
public record FindingGroup(String title, String advice, List<Finding> findings, @Nullable Fix fix) {
  public FindingGroup {
    findings = List.copyOf(findings);
  }

  /** Returns the group with its findings sorted by an order. */
  public FindingGroup sorted(Comparator<Finding> order) {
    return new FindingGroup(title, advice, findings.stream().sorted(order).toList(), fix);
  }

  /** How bad the worst of them is. */
  public Severity severity() {
    return findings.getFirst().severity();
  }

  /** Whether it is one finding that says all itself, and is shown without a group. */
  public boolean isSingle() {
    return findings.size() == 1 && findings.getFirst().message().equals(title);
  }

  /** How many there are of each severity, e.g. {@code 2 errors, 1 note}. */
  public String counts() {
    StringBuilder words = new StringBuilder();
    for (Severity severity : Severity.values()) {
      long count = findings.stream().filter(each -> each.severity() == severity).count();
      if (count > 0) {
        words.append(words.isEmpty() ? "" : ", ").append(CountText.of(count, severity.word()));
      }
    }
    return words.toString();
  }

  /** Returns what users of binaries see of them, each once. */
  public List<String> consequences() {
    return findings.stream()
        .flatMap(each -> each.evidence().consequences().stream())
        .distinct()
        .toList();
  }
}
