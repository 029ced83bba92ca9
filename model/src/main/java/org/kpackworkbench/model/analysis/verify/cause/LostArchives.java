package org.kpackworkbench.model.analysis.verify.cause;

import static org.kpackworkbench.model.analysis.verify.cause.FindingIndex.absolute;
import static org.kpackworkbench.model.analysis.verify.cause.FindingIndex.few;
import static org.kpackworkbench.model.analysis.verify.cause.FindingIndex.files;
import static org.kpackworkbench.model.analysis.verify.cause.FindingIndex.name;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.rules.MarkerRules.ArchivesFound;
import org.kpackworkbench.model.analysis.verify.rules.TreeMarkerRule;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.kpm.DiskFinding;

/** Causes of code that is missing because archives are. */
record LostArchives(FindingIndex index) {
  /** Binaries of packages whose device code is installed with other packages, and is not here. */
  void uninstalled() {
    index
        .by(
            index.of(Topic.LEADS_NOWHERE),
            each ->
                each.severity() == Severity.ERROR
                        && each.evidence().found().equals(ArchivesFound.NO_ARCHIVE)
                    ? each.advice()
                    : null)
        .forEach(
            (advice, members) -> {
              List<Integer> all = new ArrayList<>(members);
              index.of(Topic.NOT_INSTALLED).stream()
                  .filter(
                      i -> members.stream().anyMatch(each -> looksFor(index.at(each), index.at(i))))
                  .forEach(all::add);
              index.explain(
                  all,
                  "No device code is installed: %s"
                      .formatted(binaries(members, "finds no archive", "find no archive")),
                  advice);
            });
  }

  /** Archives that manifests name and that are not there, and the code that is missing for it. */
  void missing() {
    // One manifest lists the archives of several artifacts, each of which is fetched for itself.
    Map<Path, List<Integer>> folders = new LinkedHashMap<>();
    Set<String> targets = new HashSet<>();
    Set<Path> lost =
        Stream.of(Topic.ABSENT, Topic.LEADS_NOWHERE)
            .flatMap(topic -> index.of(topic).stream())
            .flatMap(i -> files(index.at(i)).stream())
            .collect(Collectors.toSet());
    for (int i : index.of(Topic.NOT_INSTALLED)) {
      Path folder = folder(index.at(i));
      if (!lost.contains(folder)) {
        folders.computeIfAbsent(folder, each -> new ArrayList<>()).add(i);
        targets.addAll(index.at(i).evidence().targets());
      }
    }
    // What has two causes goes with the archive that is gone: the other one can be named again.
    List<List<Integer>> gone = new ArrayList<>();
    Map<Integer, Path> renamed = new LinkedHashMap<>();
    for (List<Integer> members : folders.values()) {
      List<Integer> left = new ArrayList<>();
      for (int i : members) {
        Path now = nameNow(index.at(i));
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
              .flatMap(i -> index.at(i).evidence().files().stream())
              .map(FindingIndex::name)
              .collect(Collectors.toCollection(LinkedHashSet::new));
      index.take(
          lack.members(),
          (names.size() == 1 ? "%s is missing" : names.size() + " archives are missing: %s")
                  .formatted(few(names))
              + lack.words(),
          advice(lack));
    }
    renamed.forEach(
        (i, now) -> {
          Lack lack = lack(List.of(i), targets);
          List<Integer> all = new ArrayList<>(lack.members());
          all.addAll(index.misnamed(now));
          // A manifest beside it does not name it as it is called now.
          Stream.of(Topic.UNNAMED, Topic.LEADS_ELSEWHERE)
              .flatMap(topic -> index.of(topic).stream())
              .filter(each -> files(index.at(each)).equals(List.of(now)))
              .forEach(all::add);
          index.take(
              all,
              "%s was renamed to %s".formatted(name(files(index.at(i)).getFirst()), name(now))
                  + lack.words(),
              "Give the archive its name again: loaders look for it under that name.");
        });
  }

  /** Where descriptions of packages name what installs archives, the command for most of them. */
  private String advice(Lack lack) {
    return lack.members().stream()
        .map(i -> index.at(i).advice())
        .filter(each -> each.startsWith(TreeMarkerRule.INSTALL))
        .max(Comparator.comparingInt(String::length))
        .orElse(DiskFinding.GET_ARCHIVE);
  }

  /**
   * Returns the present path of a missing archive: that of one beside it whose table says its name.
   */
  private @Nullable Path nameNow(Finding missing) {
    return index.of(Topic.OTHER_NAME).stream()
        .filter(i -> !index.isTaken(i))
        .map(index::at)
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
    archives.forEach(i -> own.addAll(index.at(i).evidence().targets()));
    Set<Path> without = new HashSet<>();
    Set<Path> withoutAny = new HashSet<>();
    List<Integer> all = new ArrayList<>(archives);
    for (int i : index.of(Topic.ABSENT)) {
      Finding finding = index.at(i);
      withoutAny.add(finding.file());
      List<String> absent = finding.evidence().targets();
      if (missing.containsAll(absent)
          && archives.stream().anyMatch(each -> looks(finding, absent, index.at(each)))) {
        without.add(finding.file());
        all.add(i);
      }
    }
    // Only what is said of whole binaries: one hole that is taken says nothing of its others.
    Set<Path> known = Set.copyOf(without);
    for (int i : index.of(Topic.HOLE)) {
      Finding finding = index.at(i);
      // Where nothing is known of a wrapper, its code may be in the archive that is missing: of
      // those that its binary had, or else of those beside the archive that does not have it. Of
      // one that has code for other targets, this one is missing whatever else is.
      if (finding.severity() != Severity.ERROR
          && finding.place() instanceof Place.Wrapper
          && finding.evidence().expected().isEmpty()
          && (known.contains(finding.file())
              || (!withoutAny.contains(finding.file())
                  && archives.stream().anyMatch(each -> looksFor(finding, index.at(each)))))) {
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

  /** A tree that was copied without its hidden folder, or an artifact without its own. */
  void hidden() {
    Map<String, Set<Integer>> trees = new LinkedHashMap<>();
    for (int i : index.of(Topic.LEADS_NOWHERE)) {
      for (Path folder : index.at(i).evidence().files()) {
        trees.computeIfAbsent(name(folder), each -> new LinkedHashSet<>()).add(i);
      }
    }
    Map<Set<String>, List<Integer>> artifacts =
        index.by(
            index.of(Topic.ABSENT),
            each ->
                each.evidence().files().isEmpty() ? null : Set.copyOf(each.evidence().targets()));
    trees.forEach(
        (name, members) -> {
          members.addAll(
              listedIn(members.stream().flatMap(i -> files(index.at(i)).stream()).toList()));
          index.explain(
              members,
              "The hidden folder %s is missing: %s in it"
                  .formatted(name, binaries(members, "looks for archives", "look for archives")),
              TreeMarkerRule.HIDDEN_LOST + " Copy the folder %s, too.".formatted(name));
        });
    artifacts.forEach(
        (targets, members) -> {
          Path folder = files(index.at(members.iterator().next())).getFirst();
          members.addAll(listedIn(List.of(folder)));
          for (int i : index.of(Topic.HOLE)) {
            if (members.stream().anyMatch(each -> isOfLost(index.at(each), index.at(i)))) {
              members.add(i);
            }
          }
          index.take(
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
    return index.of(Topic.NOT_INSTALLED).stream()
        .filter(i -> folders.contains(folder(index.at(i))))
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
                .map(index::at)
                .filter(each -> !Topic.STATED.has(each))
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
}
