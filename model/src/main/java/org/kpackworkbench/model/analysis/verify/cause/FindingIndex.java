package org.kpackworkbench.model.analysis.verify.cause;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.text.ListText;

/** Findings by rule, file and archive, and the groups that were made of them. */
final class FindingIndex {
  private static final int MOST_NAMED = 3;

  private final List<Finding> findings;
  private final BitSet taken = new BitSet();
  private final Map<String, List<Integer>> byRule;
  private final Map<Path, List<Integer>> byFile;
  private final Map<Path, List<Integer>> ofManifests;
  private final Map<Integer, FindingGroup> groups = new HashMap<>();

  FindingIndex(List<Finding> findings) {
    this.findings = findings;
    byRule = by(all(), Finding::rule);
    byFile = by(all(), finding -> absolute(finding.file()));
    ofManifests = by(all(), FindingIndex::archive);
  }

  List<Integer> all() {
    return IntStream.range(0, findings.size()).boxed().toList();
  }

  /** Returns the findings that are in no group yet. */
  List<Integer> left() {
    return all().stream().filter(i -> !taken.get(i)).toList();
  }

  /** Findings in an archive that it is not what its name says. */
  List<Integer> misnamed(Path archive) {
    return in(archive).stream().filter(i -> Topic.MISNAMED.has(at(i))).toList();
  }

  Finding at(int i) {
    return findings.get(i);
  }

  boolean isTaken(int i) {
    return taken.get(i);
  }

  /** The groups; what is in none is a group of one. */
  List<FindingGroup> groups() {
    List<FindingGroup> all = new ArrayList<>();
    for (int i = 0; i < findings.size(); i++) {
      FindingGroup group = groups.get(i);
      if (group != null) {
        all.add(group);
      } else if (!taken.get(i)) {
        Finding one = findings.get(i);
        Fix fix = archive(one) == null ? null : new Fix.UpdateManifest(one.file());
        all.add(new FindingGroup(one.message(), one.advice(), List.of(one), fix));
      }
    }
    return all;
  }

  /** Findings by a key, in their order; those without a key are left out. */
  <K> Map<K, List<Integer>> by(Collection<Integer> some, Function<Finding, @Nullable K> key) {
    Map<K, List<Integer>> found = new LinkedHashMap<>();
    for (int i : some) {
      K of = key.apply(findings.get(i));
      if (of != null) {
        found.computeIfAbsent(of, each -> new ArrayList<>()).add(i);
      }
    }
    return found;
  }

  /** Findings about a topic, rule by rule. */
  List<Integer> of(Topic topic) {
    return topic.rules().stream()
        .flatMap(rule -> byRule.getOrDefault(rule, List.of()).stream())
        .toList();
  }

  List<Integer> in(Path file) {
    return byFile.getOrDefault(file, List.of());
  }

  Map<Path, List<Integer>> byFile() {
    return byFile;
  }

  /** By archive, what manifests say of it. */
  Map<Path, List<Integer>> byArchive() {
    return ofManifests;
  }

  List<Integer> stated(Path archive) {
    return ofManifests.getOrDefault(archive, List.of());
  }

  /** Makes a group of what is not in one yet; one alone says itself what such a title would. */
  void take(Collection<Integer> members, String title, String advice) {
    take(members, title, advice, null);
  }

  /** Makes such a group, with a change that removes all of its findings, if one is known. */
  void take(Collection<Integer> members, String title, String advice, @Nullable Fix fix) {
    take(members, 2, title, advice, fix);
  }

  /**
   * Makes a group whose title says more than a finding does: also of one finding, with its advice.
   */
  void explain(Collection<Integer> members, String title, String advice) {
    explain(members, title, advice, null);
  }

  /** Makes such a group, with a change that removes all of its findings, if one is known. */
  void explain(Collection<Integer> members, String title, String advice, @Nullable Fix fix) {
    take(members, 1, title, advice, fix);
  }

  private void take(
      Collection<Integer> members, int least, String title, String advice, @Nullable Fix fix) {
    List<Integer> left = members.stream().filter(i -> !taken.get(i)).distinct().sorted().toList();
    if (left.size() >= least) {
      left.forEach(taken::set);
      List<Finding> all = left.stream().map(findings::get).toList();
      String known = all.size() == 1 ? all.getFirst().advice() : advice;
      groups.put(left.getFirst(), new FindingGroup(title, known, all, fix));
    }
  }

  /** The archive about which a manifest says something; null for other findings. */
  static @Nullable Path archive(Finding finding) {
    boolean stated =
        Topic.STATED.has(finding)
            && !Topic.NOT_INSTALLED.has(finding)
            && !Topic.UNNAMED.has(finding);
    return stated && finding.evidence().files().size() == 1
        ? absolute(finding.evidence().files().getFirst())
        : null;
  }

  static String few(Collection<String> all) {
    return ListText.some(all, MOST_NAMED);
  }

  static List<Path> files(Finding finding) {
    return finding.evidence().files().stream().map(FindingIndex::absolute).toList();
  }

  static Path absolute(Path path) {
    return path.toAbsolutePath().normalize();
  }

  static String name(Path path) {
    Path name = path.getFileName();
    return name == null ? "" : SystemText.escaped(name);
  }
}
