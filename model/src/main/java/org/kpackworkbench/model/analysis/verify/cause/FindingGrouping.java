package org.kpackworkbench.model.analysis.verify.cause;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.kpackworkbench.model.base.finding.Finding;

/** The ways to group findings. */
public enum FindingGrouping {
  /** Grouping by cause; findings that say all themselves are groups of one. */
  CAUSE("Cause"),
  /** By the file that they are in. */
  FILE("File"),
  /** By the rule that found them. */
  RULE("Rule");

  private static final Comparator<Finding> WORST_FIRST = Comparator.comparing(Finding::severity);

  private final String words;

  FindingGrouping(String words) {
    this.words = words;
  }

  /** For people, e.g. {@code Cause}. */
  public String words() {
    return words;
  }

  /**
   * The groups, the worst first: by the worst severity, then those with more of it. In a group, the
   * worst findings come first. What is alike stays in the order in which it came.
   */
  public List<FindingGroup> of(List<Finding> findings) {
    List<FindingGroup> groups =
        switch (this) {
          case CAUSE -> Causes.of(findings);
          case FILE -> by(findings, finding -> finding.file().toString());
          case RULE -> by(findings, Finding::rule);
        };
    List<FindingGroup> sorted = new ArrayList<>(groups.size());
    for (FindingGroup group : groups) {
      sorted.add(group.sorted(WORST_FIRST));
    }
    sorted.sort(
        Comparator.comparing(FindingGroup::severity)
            .thenComparing(Comparator.comparingLong(FindingGrouping::worst).reversed()));
    return List.copyOf(sorted);
  }

  private static long worst(FindingGroup group) {
    return group.findings().stream().filter(each -> each.severity() == group.severity()).count();
  }

  private static List<FindingGroup> by(List<Finding> findings, Function<Finding, String> title) {
    Map<String, List<Finding>> groups = new LinkedHashMap<>();
    for (Finding finding : findings) {
      groups.computeIfAbsent(title.apply(finding), each -> new ArrayList<>()).add(finding);
    }
    return groups.entrySet().stream()
        .map(group -> new FindingGroup(group.getKey(), "", group.getValue(), null))
        .toList();
  }
}
