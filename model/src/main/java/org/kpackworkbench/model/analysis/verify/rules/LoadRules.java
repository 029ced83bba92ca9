package org.kpackworkbench.model.analysis.verify.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.GivenPaths;
import org.kpackworkbench.model.analysis.resolve.answer.Answer;
import org.kpackworkbench.model.analysis.resolve.answer.Answer.Kind;
import org.kpackworkbench.model.analysis.resolve.answer.BinaryAnswers;
import org.kpackworkbench.model.analysis.resolve.answer.LoadAnswers;
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
import org.kpackworkbench.model.base.target.TextReduction;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.artifact.TreeLayout;
import org.kpackworkbench.model.format.artifact.TreePosition;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpm.SearchPaths;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.operation.archives.OlderLoaders;

/** Rules about what a simulated loader finds for the wrappers of a binary. */
public final class LoadRules {
  private static final int MOST_NAMED = 10;

  private LoadRules() {}

  private static String named(List<Integer> indices) {
    return ListText.some(indices.stream().map(index -> "#" + index).toList(), MOST_NAMED);
  }

  private static String targets(Set<GpuTarget> targets) {
    return targets.stream().map(GpuTarget::toString).collect(Collectors.joining(", "));
  }

  private static List<String> texts(Set<GpuTarget> targets) {
    return targets.stream().map(GpuTarget::toString).toList();
  }

  private static BinaryAnswers answers(HostSubject subject, Sink sink) throws IOException {
    return subject.context().answersOf(subject.fat(), subject.place(), sink.progress());
  }

  private static List<String> consequences(
      HostSubject subject, BinaryAnswers answers, Collection<GpuTarget> targets) {
    return answers.consequences(subject.place().file(), targets);
  }

  private static GivenPaths given(HostSubject subject) {
    return GivenPaths.like(subject.place().file());
  }

  private static Place wrapper(HostSubject subject, int index) {
    return subject.wrapper(subject.fat().wrappers().get(index));
  }

  /**
   * A loader finds the code of every wrapper of a host-only binary for each target that its
   * archives claim, as far as its bundle had code for it.
   */
  public static final class ArchivesComplete extends MarkerRule {
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
      if (isNothing(answers)) {
        nothing(subject, marker, answers, dropped, archives, sink);
        return;
      }
      for (Lack lack : lacks(answers)) {
        Orphan orphan =
            lack.kind() == Kind.MISSING && !isMisspelt(lack)
                ? Orphan.instead(subject, name, readable, lack.target(), lack.wrappers(), sink)
                : null;
        if (orphan == null) {
          report(lack, answers, reached, subject, name, sink);
        } else {
          orphan.report(
              Severity.ERROR,
              "The archives claim %s but have no code object of %s for %s."
                  .formatted(lack.target(), name, named(lack.wrappers())),
              consequences(subject, answers, List.of(lack.target())),
              sink);
        }
      }
      // Of code that can be read, what looking it up tells is enough.
      boolean damageOnly = allReadable && !checked;
      for (Failure failure : failures(answers)) {
        if (!damageOnly || failure.first().outcome().found()) {
          report(failure, answers, subject, name, sink);
        }
      }
      for (Failure failure : damageOnly ? failures(loaded) : List.<Failure>of()) {
        if (!failure.first().outcome().found()) {
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

    /** The archives that can be read; a loader may open others, of which it reads less. */
    private static List<Path> readable(HostSubject subject, List<Path> archives)
        throws IOException {
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

    /** Whether archives have nothing of the binary, and nothing says why. */
    private static boolean isNothing(BinaryAnswers answers) {
      return answers.declared().isEmpty()
          && answers.all().stream()
              .allMatch(
                  answer ->
                      answer.kind() == Kind.MAYBE_MISSING
                          || answer.cause() instanceof Diagnosis.NameMissing
                          || answer.kind() == Kind.DROPPED
                          || (answer.kind() == Kind.NOT_INSTALLED
                              && !(answer.cause() instanceof Diagnosis.OtherFeatures)));
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
                              target + " " + kind + (any ? " " : ""),
                              key -> new Lack(target, kind, cause, alone, new ArrayList<>()))
                          .wrappers()
                          .add(answer.wrapper());
                    }
                  }
                }
              });
      return List.copyOf(found.values());
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
      sink.add(
          switch (lack.kind()) {
            case MISSING -> Severity.ERROR;
            case PROBABLY_MISSING -> Severity.WARNING;
            default -> Severity.NOTE;
          },
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
    private record Failure(
        Answer first, SortedSet<GpuTarget> targets, SortedSet<Integer> wrappers) {}

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
          "No loader finds code of %s for %s (%s), error %d. %s"
              .formatted(
                  name,
                  targets(failure.targets()),
                  named(List.copyOf(failure.wrappers())),
                  failure.first().outcome().error().number(),
                  given(subject).shown(cause.sentence())),
          given(subject).shown(cause.advice()),
          evidence
              .forTargets(texts(failure.targets()))
              .because(cause.fault())
              .causing(consequences(subject, answers, failure.targets())));
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
      Instead instead = new Instead(subject, name);
      for (Path path : archives) {
        try (OpenArchives.Lease lease = subject.context().open(path)) {
          instead.add(lease.archive(), sink);
        }
      }
      boolean own =
          !instead.indices.isEmpty() || !instead.own.isEmpty() || !instead.misspelt.isEmpty();
      boolean elsewhere = !own && mayBeElsewhere(subject, marker);
      List<Integer> wrappers = IntStream.range(0, subject.fat().wrappers().size()).boxed().toList();
      Orphan orphan = own ? null : Orphan.instead(subject, name, archives, null, wrappers, sink);
      if (orphan != null) {
        orphan.report(
            elsewhere ? Severity.WARNING : Severity.ERROR,
            "No archive has code objects of %s.".formatted(name),
            consequences(subject, answers, answers.targets()),
            sink);
        return;
      }
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
                  instead.indices.isEmpty() ? "" : " for its wrappers"),
          (elsewhere ? "Its code may be for architectures whose archives are missing. " : "")
              + instead.words(ownUse(answers)),
          Evidence.NONE.causing(consequences(subject, answers, answers.targets())));
    }

    /** Advice where archives are for one library's own use; null where loaders look into them. */
    private static @Nullable String ownUse(BinaryAnswers answers) {
      return answers.all().stream()
          .map(Answer::cause)
          .filter(cause -> cause instanceof Diagnosis.NameMissing name && name.free())
          .findFirst()
          .map(Diagnosis::advice)
          .orElse(null);
    }

    /** In a tree that has an archive for each architecture, not all of them need be there. */
    private static boolean mayBeElsewhere(HostSubject subject, Marker marker) {
      TreePosition position = subject.position();
      return position != null
          && position.home().layout() != TreeLayout.LOOSE
          && marker.searchPaths().stream().anyMatch(path -> path.contains(GpuTarget.PLACEHOLDER));
    }

    /** Rows of archives that may have been meant for a binary without code objects. */
    private static final class Instead {
      private static final int MOST_NAMES = 3;

      private final String name;
      private final String leaf;
      private final SortedSet<Integer> indices = new TreeSet<>();
      private final SortedSet<String> sameLeaf = new TreeSet<>();
      private final SortedSet<String> others = new TreeSet<>();

      /** The names that are surely the binary's: its path, or its file name and no other's path. */
      private final SortedSet<String> own = new TreeSet<>();

      /** Keys of the binary in a spelling that no loader looks up. */
      private final SortedSet<String> misspelt = new TreeSet<>();

      private final HostSubject subject;

      Instead(HostSubject subject, String name) {
        this.subject = subject;
        this.name = name;
        this.leaf = leaf(name);
      }

      void add(KpackArchive archive, Sink sink) throws FormatException {
        for (int row = 0; row < archive.entryCount(); row++) {
          if ((row & 0xfff) == 0) {
            sink.progress().step(0);
          }
          ArchiveEntry entry = archive.entry(row);
          if (entry.binary().equals(name)) {
            first(indices, entry.index(), MOST_NAMED);
          } else if (BinaryKey.isMisspelt(entry.binary(), name)) {
            first(misspelt, entry.key().text(), MOST_NAMES);
          } else {
            if (own.size() < MOST_NAMES && isOwn(entry.binary())) {
              own.add(entry.binary());
            }
            first(
                leaf(entry.binary()).equals(leaf) ? sameLeaf : others, entry.binary(), MOST_NAMES);
          }
        }
      }

      private boolean isOwn(String key) {
        TreePosition position = subject.position();
        if (position == null) {
          return leaf(key).equals(leaf);
        }
        if (key.equals(position.inTree()) || key.endsWith("/" + position.path())) {
          return true;
        }
        return leaf(key).equals(leaf) && Orphan.isOrphan(subject, name, key);
      }

      /** Keeps the first few, with one more to know that there are more. */
      private static <T> void first(SortedSet<T> some, T next, int most) {
        some.add(next);
        if (some.size() > most + 1) {
          some.removeLast();
        }
      }

      /**
       * @param ownUse advice where the archives have no keys that loaders look for; null otherwise
       */
      String words(@Nullable String ownUse) {
        if (!indices.isEmpty()) {
          return "The archives here have it for %s, and the binary has no wrapper of that index: pack the fat"
                  .formatted(few(indices.stream().map(index -> "#" + index).toList(), MOST_NAMED))
              + " binary again.";
        }
        if (!misspelt.isEmpty()) {
          return "The archives here have %s, and loaders look for \"%s#0\" in exactly this spelling: rename the key, or pack the fat binary again."
              .formatted(few(quoted(misspelt), MOST_NAMES), name);
        }
        if (sameLeaf.isEmpty() && !own.isEmpty()) {
          return "The archives here have %s, which is this binary's path: kernel_name must be that name, or pack the fat binary again."
              .formatted(few(quoted(own), MOST_NAMES));
        }
        if (!sameLeaf.isEmpty()) {
          return "The archives here have %s, with the same file name: if that is this binary's code, kernel_name"
                  .formatted(few(quoted(sameLeaf), MOST_NAMES))
              + " must be that name; otherwise pack the fat binary again.";
        }
        if (ownUse != null && !others.isEmpty()) {
          return ownUse;
        }
        return others.isEmpty()
            ? "The archives here have no code objects at all: pack the fat binary again."
            : "The archives here have %s. Install the archives that have this name, or pack the fat binary again."
                .formatted(few(quoted(others), MOST_NAMES));
      }

      private static List<String> quoted(SortedSet<String> names) {
        return names.stream().map("\"%s\""::formatted).toList();
      }

      private static String few(List<String> all, int most) {
        String shown = String.join(", ", all.subList(0, Math.min(most, all.size())));
        return all.size() > most ? shown + " and more" : shown;
      }

      private static String leaf(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
      }
    }

    /**
     * A key of an archive that no binary here has, filed where a binary's own key is missing.
     *
     * @param place its row
     * @param offset where the row is in the archive
     * @param name what the binary is called
     * @param binary the binary
     */
    private record Orphan(
        Place.CodeObject place, long offset, String name, Path binary, String targetText) {

      /**
       * The only one, if there is one.
       *
       * @param target null for any; then only in archives that have code of other binaries here,
       *     for they may belong to another tree altogether
       */
      static @Nullable Orphan instead(
          HostSubject subject,
          String name,
          List<Path> archives,
          @Nullable GpuTarget target,
          List<Integer> wrappers,
          Sink sink)
          throws IOException {
        Set<Integer> missing = Set.copyOf(wrappers);
        Map<String, Boolean> orphans = new HashMap<>();
        Orphan found = null;
        for (Path path : archives) {
          try (OpenArchives.Lease lease = subject.context().open(path)) {
            KpackArchive archive = lease.archive();
            for (int row = 0; row < archive.entryCount(); row++) {
              if ((row & 0xfff) == 0) {
                sink.progress().step(0);
              }
              ArchiveEntry entry = archive.entry(row);
              if (entry.binary().equals(name)
                  || !missing.contains(entry.index())
                  || (target != null && !entry.target().equals(target))
                  || !orphans.computeIfAbsent(
                      entry.binary(), key -> isOrphan(subject, name, key))) {
                continue;
              }
              if (found == null) {
                found =
                    new Orphan(
                        archive.place(entry),
                        archive.rowRange(row).start(),
                        name,
                        subject.place().file(),
                        entry.targetText());
              } else if (!found.place().binary().equals(entry.binary())) {
                return null;
              }
            }
          } catch (FormatException broken) {
            // That archive has findings of its own.
            continue;
          }
        }
        return target != null || orphans.containsValue(false) ? found : null;
      }

      /** Whether a key is the path of no file in the tree that the binary is in. */
      private static boolean isOrphan(HostSubject subject, String name, String key) {
        Path file = subject.place().file().toAbsolutePath().normalize();
        try {
          Path base = base(file, Path.of(name));
          List<Path> roots = new ArrayList<>(base == null ? List.of() : List.of(base));
          TreePosition position = subject.position();
          if (position != null && position.home().layout() == TreeLayout.ARTIFACT) {
            roots.add(position.home().root());
            subject.context().siblings(position.home()).forEach(home -> roots.add(home.root()));
          }
          Path path = Path.of(key);
          if (roots.isEmpty() || path.isAbsolute() || !path.normalize().equals(path)) {
            return false;
          }
          for (Path root : roots) {
            // Without its first parts, for where stage prefixes were flattened onto one root.
            for (int from = 0; from < path.getNameCount(); from++) {
              if (Files.exists(root.resolve(path.subpath(from, path.getNameCount())))) {
                return false;
              }
            }
          }
          return true;
        } catch (IOException | InvalidPathException unknown) {
          return false;
        }
      }

      /** The folder from which a binary's file has the end of its name as its path. */
      private static @Nullable Path base(Path file, Path name) {
        Path base = file;
        for (int at = name.getNameCount() - 1; at >= 0 && base != null; at--) {
          Path last = base.getFileName();
          if (last == null || !last.equals(name.getName(at))) {
            break;
          }
          base = base.getParent();
        }
        return file.equals(base) ? null : base;
      }

      void report(Severity severity, String missing, List<String> consequences, Sink sink) {
        Path archive = place.file();
        sink.add(
            severity,
            place,
            offset,
            "%s %s has \"%s\" instead, which is the path of no binary here."
                .formatted(missing, archive.getFileName(), place.binary()),
            "The key was renamed: name it \"%s\" again, or pack the binary again.".formatted(name),
            Evidence.of(name, place.binary())
                .about(archive, binary)
                .forTargets(List.of(targetText))
                .causing(consequences));
      }
    }
  }

  /** Loaders up to mid-2026, which give up at the first archive, find the same code. */
  public static final class StrictLoaders extends MarkerRule {
    public StrictLoaders() {
      super(
          OlderLoaders.RULE,
          "Loaders up to mid-2026, which stop at the first archive, find all code, too.");
    }

    @Override
    void check(HostSubject subject, Marker marker, Sink sink) throws IOException {
      if (!isToBeLookedFor(subject, marker)) {
        return;
      }
      SortedMap<GpuTarget, List<Integer>> failing = new TreeMap<>();
      SortedSet<Integer> wrappers = new TreeSet<>();
      Diagnosis first = null;
      for (Answer answer : answers(subject, sink).all()) {
        if (answer.failsStrict()) {
          failing.computeIfAbsent(answer.target(), key -> new ArrayList<>()).add(answer.wrapper());
          wrappers.add(answer.wrapper());
          first = first == null ? answer.cause() : first;
        }
      }
      if (first == null) {
        return;
      }
      sink.warning(
          wrapper(subject, wrappers.getFirst()),
          "Loaders up to mid-2026 find %s, newer ones do. %s"
              .formatted(
                  OlderLoaders.words(String.valueOf(marker.kernelName()), named(failing)),
                  given(subject).shown(first.sentence())),
          given(subject).shown(first.advice()),
          (first.place() == null || first.fault().isEmpty()
                  ? Evidence.NONE
                  : Evidence.NONE.about(first.place().file()).because(first.fault()))
              .forTargets(texts(failing.keySet())));
    }

    /** Without targets whose usual setting fails where a target with features is named for it. */
    private static SortedMap<GpuTarget, List<Integer>> named(
        SortedMap<GpuTarget, List<Integer>> failing) {
      SortedMap<GpuTarget, List<Integer>> named = new TreeMap<>(failing);
      named
          .entrySet()
          .removeIf(
              each ->
                  TextReduction.targets(LoadAnswers.usual(each.getKey())).stream()
                      .filter(other -> other.features().size() > each.getKey().features().size())
                      .anyMatch(
                          other ->
                              failing.getOrDefault(other, List.of()).containsAll(each.getValue())));
      return named;
    }
  }

  /** No archive beside a fat binary has code objects that it would use if it were host-only. */
  public static final class NotFat extends HostRule {
    public NotFat() {
      super("fat-beside-archive", "No archive has code of a binary that is fat.");
    }

    @Override
    public void check(HostSubject subject, Sink sink) throws IOException {
      if (subject.fat().state() != DeviceCode.FAT
          || !(subject.place() instanceof Place.File)
          || subject.image().isObject()) {
        return;
      }
      List<Path> beside = subject.context().archivesBeside(subject.place().file());
      if (!beside.isEmpty()) {
        List<Path> more =
            subject
                .context()
                .archivesBeside(
                    subject.place().file(),
                    subject.context().answersOf(subject.fat(), subject.place(), sink.progress()),
                    new TreeSet<>());
        // Code that is inside the binary, too, is found there: then only room is wasted.
        sink.add(
            more.isEmpty() ? Severity.NOTE : Severity.ERROR,
            subject.place(),
            -1,
            "The binary is fat: it uses the code inside it, and no loader looks for its code in %s."
                .formatted(
                    ListText.some(
                        (more.isEmpty() ? beside : more)
                            .stream().map(each -> String.valueOf(each.getFileName())).toList())),
            Diagnosis.NotConverted.OTHER_BUILD,
            Evidence.NONE.about(beside.toArray(Path[]::new)));
      }
    }
  }
}
