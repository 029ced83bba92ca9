package org.kpackworkbench.model.analysis.verify.cause;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.rules.MarkerRules.ArchivesFound;
import org.kpackworkbench.model.analysis.verify.rules.TreeMarkerRule;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.kpm.DiskFinding;

/**
 * Finds the causes of findings: each kind of cause takes what it explains, the most specific one
 * first. What is left are groups of one, which have the finding's message as title.
 */
final class Causes {
  /** So many findings of one rule in a file, or that say the same, are one group. */
  private static final int MANY = 3;

  private static final int MOST_NAMED = 3;

  private static final Set<String> MISNAMED =
      Set.of("artifact-architecture", "artifact-archive-name");

  private static final Set<String> ABOUT_NONE =
      Set.of("manifest-archive-missing", "manifest-unnamed");

  private static final String TABLE_RULES = "archive-";

  private static final String WINDOWS_NAMES = "name-windows";

  /** Rules whose notes are identified by nothing but names. */
  private static final Set<String> ABOUT_NAMES = Set.of(WINDOWS_NAMES, "name-path-list");

  private static final Set<String> BEYOND_END = Set.of("elf-reads", "layout-segment-in-file");

  private final List<Finding> findings;
  private final BitSet taken = new BitSet();
  private final Map<String, List<Integer>> byRule = new HashMap<>();
  private final Map<Path, List<Integer>> byFile = new HashMap<>();
  private final Map<Path, List<Integer>> ofManifests = new HashMap<>();
  private final Map<Integer, FindingGroup> groups = new HashMap<>();

  private Causes(List<Finding> findings) {
    this.findings = findings;
    for (int i = 0; i < findings.size(); i++) {
      Finding finding = findings.get(i);
      byRule.computeIfAbsent(finding.rule(), each -> new ArrayList<>()).add(i);
      byFile.computeIfAbsent(absolute(finding.file()), each -> new ArrayList<>()).add(i);
      Path archive = archive(finding);
      if (archive != null) {
        ofManifests.computeIfAbsent(archive, each -> new ArrayList<>()).add(i);
      }
    }
  }

  /** The groups, in the order of the first finding of each. */
  static List<FindingGroup> of(List<Finding> findings) {
    Causes causes = new Causes(findings);
    causes.faulty();
    causes.exchanged();
    causes.renamed();
    causes.damaged();
    causes.cutOff();
    causes.uninstalled();
    causes.missing();
    causes.hidden();
    causes.replaced();
    causes.outdated();
    causes.misled();
    causes.absent();
    causes.alike();
    List<FindingGroup> all = new ArrayList<>();
    for (int i = 0; i < findings.size(); i++) {
      FindingGroup group = causes.groups.get(i);
      if (group != null) {
        all.add(group);
      } else if (!causes.taken.get(i)) {
        Finding one = findings.get(i);
        Fix fix = archive(one) == null ? null : new Fix.UpdateManifest(one.file());
        all.add(new FindingGroup(one.message(), one.advice(), List.of(one), fix));
      }
    }
    return all;
  }

  /** Findings that one fault of a file explains, as the rules know it. */
  private void faulty() {
    Map<Path, Map<String, List<Integer>>> faults = new LinkedHashMap<>();
    for (int i = 0; i < findings.size(); i++) {
      Finding finding = findings.get(i);
      String fault = finding.evidence().fault();
      if (!fault.isEmpty()) {
        List<Path> others = files(finding);
        faults
            .computeIfAbsent(
                others.isEmpty() ? absolute(finding.file()) : others.getFirst(),
                each -> new LinkedHashMap<>())
            .computeIfAbsent(fault, each -> new ArrayList<>())
            .add(i);
      }
    }
    faults.forEach(
        (file, each) ->
            each.forEach(
                (fault, members) -> {
                  String advice = findings.get(members.getFirst()).advice();
                  List<Integer> all = new ArrayList<>(members);
                  // What was changed by hand is no longer what a manifest states.
                  all.addAll(ofManifests.getOrDefault(file, List.of()));
                  take(all, name(file) + " " + fault, advice);
                }));
  }

  /** Two archives of which each is what the other should be. */
  private void exchanged() {
    Map<String, Integer> seen = new HashMap<>();
    for (String rule : List.of("manifest-checksum", "manifest-size", "artifact-archive-name")) {
      for (int i : byRule.getOrDefault(rule, List.of())) {
        Evidence evidence = findings.get(i).evidence();
        Path one = misnamed(findings.get(i));
        Integer other = seen.get(rule + "\0" + evidence.found() + "\0" + evidence.expected());
        Path two = other == null ? null : misnamed(findings.get(other));
        if (one != null && two != null && !one.equals(two)) {
          exchanged(two, one);
        }
        seen.put(rule + "\0" + evidence.expected() + "\0" + evidence.found(), i);
      }
    }
  }

  /** The archive that a finding says is not what it should be. */
  private static @Nullable Path misnamed(Finding finding) {
    return finding.evidence().found().isEmpty()
        ? null
        : MISNAMED.contains(finding.rule()) ? absolute(finding.file()) : archive(finding);
  }

  private void exchanged(Path one, Path two) {
    List<Integer> members = new ArrayList<>();
    for (Path archive : List.of(one, two)) {
      members.addAll(ofManifests.getOrDefault(archive, List.of()));
      byFile.getOrDefault(archive, List.of()).stream()
          .filter(i -> MISNAMED.contains(findings.get(i).rule()))
          .forEach(members::add);
    }
    take(
        members,
        "%s and %s have exchanged their names".formatted(name(one), name(two)),
        "Each has the contents of the other. Give each archive the other's name and folder.",
        new Fix.ExchangeNames(one, two));
  }

  /** Keys that no binary has, where a binary's own key is missing. */
  private void renamed() {
    Map<Path, List<Integer>> archives = new LinkedHashMap<>();
    for (int i : byRule.getOrDefault("archives-complete", List.of())) {
      Evidence evidence = findings.get(i).evidence();
      if (!evidence.found().isEmpty() && !evidence.files().isEmpty()) {
        archives
            .computeIfAbsent(absolute(evidence.files().getFirst()), each -> new ArrayList<>())
            .add(i);
      }
    }
    archives.forEach(
        (archive, members) -> {
          Set<String> names = new LinkedHashSet<>();
          Map<String, String> back = new HashMap<>();
          for (int i : members) {
            Evidence each = findings.get(i).evidence();
            names.add("\"%s\" to \"%s\"".formatted(each.expected(), each.found()));
            back.put(each.found(), each.expected());
          }
          List<Integer> all = new ArrayList<>(members);
          // Other bytes of the table have changed its checksum, and its size with it.
          all.addAll(ofManifests.getOrDefault(archive, List.of()));
          take(
              all,
              1,
              "In %s, %s renamed from %s"
                  .formatted(
                      name(archive),
                      names.size() == 1 ? "a key was" : CountText.of(names.size(), "key") + " were",
                      few(names)),
              "Give the key its name again, or pack the binary again.",
              new Fix.RenameBinaries(archive, back));
        });
  }

  /**
   * Archives with damage in them, with what manifests say of them; and with what binaries miss in
   * them, where it is the table that is damaged: other damage loses no rows.
   */
  private void damaged() {
    Map<Path, List<Integer>> missed = new HashMap<>();
    for (int i : byRule.getOrDefault("archives-complete", List.of())) {
      if (findings.get(i).evidence().files().size() == 1) {
        missed.computeIfAbsent(files(findings.get(i)).getFirst(), each -> new ArrayList<>()).add(i);
      }
    }
    byFile.forEach(
        (archive, members) -> {
          List<Integer> inside = members.stream().filter(i -> isDamage(findings.get(i))).toList();
          boolean table =
              inside.stream().anyMatch(i -> findings.get(i).rule().startsWith(TABLE_RULES));
          List<Integer> about = new ArrayList<>(ofManifests.getOrDefault(archive, List.of()));
          boolean stated = !about.isEmpty();
          about.addAll(table ? missed.getOrDefault(archive, List.of()) : List.of());
          if (!inside.isEmpty() && !about.isEmpty()) {
            about.addAll(inside);
            take(
                about,
                name(archive)
                    + (stated ? " was damaged after its manifest was written" : " is damaged"),
                "Get the archive again from its source.");
          }
        });
  }

  /** Binaries that end before what their headers describe. */
  private void cutOff() {
    byFile.forEach(
        (file, members) -> {
          List<Integer> beyond =
              members.stream().filter(i -> BEYOND_END.contains(findings.get(i).rule())).toList();
          if (beyond.stream().map(i -> findings.get(i).rule()).distinct().count() > 1) {
            take(
                beyond,
                "%s is shorter than its headers say".formatted(name(file)),
                "It was probably cut off while it was copied or written. Get it again.");
          }
        });
  }

  private static boolean isDamage(Finding finding) {
    String rule = finding.rule();
    return finding.severity() == Severity.ERROR
        && finding.evidence().fault().isEmpty()
        && (rule.startsWith("frame-")
            || rule.startsWith(TABLE_RULES)
            || rule.startsWith("code-object-")
            || rule.startsWith("kernel-"));
  }

  /** Binaries of packages whose device code is installed with other packages, and is not here. */
  private void uninstalled() {
    Map<String, List<Integer>> byAdvice = new LinkedHashMap<>();
    for (int i : byRule.getOrDefault("archives-found", List.of())) {
      Finding finding = findings.get(i);
      if (finding.severity() == Severity.ERROR
          && finding.evidence().found().equals(ArchivesFound.NO_ARCHIVE)) {
        byAdvice.computeIfAbsent(finding.advice(), each -> new ArrayList<>()).add(i);
      }
    }
    byAdvice.forEach(
        (advice, members) -> {
          List<Integer> all = new ArrayList<>(members);
          byRule.getOrDefault("manifest-archive-missing", List.of()).stream()
              .filter(
                  i ->
                      members.stream()
                          .anyMatch(each -> looksFor(findings.get(each), findings.get(i))))
              .forEach(all::add);
          explain(
              all,
              "No device code is installed: %s"
                  .formatted(binaries(members, "finds no archive", "find no archive")),
              advice);
        });
  }

  /** Archives that manifests name and that are not there, and the code that is missing for it. */
  private void missing() {
    // One manifest lists the archives of several artifacts, each of which is fetched for itself.
    Map<Path, List<Integer>> folders = new LinkedHashMap<>();
    Set<String> targets = new HashSet<>();
    Set<Path> lost =
        Stream.of("archive-absent", "archives-found")
            .flatMap(rule -> byRule.getOrDefault(rule, List.of()).stream())
            .flatMap(i -> files(findings.get(i)).stream())
            .collect(Collectors.toSet());
    for (int i : byRule.getOrDefault("manifest-archive-missing", List.of())) {
      Path folder = folder(findings.get(i));
      if (!lost.contains(folder)) {
        folders.computeIfAbsent(folder, each -> new ArrayList<>()).add(i);
        targets.addAll(findings.get(i).evidence().targets());
      }
    }
    // What has two causes goes with the archive that is gone: the other one can be named again.
    List<List<Integer>> gone = new ArrayList<>();
    Map<Integer, Path> renamed = new LinkedHashMap<>();
    for (List<Integer> members : folders.values()) {
      List<Integer> left = new ArrayList<>();
      for (int i : members) {
        Path now = nameNow(findings.get(i));
        if (now == null) {
          left.add(i);
        } else {
          renamed.put(i, now);
        }
      }
      if (!left.isEmpty()) {
        gone.add(left);
      }
    }
    for (List<Integer> members : gone) {
      Lack lack = lack(members, targets);
      Set<String> names =
          members.stream()
              .flatMap(i -> findings.get(i).evidence().files().stream())
              .map(Causes::name)
              .collect(Collectors.toCollection(LinkedHashSet::new));
      take(
          lack.members(),
          (names.size() == 1 ? "%s is missing" : names.size() + " archives are missing: %s")
                  .formatted(few(names))
              + lack.words(),
          DiskFinding.GET_ARCHIVE);
    }
    renamed.forEach(
        (i, now) -> {
          Lack lack = lack(List.of(i), targets);
          List<Integer> all = new ArrayList<>(lack.members());
          byFile.getOrDefault(now, List.of()).stream()
              .filter(each -> MISNAMED.contains(findings.get(each).rule()))
              .forEach(all::add);
          // A manifest beside it does not name it as it is called now.
          Stream.of("manifest-unnamed", "search-path-leads")
              .flatMap(rule -> byRule.getOrDefault(rule, List.of()).stream())
              .filter(each -> files(findings.get(each)).equals(List.of(now)))
              .forEach(all::add);
          take(
              all,
              "%s was renamed to %s".formatted(name(files(findings.get(i)).getFirst()), name(now))
                  + lack.words(),
              "Give the archive its name again: loaders look for it under that name.");
        });
  }

  /**
   * Returns the present path of a missing archive: that of one beside it whose table says its name.
   */
  private @Nullable Path nameNow(Finding missing) {
    return byRule.getOrDefault("artifact-archive-name", List.of()).stream()
        .filter(i -> !taken.get(i))
        .map(findings::get)
        .filter(
            each ->
                files(missing)
                    .equals(
                        List.of(absolute(each.file()).resolveSibling(each.evidence().expected()))))
        .map(each -> absolute(each.file()))
        .findFirst()
        .orElse(null);
  }

  /** Some archives that are missing, with what is said of binaries for it; and that in words. */
  private record Lack(List<Integer> members, String words) {}

  private Lack lack(List<Integer> archives, Set<String> missing) {
    Set<String> own = new LinkedHashSet<>();
    archives.forEach(i -> own.addAll(findings.get(i).evidence().targets()));
    Set<Path> without = new HashSet<>();
    Set<Path> withoutAny = new HashSet<>();
    List<Integer> all = new ArrayList<>(archives);
    for (int i : byRule.getOrDefault("archive-absent", List.of())) {
      Finding finding = findings.get(i);
      withoutAny.add(finding.file());
      List<String> absent = finding.evidence().targets();
      if (missing.containsAll(absent)
          && archives.stream().anyMatch(each -> looks(finding, absent, findings.get(each)))) {
        without.add(finding.file());
        all.add(i);
      }
    }
    // Only what is said of whole binaries: one hole that is taken says nothing of its others.
    Set<Path> known = Set.copyOf(without);
    for (int i : byRule.getOrDefault("archives-complete", List.of())) {
      Finding finding = findings.get(i);
      // Where nothing is known of a wrapper, its code may be in the archive that is missing: of
      // those that its binary had, or else of those beside the archive that does not have it. Of
      // one that has code for other targets, this one is missing whatever else is.
      if (finding.severity() != Severity.ERROR
          && finding.place() instanceof Place.Wrapper
          && finding.evidence().expected().isEmpty()
          && (known.contains(finding.file())
              || (!withoutAny.contains(finding.file())
                  && archives.stream().anyMatch(each -> looksFor(finding, findings.get(each)))))) {
        without.add(finding.file());
        all.add(i);
      }
    }
    return new Lack(
        all,
        without.isEmpty()
            ? ""
            : "; %s code for %s"
                .formatted(
                    CountText.of(without.size(), "binary lacks", "binaries lack"), few(own)));
  }

  private static boolean looksFor(Finding hole, Finding missing) {
    return looks(hole, missing.evidence().targets(), missing);
  }

  /** Whether a loader of a binary tries the path of a missing archive for some targets. */
  private static boolean looks(Finding hole, List<String> targets, Finding missing) {
    List<String> paths = files(missing).stream().map(SystemText::of).toList();
    return targets.stream().flatMap(hole.evidence()::lookedFor).anyMatch(paths::contains);
  }

  private static List<Path> files(Finding finding) {
    return finding.evidence().files().stream().map(Causes::absolute).toList();
  }

  /** A tree that was copied without its hidden folder, or an artifact without its own. */
  private void hidden() {
    Map<String, Set<Integer>> trees = new LinkedHashMap<>();
    Map<Set<String>, Set<Integer>> artifacts = new LinkedHashMap<>();
    for (int i : byRule.getOrDefault("archives-found", List.of())) {
      for (Path folder : findings.get(i).evidence().files()) {
        trees.computeIfAbsent(name(folder), each -> new LinkedHashSet<>()).add(i);
      }
    }
    for (int i : byRule.getOrDefault("archive-absent", List.of())) {
      Finding finding = findings.get(i);
      if (!finding.evidence().files().isEmpty()) {
        artifacts
            .computeIfAbsent(
                Set.copyOf(finding.evidence().targets()), each -> new LinkedHashSet<>())
            .add(i);
      }
    }
    trees.forEach(
        (name, members) -> {
          members.addAll(
              listedIn(members.stream().flatMap(i -> files(findings.get(i)).stream()).toList()));
          explain(
              members,
              "The hidden folder %s is missing: %s in it"
                  .formatted(name, binaries(members, "looks for archives", "look for archives")),
              TreeMarkerRule.HIDDEN_LOST + " Copy the folder %s, too.".formatted(name));
        });
    artifacts.forEach(
        (targets, members) -> {
          Path folder = files(findings.get(members.iterator().next())).getFirst();
          members.addAll(listedIn(List.of(folder)));
          for (int i : byRule.getOrDefault("archives-complete", List.of())) {
            if (members.stream().anyMatch(each -> isOfLost(findings.get(each), findings.get(i)))) {
              members.add(i);
            }
          }
          take(
              members,
              "The artifact for %s is here without its hidden folder %s: %s for it"
                  .formatted(
                      few(targets), name(folder), binaries(members, "lacks code", "lack code")),
              "It was probably copied without hidden files. Copy its folder %s, too."
                  .formatted(name(folder)));
        });
  }

  /** Rows of manifests for folders that are missing. */
  private List<Integer> listedIn(Collection<Path> folders) {
    return byRule.getOrDefault("manifest-archive-missing", List.of()).stream()
        .filter(i -> folders.contains(folder(findings.get(i))))
        .toList();
  }

  /** Where the archive of a manifest's row would be. */
  private static Path folder(Finding missing) {
    List<Path> archives = files(missing);
    Path at = archives.isEmpty() ? absolute(missing.file()) : archives.getFirst();
    return Objects.requireNonNullElse(at.getParent(), at);
  }

  private String binaries(Collection<Integer> members, String one, String several) {
    int count =
        (int)
            members.stream()
                .map(findings::get)
                .filter(each -> !each.rule().startsWith("manifest-"))
                .map(Finding::file)
                .distinct()
                .count();
    return CountText.of(count, "binary " + one, "binaries " + several);
  }

  /** Whether the code of a wrapper may be in an artifact that has lost its folder. */
  private static boolean isOfLost(Finding lost, Finding hole) {
    return hole.severity() != Severity.ERROR
        && hole.place() instanceof Place.Wrapper
        && hole.evidence().expected().isEmpty()
        && files(lost).stream()
            .map(folder -> SystemText.of(folder) + "/")
            .anyMatch(
                folder ->
                    lost.evidence().targets().stream()
                        .flatMap(hole.evidence()::lookedFor)
                        .anyMatch(each -> each.startsWith(folder)));
  }

  /** Archives that are others than their names say, and what binaries do not find in them. */
  private void replaced() {
    Map<Path, List<Integer>> holes = new HashMap<>();
    for (int i : byRule.getOrDefault("archives-complete", List.of())) {
      Evidence evidence = findings.get(i).evidence();
      if (evidence.found().isEmpty() && evidence.files().size() == 1) {
        holes
            .computeIfAbsent(absolute(evidence.files().getFirst()), each -> new ArrayList<>())
            .add(i);
      }
    }
    for (int i : byRule.getOrDefault("artifact-archive-name", List.of())) {
      Finding finding = findings.get(i);
      if (!taken.get(i) && !finding.evidence().expected().isEmpty()) {
        Path archive = absolute(finding.file());
        List<Integer> all = new ArrayList<>();
        all.add(i);
        byFile.getOrDefault(archive, List.of()).stream()
            .filter(each -> MISNAMED.contains(findings.get(each).rule()))
            .forEach(all::add);
        all.addAll(ofManifests.getOrDefault(archive, List.of()));
        all.addAll(holes.getOrDefault(archive, List.of()));
        explain(
            all,
            "%s is another archive: its table says %s"
                .formatted(name(archive), finding.evidence().expected()),
            "Replace it with the archive that belongs under this name, or split the artifact"
                + " again.");
      }
    }
  }

  /** Archives of which a manifest says several things that are no longer so. */
  private void outdated() {
    ofManifests.forEach(
        (archive, members) ->
            take(
                members,
                "%s is not the archive that its manifest describes".formatted(name(archive)),
                DiskFinding.WRITE_OR_GET,
                new Fix.UpdateManifest(findings.get(members.getFirst()).file())));
  }

  private void misled() {
    Map<Place, List<Integer>> markers = new LinkedHashMap<>();
    for (int i = 0; i < findings.size(); i++) {
      if (findings.get(i).place() instanceof Place.Marker marker && !taken.get(i)) {
        markers.computeIfAbsent(marker, each -> new ArrayList<>()).add(i);
      }
    }
    markers.forEach(
        (marker, members) -> {
          boolean nowhere =
              members.stream()
                  .map(i -> findings.get(i).rule())
                  .anyMatch(Set.of("archives-found", "search-path-leads")::contains);
          if (nowhere) {
            take(
                members,
                "The marker of %s leads to no existing archive".formatted(name(marker.file())),
                "Put the archives where the marker leads, or convert the binary again.");
          }
        });
  }

  /** Binaries that had code for the same targets, of which no archive is there. */
  private void absent() {
    byEach(
        i -> findings.get(i).rule().equals("archive-absent"),
        finding -> String.join(", ", finding.evidence().targets()),
        2,
        (targets, members) ->
            "No archive for %s is here; %s had code for it"
                .formatted(targets, CountText.of(members.size(), "binary", "binaries")));
  }

  /** Notes of one rule; then findings of one rule in one file, and such as say the same. */
  private void alike() {
    byEach(
        i -> isNote(i) && ABOUT_NAMES.contains(findings.get(i).rule()),
        Finding::rule,
        2,
        Causes::names);
    byEach(
        i -> isNote(i),
        finding -> finding.rule() + "\0" + finding.message(),
        2,
        (key, members) ->
            "%s, %d times".formatted(withoutStop(members.getFirst().message()), members.size()));
    // Two that say different things are better read themselves.
    byEach(
        i -> isNote(i),
        Finding::rule,
        MANY,
        (rule, members) ->
            "%d notes of the rule %s, the first: %s"
                .formatted(members.size(), rule, withoutStop(members.getFirst().message())));
    byEach(
        i -> !findings.get(i).rule().isEmpty(),
        finding -> finding.rule() + "\0" + finding.file(),
        MANY,
        (key, members) ->
            "%s: %s of the rule %s"
                .formatted(
                    name(members.getFirst().file()), counted(members), members.getFirst().rule()));
    byEach(
        i -> true,
        finding -> finding.rule() + "\0" + finding.message(),
        MANY,
        (key, members) ->
            "%s, in %s"
                .formatted(
                    withoutStop(members.getFirst().message()),
                    CountText.of(members.size(), "file")));
  }

  private boolean isNote(int i) {
    Finding finding = findings.get(i);
    return finding.severity() == Severity.NOTE && !finding.rule().isEmpty();
  }

  private static String names(String rule, List<Finding> members) {
    return rule.equals(WINDOWS_NAMES)
        ? CountText.of(members.size(), "name") + " cannot exist on Windows"
        : "The paths of %s cannot be part of ROCM_KPACK_PATH"
            .formatted(CountText.of(members.size(), "archive"));
  }

  @FunctionalInterface
  private interface Words {
    String of(String key, List<Finding> members);
  }

  private void byEach(
      Predicate<Integer> wanted, Function<Finding, String> key, int least, Words words) {
    Map<String, List<Integer>> alike = new LinkedHashMap<>();
    for (int i = 0; i < findings.size(); i++) {
      if (!taken.get(i) && wanted.test(i)) {
        alike.computeIfAbsent(key.apply(findings.get(i)), each -> new ArrayList<>()).add(i);
      }
    }
    alike.forEach(
        (each, members) -> {
          if (members.size() >= least) {
            List<Finding> of = members.stream().map(findings::get).toList();
            String advice = of.getFirst().advice();
            boolean same = of.stream().allMatch(finding -> finding.advice().equals(advice));
            take(members, words.of(each, of), same ? advice : "");
          }
        });
  }

  /** Makes a group of what is not in one yet; one alone says itself what such a title would. */
  private void take(Collection<Integer> members, String title, String advice) {
    take(members, title, advice, null);
  }

  private void take(Collection<Integer> members, String title, String advice, @Nullable Fix fix) {
    take(members, 2, title, advice, fix);
  }

  /**
   * Makes a group whose title says more than a finding does: also of one finding, with its advice.
   */
  private void explain(Collection<Integer> members, String title, String advice) {
    take(members, 1, title, advice, null);
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
  private static @Nullable Path archive(Finding finding) {
    boolean stated = finding.rule().startsWith("manifest-") && !ABOUT_NONE.contains(finding.rule());
    return stated && finding.evidence().files().size() == 1
        ? absolute(finding.evidence().files().getFirst())
        : null;
  }

  private static String counted(List<Finding> members) {
    return CountText.of(members.size(), members.getFirst().severity().word());
  }

  private static String withoutStop(String sentence) {
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }

  private static String few(Collection<String> all) {
    return ListText.some(all, MOST_NAMED);
  }

  private static Path absolute(Path path) {
    return path.toAbsolutePath().normalize();
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName());
  }
}
