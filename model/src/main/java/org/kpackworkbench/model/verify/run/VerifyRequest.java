package org.kpackworkbench.model.verify.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.kpackworkbench.model.verify.Rule;

/**
 * What to check, and how.
 *
 * @param rules the rules to run
 * @param threads how many code objects or small files are looked at at a time; at least 1
 * @param coverage whether to make the grid binary#index × architecture, too
 */
public record VerifyRequest(List<Rule<?>> rules, int threads, boolean coverage) {
  public VerifyRequest {
    if (threads < 1) {
      throw new IllegalArgumentException("verification needs a thread, found " + threads);
    }
    rules = List.copyOf(rules);
  }

  /** Without the grid. */
  public VerifyRequest(List<Rule<?>> rules, int threads) {
    this(rules, threads, false);
  }

  /** All rules, on all processors. */
  public static VerifyRequest everything() {
    return new VerifyRequest(
        StandardRules.all(), Runtime.getRuntime().availableProcessors(), false);
  }

  /**
   * Only the rules of these names.
   *
   * @throws IllegalArgumentException where there is no such rule
   */
  public VerifyRequest only(Set<String> names) {
    List<Rule<?>> some = new ArrayList<>();
    Set<String> unknown = new java.util.TreeSet<>(names);
    for (Rule<?> rule : StandardRules.all()) {
      if (unknown.remove(rule.name()) || names.contains(rule.name())) {
        some.add(rule);
      }
    }
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException("there is no rule " + String.join(", ", unknown));
    }
    return new VerifyRequest(some, threads, coverage);
  }

  /** The same on another number of threads. */
  public VerifyRequest onThreads(int number) {
    return new VerifyRequest(rules, number, coverage);
  }

  /** The same with the grid. */
  public VerifyRequest withCoverage() {
    return new VerifyRequest(rules, threads, true);
  }
}
