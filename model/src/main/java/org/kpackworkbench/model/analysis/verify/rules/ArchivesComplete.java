package org.kpackworkbench.model.analysis.verify.rules;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.answer.Answer;
import org.kpackworkbench.model.analysis.resolve.answer.Answer.Kind;
import org.kpackworkbench.model.analysis.resolve.answer.BinaryAnswers;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.analysis.verify.context.FoundArchives;
import org.kpackworkbench.model.analysis.verify.context.OpenArchives;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.kpm.SearchPaths;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.operation.archives.OlderLoaders;

/**
 * A loader finds the code of every wrapper of a host-only binary for each target that its archives
 * claim, as far as its bundle had code for it.
 */
public final class ArchivesComplete extends LoadRule {
  private static final String AS_BEFORE =
      "If that code is needed, install the files as they were before.";

  /** Wrappers as sentences name them, which differ from wrapper to wrapper. */
  private static final Pattern WRAPPERS = Pattern.compile("[^\\s,]*#\\d+|wrapper \\d+");

  public ArchivesComplete() {
    super(
        "archives-complete",
        "Every wrapper has its code object in each archive that claims the architecture.");
  }

  @Override
  void check(HostSubject subject, Marker marker, Sink sink) throws IOException {
    String name = marker.kernelName();
    if (name == null || !isToBeLookedFor(subject, marker)) {
      return;
    }
    FoundArchives reached = subject.context().archivesOf(subject.place().file(), marker);
    List<Path> archives = reached.archives();
    if (archives.isEmpty() || subject.fat().wrappers().isEmpty()) {
      return;
    }
    List<Path> readable = readable(subject, archives);
    // Rules about archives check code in those that are verified and can be read.
    boolean allReadable = readable.size() == archives.size();
    boolean checked = allReadable && subject.context().areVerified(archives);
    BinaryAnswers loaded =
        checked
            ? answers(subject, sink)
            : subject.context().answersOf(subject.fat(), subject.place(), true, sink.progress());
    BinaryAnswers answers = allReadable ? answers(subject, sink) : loaded;
    Map<GpuTarget, List<Integer>> dropped = new TreeMap<>();
    for (Answer answer : answers.all()) {
      if (answer.kind() == Kind.DROPPED
          && answer.cause() instanceof Diagnosis.DroppedByPrune note
          && !note.file().endsWith(SearchPaths.MANIFEST)) {
        dropped.computeIfAbsent(answer.target(), key -> new ArrayList<>()).add(answer.wrapper());
      }
    }
    if (answers.isNothing()) {
      nothing(subject, marker, answers, dropped, archives, sink);
      return;
    }
    for (Lack lack : lacks(answers)) {
      report(lack, answers, reached, subject, name, sink);
    }
    // Of code that can be read, what looking it up tells is enough.
    boolean damageOnly = allReadable && !checked;
    for (Failure failure : failures(answers)) {
      if (!damageOnly || failure.first().outcome().found()) {
        report(failure, answers, subject, name, sink);
      }
    }
    for (Failure failure : damageOnly ? failures(loaded) : List.<Failure>of()) {
      Diagnosis cause = failure.first().cause();
      boolean refused = cause instanceof Diagnosis.RefusedCode;
      if ((refused || !failure.first().outcome().found()) && !isReported(cause, subject)) {
        report(failure, loaded, subject, name, sink);
      }
    }
    neverBuilt(answers, subject, name, sink);
    if (!dropped.isEmpty()) {
      sink.add(
          Severity.NOTE,
          place(subject, marker),
          offset(subject, marker),
          "Prune dropped code for %s (%s)."
              .formatted(
                  targets(dropped.keySet()),
                  named(
                      dropped.values().stream()
                          .flatMap(List::stream)
                          .distinct()
                          .sorted()
                          .toList())),
          AS_BEFORE,
          Evidence.NONE.forTargets(texts(dropped.keySet())));
    }
  }

  /** Whether rules about archives report the fault of a code object. */
  private static boolean isReported(@Nullable Diagnosis cause, HostSubject subject)
      throws IOException {
    boolean damage =
        cause instanceof Diagnosis.RefusedCode
            || (cause instanceof Diagnosis.CodeUnreadable code
                && code.error() == LoaderError.DECOMPRESSION_FAILED);
    Place place = cause == null ? null : cause.place();
    return damage
        && place != null
        && subject.context().areVerified(List.of(place.file().toRealPath()));
  }

  /** The archives that can be read; a loader may open others, of which it reads less. */
  private static List<Path> readable(HostSubject subject, List<Path> archives) throws IOException {
    List<Path> readable = new ArrayList<>();
    for (Path path : archives) {
      try (OpenArchives.Lease lease = subject.context().open(path)) {
        readable.add(path);
      } catch (FormatException broken) {
        broken.throwIfFileChanged();
      }
    }
    return readable;
  }

  /**
   * Code that archives lack for a target.
   *
   * @param cause why its first wrapper has none
   * @param alone whether no wrapper has code for the target
   * @param wrappers the wrappers that have none
   */
  private record Lack(
      GpuTarget target, Kind kind, Diagnosis cause, boolean alone, List<Integer> wrappers) {}

  /** Missing rows, worst first for each target; those of wrappers without any code apart. */
  private static List<Lack> lacks(BinaryAnswers answers) {
    Map<String, Lack> found = new LinkedHashMap<>();
    answers
        .answers()
        .forEach(
            (target, each) -> {
              boolean alone = each.stream().noneMatch(answer -> answer.kind() == Kind.FOUND);
              for (Kind kind : List.of(Kind.MISSING, Kind.PROBABLY_MISSING, Kind.MAYBE_MISSING)) {
                for (Answer answer : each) {
                  Diagnosis cause = answer.cause();
                  if (answer.kind() == kind && cause != null && isLack(answer)) {
                    boolean any = !answers.having(List.of(answer.wrapper())).isEmpty();
                    found
                        .computeIfAbsent(
                            target + " " + kind + (any ? " " : "") + renamed(cause),
                            key -> new Lack(target, kind, cause, alone, new ArrayList<>()))
                        .wrappers()
                        .add(answer.wrapper());
                  }
                }
              }
            });
    return List.copyOf(found.values());
  }

  private static String renamed(Diagnosis cause) {
    return cause instanceof Diagnosis.KeyRenamed it ? it.renamed() : "";
  }

  private static boolean isMisspelt(Lack lack) {
    return switch (lack.cause()) {
      case Diagnosis.IndexMissing it -> !it.misspelt().isEmpty();
      case Diagnosis.NameMissing it -> it.isMisspelt();
      default -> false;
    };
  }

  private static boolean isLack(Answer answer) {
    return answer.cause() instanceof Diagnosis.IndexMissing
        || answer.cause() instanceof Diagnosis.TargetMissing
        || answer.cause() instanceof Diagnosis.NameMissing
        || answer.cause() instanceof Diagnosis.KeyRenamed
        || answer.cause() instanceof Diagnosis.BaseMissing;
  }

  private static void report(
      Lack lack,
      BinaryAnswers answers,
      FoundArchives reached,
      HostSubject subject,
      String name,
      Sink sink) {
    Set<GpuTarget> others = answers.having(lack.wrappers());
    Evidence evidence =
        others.isEmpty()
            ? Evidence.NONE
            : Evidence.of(
                "code for %s, as for %s"
                    .formatted(
                        lack.target(),
                        others.stream()
                            .limit(MOST_NAMED)
                            .map(GpuTarget::toString)
                            .collect(Collectors.joining(", "))),
                "");
    Path claiming = answers.claimed().get(lack.target());
    Severity severity =
        switch (lack.kind()) {
          case MISSING -> Severity.ERROR;
          case PROBABLY_MISSING -> Severity.WARNING;
          default -> Severity.NOTE;
        };
    if (lack.cause() instanceof Diagnosis.KeyRenamed it) {
      sink.add(
          severity,
          it.place(),
          it.offset(),
          failing(name, Set.of(lack.target()), lack.wrappers(), LoaderError.KERNEL_NOT_FOUND)
              + given(subject).shown(it.sentence()),
          it.advice(),
          Evidence.of(name, it.renamed())
              .about(it.place().file(), subject.place().file())
              .forTargets(List.of(lack.target().toString()))
              .causing(consequences(subject, answers, List.of(lack.target()))));
      return;
    }
    sink.add(
        severity,
        wrapper(subject, lack.wrappers().getFirst()),
        -1,
        "The archives claim %s but have no code object of %s for %s."
            .formatted(lack.target(), name, named(lack.wrappers())),
        lack.kind() == Kind.MISSING && !isMisspelt(lack)
            ? "Its bundle had one, which was lost. Pack the binary again."
            : lack.kind() == Kind.MAYBE_MISSING && !lack.alone()
                ? "Archives of other architectures are missing; their code may be in those only."
                : given(subject).shown(lack.cause().advice()),
        (claiming == null ? evidence : evidence.about(claiming))
            .forTargets(List.of(lack.target().toString()))
            .lookedAt(reached.looked())
            .causing(consequences(subject, answers, List.of(lack.target()))));
  }

  /** Wrappers and targets without code for one reason. */
  private record Failure(Answer first, SortedSet<GpuTarget> targets, SortedSet<Integer> wrappers) {}

  /** Reasons other than a missing row for which no loader finds code, each once. */
  private static List<Failure> failures(BinaryAnswers answers) {
    Map<String, Failure> byTarget = new LinkedHashMap<>();
    for (Answer answer : answers.all()) {
      Diagnosis cause = answer.cause();
      boolean fails = answer.kind() == Kind.MISSING || answer.kind() == Kind.REFUSED;
      if (cause != null && fails && !isLack(answer)) {
        byTarget
            .computeIfAbsent(
                answer.target() + words(cause) + hidden(cause.advice()),
                key -> new Failure(answer, new TreeSet<>(), new TreeSet<>()))
            .wrappers()
            .add(answer.wrapper());
      }
    }
    Map<String, Failure> merged = new LinkedHashMap<>();
    for (Failure one : byTarget.values()) {
      Diagnosis cause = one.first().cause();
      merged
          .computeIfAbsent((cause == null ? "" : words(cause)) + one.wrappers(), key -> one)
          .targets()
          .add(one.first().target());
    }
    return List.copyOf(merged.values());
  }

  private static String words(Diagnosis cause) {
    return cause.getClass() + hidden(cause.sentence());
  }

  private static String hidden(String text) {
    return WRAPPERS.matcher(text).replaceAll("#");
  }

  private static void report(
      Failure failure, BinaryAnswers answers, HostSubject subject, String name, Sink sink) {
    Diagnosis cause = failure.first().cause();
    if (cause == null) {
      return;
    }
    Place place = cause.place();
    Evidence evidence =
        place == null || place.file().equals(subject.place().file())
            ? Evidence.NONE
            : Evidence.NONE.about(place.file());
    sink.error(
        wrapper(subject, failure.wrappers().getFirst()),
        failing(
                name,
                failure.targets(),
                List.copyOf(failure.wrappers()),
                failure.first().outcome().error())
            + given(subject).shown(cause.sentence()),
        given(subject).shown(cause.advice()),
        evidence
            .forTargets(texts(failure.targets()))
            .because(cause.fault())
            .causing(consequences(subject, answers, failure.targets())));
  }

  private static String failing(
      String name, Set<GpuTarget> targets, List<Integer> wrappers, LoaderError error) {
    return "No loader finds code of %s for %s (%s), error %d. "
        .formatted(name, targets(targets), named(wrappers), error.number());
  }

  /** Code that was never compiled fails more than its GPU where an archive lists that GPU. */
  private static void neverBuilt(
      BinaryAnswers answers, HostSubject subject, String name, Sink sink) {
    SortedMap<GpuTarget, List<Integer>> failing = new TreeMap<>();
    Answer first = null;
    for (Answer answer : answers.all()) {
      if (answers.failsForAll(answer)) {
        failing.computeIfAbsent(answer.target(), key -> new ArrayList<>()).add(answer.wrapper());
        first = first == null ? answer : first;
      }
    }
    if (first != null) {
      sink.add(
          Severity.WARNING,
          wrapper(subject, first.wrapper()),
          -1,
          "There is %s: it was never compiled. Archives list these GPUs, so loaders return error %d; in a process that has one of them, no device gets the code of these wrappers."
              .formatted(OlderLoaders.words(name, failing), first.outcome().error().number()),
          "Compile these translation units for these GPUs, too; no archive of this build can have their code.",
          Evidence.NONE.forTargets(texts(failing.keySet())));
    }
  }

  private static void nothing(
      HostSubject subject,
      Marker marker,
      BinaryAnswers answers,
      Map<GpuTarget, List<Integer>> dropped,
      List<Path> archives,
      Sink sink)
      throws IOException {
    String name = String.valueOf(marker.kernelName());
    if (!dropped.isEmpty()) {
      sink.add(
          Severity.WARNING,
          place(subject, marker),
          offset(subject, marker),
          "No archive has code objects of \"%s\"; prune dropped code for %s there."
              .formatted(name, targets(dropped.keySet())),
          AS_BEFORE,
          Evidence.NONE);
      return;
    }
    Diagnosis cause = cause(answers);
    boolean hasIndices = isRows(cause);
    boolean elsewhere = answers.all().stream().noneMatch(answer -> answer.kind() == Kind.MISSING);
    sink.add(
        elsewhere ? Severity.NOTE : Severity.ERROR,
        place(subject, marker),
        offset(subject, marker),
        "%s code objects of \"%s\"%s."
            .formatted(
                archives.size() == 1
                    ? "The one archive that was read has no"
                    : "None of the %d archives that were read has".formatted(archives.size()),
                name,
                !hasIndices
                    ? ""
                    : " for its wrappers"
                        + (cause instanceof Diagnosis.IndexMissing index
                                && !index.present().isEmpty()
                            ? ", only for " + ListText.some(index.present())
                            : "")),
        (elsewhere ? "Its code may be for architectures whose archives are missing. " : "")
            + given(subject).shown(cause.advice()),
        Evidence.NONE.causing(consequences(subject, answers, answers.targets())));
  }

  /** Why archives have nothing, from the one that has most to do with the binary. */
  private static Diagnosis cause(BinaryAnswers answers) {
    return answers.all().stream()
        .map(Answer::cause)
        .filter(Objects::nonNull)
        .max(
            Comparator.comparingInt(
                each ->
                    each instanceof Diagnosis.NameMissing missing
                        ? missing.isMisspelt() ? 3 : missing.alike().isEmpty() ? 0 : 1
                        : isRows(each) ? 2 : -1))
        .orElseThrow();
  }

  /** Whether there are rows of the binary, though not of its wrappers. */
  private static boolean isRows(Diagnosis cause) {
    return cause instanceof Diagnosis.IndexMissing || cause instanceof Diagnosis.TargetMissing;
  }
}
