package org.kpackworkbench.model.analysis.verify.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.Formats;

/**
 * Scope and settings of a verification.
 *
 * @param rules the rules to run
 * @param asked the names of individually selected rules; empty for all
 * @param threads how many code objects or small files are checked at a time; at least 1
 * @param coverage whether to make the grid binary#index × architecture, too
 * @param failOn the least severity with which a finding fails the verification; null for none
 * @param originals fat binaries that host-only ones among the checked were made of
 * @param formats what files are known as
 * @param large whether more may be unpacked than is plausible
 */
public record VerifyRequest(
    List<Rule<?>> rules,
    List<String> asked,
    int threads,
    boolean coverage,
    @Nullable Severity failOn,
    List<Path> originals,
    boolean large,
    Formats formats) {
  public VerifyRequest {
    if (threads < 1) {
      throw new IllegalArgumentException("verification needs a thread, found " + threads);
    }
    rules = List.copyOf(rules);
    asked = List.copyOf(asked);
    originals = List.copyOf(originals);
  }

  /** All rules, on all processors; errors fail. */
  public static VerifyRequest everything() {
    return new VerifyRequest(
        StandardRules.all(),
        List.of(),
        Runtime.getRuntime().availableProcessors(),
        false,
        Severity.ERROR,
        List.of(),
        false,
        StandardFormats.all());
  }

  /**
   * Only the rules of these names.
   *
   * @throws IllegalArgumentException if there is no such rule
   */
  public VerifyRequest only(Set<String> names) {
    known(names);
    List<Rule<?>> some = rules.stream().filter(rule -> names.contains(rule.name())).toList();
    List<String> inOrder = some.stream().map(Rule::name).distinct().toList();
    return new VerifyRequest(some, inOrder, threads, coverage, failOn, originals, large, formats);
  }

  /**
   * Without the rules of these names.
   *
   * @throws IllegalArgumentException if there is no such rule, or none is left
   */
  public VerifyRequest without(Set<String> names) {
    known(names);
    List<Rule<?>> left = new ArrayList<>(rules);
    left.removeIf(rule -> names.contains(rule.name()));
    if (left.isEmpty()) {
      throw new IllegalArgumentException("no rule is left");
    }
    List<String> stillAsked = asked.stream().filter(name -> !names.contains(name)).toList();
    return new VerifyRequest(
        left, stillAsked, threads, coverage, failOn, originals, large, formats);
  }

  private void known(Set<String> names) {
    Set<String> unknown = new TreeSet<>(names);
    StandardRules.of(formats).forEach(rule -> unknown.remove(rule.name()));
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException("there is no rule " + String.join(", ", unknown));
    }
  }

  /** Returns the request with another number of threads. */
  public VerifyRequest onThreads(int number) {
    return new VerifyRequest(rules, asked, number, coverage, failOn, originals, large, formats);
  }

  /** Returns the request with the grid. */
  public VerifyRequest withCoverage() {
    return new VerifyRequest(rules, asked, threads, true, failOn, originals, large, formats);
  }

  /**
   * Returns the request with another severity that fails.
   *
   * @param least the least severity that fails; null for none
   */
  public VerifyRequest failingOn(@Nullable Severity least) {
    return new VerifyRequest(rules, asked, threads, coverage, least, originals, large, formats);
  }

  /** Returns the request with the fat binaries that host-only ones were made of. */
  public VerifyRequest comparing(List<Path> fat) {
    return new VerifyRequest(rules, asked, threads, coverage, failOn, fat, large, formats);
  }

  /** Returns the request, allowed to unpack more than is plausible or not. */
  public VerifyRequest allowingLarge(boolean yes) {
    return new VerifyRequest(rules, asked, threads, coverage, failOn, originals, yes, formats);
  }

  /** Returns the request for these formats, with all rules that they bring. */
  public VerifyRequest knowing(Formats others) {
    return new VerifyRequest(
        StandardRules.of(others), asked, threads, coverage, failOn, originals, large, others);
  }
}
