package org.kpackworkbench.model.analysis.verify.cause;

import static org.kpackworkbench.model.analysis.verify.cause.FindingIndex.absolute;
import static org.kpackworkbench.model.analysis.verify.cause.FindingIndex.archive;
import static org.kpackworkbench.model.analysis.verify.cause.FindingIndex.few;
import static org.kpackworkbench.model.analysis.verify.cause.FindingIndex.files;
import static org.kpackworkbench.model.analysis.verify.cause.FindingIndex.name;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.kpm.DiskFinding;

/**
 * Finds the causes of findings: each kind of cause takes what it explains, the most specific one
 * first. What is left are groups of one, which have the finding's message as title.
 */
record Causes(FindingIndex index) {
  /** So many findings of one rule in a file, or that say the same, are one group. */
  private static final int MANY = 3;

  /** The groups, in the order of the first finding of each. */
  static List<FindingGroup> of(List<Finding> findings) {
    FindingIndex index = new FindingIndex(findings);
    Causes causes = new Causes(index);
    LostArchives lost = new LostArchives(index);
    causes.faulty();
    causes.exchanged();
    causes.renamed();
    causes.damaged();
    causes.cutOff();
    lost.uninstalled();
    lost.missing();
    lost.hidden();
    causes.replaced();
    causes.outdated();
    causes.misled();
    causes.absent();
    causes.alike();
    return index.groups();
  }

  /** Findings that one fault of a file explains, as the rules know it. */
  private void faulty() {
    record Fault(Path file, String words) {}
    index
        .by(
            index.all(),
            each ->
                each.evidence().fault().isEmpty()
                    ? null
                    : new Fault(other(each), each.evidence().fault()))
        .forEach(
            (fault, members) ->
                // What was changed by hand is no longer what a manifest states.
                index.take(
                    with(members, index.stated(fault.file())),
                    name(fault.file()) + " " + fault.words(),
                    index.at(members.getFirst()).advice()));
  }

  /** The file that a finding is about: another one, if there is one, else its own. */
  private static Path other(Finding finding) {
    List<Path> others = files(finding);
    return others.isEmpty() ? absolute(finding.file()) : others.getFirst();
  }

  @SafeVarargs
  private static List<Integer> with(List<Integer>... some) {
    List<Integer> all = new ArrayList<>();
    for (List<Integer> each : some) {
      all.addAll(each);
    }
    return all;
  }

  /** Two archives of which each is what the other should be. */
  private void exchanged() {
    Map<String, Integer> seen = new HashMap<>();
    for (int i : index.of(Topic.OTHER_CONTENT)) {
      String rule = index.at(i).rule();
      Evidence evidence = index.at(i).evidence();
      Path one = misnamed(index.at(i));
      Integer other = seen.get(rule + "\0" + evidence.found() + "\0" + evidence.expected());
      Path two = other == null ? null : misnamed(index.at(other));
      if (one != null && two != null && !one.equals(two)) {
        exchanged(two, one);
      }
      seen.put(rule + "\0" + evidence.expected() + "\0" + evidence.found(), i);
    }
  }

  /** The archive that a finding says is not what it should be. */
  private static @Nullable Path misnamed(Finding finding) {
    return finding.evidence().found().isEmpty()
        ? null
        : Topic.MISNAMED.has(finding) ? absolute(finding.file()) : archive(finding);
  }

  private void exchanged(Path one, Path two) {
    index.take(
        with(index.stated(one), index.misnamed(one), index.stated(two), index.misnamed(two)),
        "%s and %s have exchanged their names".formatted(name(one), name(two)),
        "Each has the contents of the other. Give each archive the other's name and folder.",
        new Fix.ExchangeNames(one, two));
  }

  /** Keys that no binary has, where a binary's own key is missing. */
  private void renamed() {
    index
        .by(
            index.of(Topic.HOLE),
            each ->
                each.evidence().found().isEmpty() || each.evidence().files().isEmpty()
                    ? null
                    : other(each))
        .forEach(
            (archive, members) -> {
              Set<String> names = new LinkedHashSet<>();
              Map<String, String> back = new HashMap<>();
              for (int i : members) {
                Evidence each = index.at(i).evidence();
                names.add("\"%s\" to \"%s\"".formatted(each.expected(), each.found()));
                back.put(each.found(), each.expected());
              }
              // Other bytes of the table have changed its checksum, and its size with it.
              index.explain(
                  with(members, index.stated(archive)),
                  "In %s, %s renamed from %s"
                      .formatted(
                          name(archive),
                          names.size() == 1
                              ? "a key was"
                              : CountText.of(names.size(), "key") + " were",
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
    Map<Path, List<Integer>> missed =
        index.by(
            index.of(Topic.HOLE), each -> each.evidence().files().size() == 1 ? other(each) : null);
    index
        .byFile()
        .forEach(
            (archive, members) -> {
              List<Integer> inside = members.stream().filter(i -> isDamage(index.at(i))).toList();
              boolean table = inside.stream().anyMatch(i -> Topic.TABLE.has(index.at(i)));
              List<Integer> about = new ArrayList<>(index.stated(archive));
              boolean stated = !about.isEmpty();
              about.addAll(table ? missed.getOrDefault(archive, List.of()) : List.of());
              if (inside.isEmpty() || about.isEmpty()) {
                return;
              }
              about.addAll(inside);
              if (!stated && inside.stream().allMatch(i -> Topic.MISFILED.has(index.at(i)))) {
                index.take(
                    about,
                    "%s %s".formatted(name(archive), Diagnosis.FiledElsewhere.FAULT),
                    Diagnosis.FiledElsewhere.ADVICE);
              } else {
                index.take(
                    about,
                    name(archive)
                        + (stated ? " was damaged after its manifest was written" : " is damaged"),
                    "Get the archive again from its source.");
              }
            });
  }

  /** Binaries that end before what their headers describe. */
  private void cutOff() {
    index
        .byFile()
        .forEach(
            (file, members) -> {
              List<Integer> beyond =
                  members.stream().filter(i -> Topic.BEYOND_END.has(index.at(i))).toList();
              if (beyond.stream().map(i -> index.at(i).rule()).distinct().count() > 1) {
                index.take(
                    beyond,
                    "%s is shorter than its headers say".formatted(name(file)),
                    "It was probably cut off while it was copied or written. Get it again.");
              }
            });
  }

  private static boolean isDamage(Finding finding) {
    return finding.severity() == Severity.ERROR
        && finding.evidence().fault().isEmpty()
        && Topic.DAMAGE.has(finding);
  }

  /** Archives that are others than their names say, and what binaries do not find in them. */
  private void replaced() {
    Map<Path, List<Integer>> holes =
        index.by(
            index.of(Topic.HOLE),
            each ->
                each.evidence().found().isEmpty() && each.evidence().files().size() == 1
                    ? other(each)
                    : null);
    for (int i : index.of(Topic.OTHER_NAME)) {
      Finding finding = index.at(i);
      if (!index.isTaken(i) && !finding.evidence().expected().isEmpty()) {
        Path archive = absolute(finding.file());
        index.explain(
            with(
                List.of(i),
                index.misnamed(archive),
                index.stated(archive),
                holes.getOrDefault(archive, List.of())),
            "%s is another archive: its table says %s"
                .formatted(name(archive), finding.evidence().expected()),
            "Replace it with the archive that belongs under this name, or split the artifact"
                + " again.");
      }
    }
  }

  /** Archives of which a manifest says several things that are no longer so. */
  private void outdated() {
    index
        .byArchive()
        .forEach(
            (archive, members) ->
                index.take(
                    members,
                    "%s is not the archive that its manifest describes".formatted(name(archive)),
                    DiskFinding.WRITE_OR_GET,
                    new Fix.UpdateManifest(index.at(members.getFirst()).file())));
  }

  private void misled() {
    index
        .by(index.left(), each -> each.place() instanceof Place.Marker marker ? marker : null)
        .forEach(
            (marker, members) -> {
              boolean nowhere =
                  members.stream()
                      .map(index::at)
                      .anyMatch(
                          each -> Topic.LEADS_NOWHERE.has(each) || Topic.LEADS_ELSEWHERE.has(each));
              if (nowhere) {
                index.take(
                    members,
                    "The marker of %s leads to no existing archive".formatted(name(marker.file())),
                    "Put the archives where the marker leads, or convert the binary again.");
              }
            });
  }

  /** Binaries that had code for the same targets, of which no archive is there. */
  private void absent() {
    byEach(
        i -> Topic.ABSENT.has(index.at(i)),
        finding -> String.join(", ", finding.evidence().targets()),
        2,
        (targets, members) ->
            "No archive for %s is here; %s had code for it"
                .formatted(targets, CountText.of(members.size(), "binary", "binaries")));
  }

  /** Notes of one rule; then findings of one rule in one file, and such as say the same. */
  private void alike() {
    byEach(i -> isNote(i) && Topic.NAMES.has(index.at(i)), Finding::rule, 2, Causes::names);
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
        i -> !index.at(i).rule().isEmpty(),
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
    Finding finding = index.at(i);
    return finding.severity() == Severity.NOTE && !finding.rule().isEmpty();
  }

  private static String names(String rule, List<Finding> members) {
    return Topic.WINDOWS_NAME.has(rule)
        ? CountText.of(members.size(), "name") + " cannot exist on Windows"
        : "The paths of %s cannot be part of ROCM_KPACK_PATH"
            .formatted(CountText.of(members.size(), "archive"));
  }

  private void byEach(
      Predicate<Integer> wanted,
      Function<Finding, String> key,
      int least,
      BiFunction<String, List<Finding>, String> words) {
    Map<String, List<Integer>> alike =
        index.by(index.left().stream().filter(wanted).toList(), key::apply);
    alike.forEach(
        (each, members) -> {
          if (members.size() >= least) {
            List<Finding> of = members.stream().map(index::at).toList();
            String advice = of.getFirst().advice();
            boolean same = of.stream().allMatch(finding -> finding.advice().equals(advice));
            index.take(members, words.apply(each, of), same ? advice : "");
          }
        });
  }

  private static String counted(List<Finding> members) {
    boolean alike = members.stream().map(Finding::severity).distinct().count() == 1;
    String word = alike ? members.getFirst().severity().word() : "finding";
    return CountText.of(members.size(), word);
  }

  private static String withoutStop(String sentence) {
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }
}
