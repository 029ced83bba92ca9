package org.kpackworkbench.model.analysis.verify.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.kpackworkbench.model.analysis.resolve.answer.Answer;
import org.kpackworkbench.model.analysis.resolve.answer.BinaryAnswers;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.analysis.verify.context.FoundArchives;
import org.kpackworkbench.model.analysis.verify.context.OpenArchives;
import org.kpackworkbench.model.analysis.verify.context.VerifyContext;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.TextReduction;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.artifact.TreeHome;
import org.kpackworkbench.model.format.artifact.TreeLayout;
import org.kpackworkbench.model.format.artifact.TreePosition;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpm.SearchPaths;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.packages.DeviceOffer;

/** A rule about what the marker of a binary says of the tree that the binary lies in. */
public abstract sealed class TreeMarkerRule extends MarkerRule {
  /** Why a hidden folder is missing from a tree. */
  public static final String HIDDEN_LOST = "The tree was probably copied without hidden files.";

  /** Advice to install packages, before the command. */
  public static final String INSTALL = "If these architectures are needed, install them: ";

  /** Advice for a tree in which a hidden folder is missing. */
  static final String LOST_ADVICE = HIDDEN_LOST + " Copy that folder, too.";

  private static final int MOST_NAMED = 5;

  private TreeMarkerRule(String name, String sentence) {
    super(name, sentence);
  }

  @Override
  final void check(HostSubject subject, Marker marker, Sink sink) throws IOException {
    TreePosition position = subject.position();
    if (position != null
        && position.home().layout() != TreeLayout.LOOSE
        && isToBeLookedFor(subject, marker)) {
      check(subject, marker, position, sink);
    }
  }

  abstract void check(HostSubject subject, Marker marker, TreePosition position, Sink sink)
      throws IOException;

  private static FoundArchives found(HostSubject subject, Marker marker) throws IOException {
    return subject.context().archivesOf(subject.place().file(), marker);
  }

  private static String named(Collection<Path> archives) {
    return ListText.some(
        archives.stream().map(Path::getFileName).map(SystemText::escaped).sorted().toList(),
        MOST_NAMED);
  }

  /** Those of some archives that have code of the binary; others need not be found. */
  private static List<Path> withCode(
      HostSubject subject,
      Marker marker,
      Collection<Path> archives,
      BiPredicate<Integer, GpuTarget> wanted)
      throws IOException {
    String name = marker.kernelName();
    List<Path> found = new ArrayList<>();
    for (Path archive : archives) {
      if (name != null && has(subject, archive, name, wanted)) {
        found.add(archive);
      }
    }
    return found;
  }

  private static boolean has(
      HostSubject subject, Path path, String name, BiPredicate<Integer, GpuTarget> wanted)
      throws IOException {
    try (OpenArchives.Lease lease = subject.context().open(path)) {
      KpackArchive archive = lease.archive();
      for (String target : archive.architectures()) {
        if (TextReduction.unasked(target).isPresent()) {
          continue;
        }
        for (int index = 0; index < subject.fat().wrappers().size(); index++) {
          if (archive.find(name, index, target).isPresent()
              && wanted.test(index, GpuTarget.lenient(target))) {
            return true;
          }
        }
      }
      return false;
    } catch (FormatException broken) {
      // That archive has findings of its own.
      return false;
    }
  }

  /** The name in the marker is the binary's path. */
  public static final class NameIsPath extends TreeMarkerRule {
    public NameIsPath() {
      super("kernel-name", "kernel_name is the binary's path, with the stage prefix.");
    }

    @Override
    void check(HostSubject subject, Marker marker, TreePosition position, Sink sink) {
      String name = marker.kernelName();
      boolean flattened = position.home().layout() == TreeLayout.FLATTENED;
      if (name == null
          || name.equals(position.inTree())
          || (flattened && name.endsWith("/" + position.path()))
          || isOtherName(name, position)) {
        return;
      }
      sink.add(
          flattened ? Severity.NOTE : Severity.WARNING,
          place(subject, marker),
          offset(subject, marker),
          "kernel_name is \"%s\", and the binary lies at \"%s\"."
              .formatted(name, position.inTree()),
          "It was moved or renamed after it was converted. Loaders use kernel_name, but people and"
              + " tools that look for its code by its path do not find it.");
    }

    /** Whether a path in the tree, of which prefixes may be gone, is another name of the file. */
    private static boolean isOtherName(String path, TreePosition position) {
      Path root = position.home().root();
      try {
        Path file = SystemText.below(root, position.inTree());
        for (String end = path; ; end = end.substring(end.indexOf('/') + 1)) {
          Path other = SystemText.below(root, end);
          if (Files.exists(other) && Files.isSameFile(other, file)) {
            return true;
          }
          if (end.indexOf('/') < 0) {
            return false;
          }
        }
      } catch (IOException | InvalidPathException notKnown) {
        return false;
      }
    }
  }

  /** In an artifact, the search paths lead to all archives with code of the binary. */
  private abstract static sealed class InArtifact extends TreeMarkerRule {
    private InArtifact(String name, String sentence) {
      super(name, sentence);
    }

    /** Those of the archives to which a search path leads. */
    abstract Set<Path> reached(FoundArchives found);

    /** Returns the message about the archives that are not reached; {@code %s} are their names. */
    abstract String message();

    abstract String advice();

    @Override
    final void check(HostSubject subject, Marker marker, TreePosition position, Sink sink)
        throws IOException {
      if (position.home().layout() != TreeLayout.ARTIFACT) {
        return;
      }
      FoundArchives found = found(subject, marker);
      List<Path> missed = new ArrayList<>(found.archives());
      missed.removeAll(reached(found));
      missed = withCode(subject, marker, missed, (index, target) -> true);
      if (!missed.isEmpty()) {
        sink.warning(
            place(subject, marker),
            offset(subject, marker),
            message().formatted(named(missed)),
            advice());
      }
    }
  }

  /** With stage prefixes side by side, the search paths lead to the archives. */
  public static final class Staged extends InArtifact {
    public Staged() {
      super(
          "search-path-staged",
          "Search paths are correct while stage prefixes are side by" + " side.");
    }

    @Override
    Set<Path> reached(FoundArchives found) {
      return found.staged();
    }

    @Override
    String message() {
      return "While stage prefixes are side by side, no search path leads to %s.";
    }

    @Override
    String advice() {
      return "The archives lie in another prefix: it needs a second search path that leads there,"
          + " or a tree that is flattened.";
    }
  }

  /** With all prefixes flattened onto one root, the search paths lead to the archives. */
  public static final class Flattened extends InArtifact {
    public Flattened() {
      super(
          "search-path-flattened",
          "Search paths are correct when all stage prefixes have one" + " root.");
    }

    @Override
    Set<Path> reached(FoundArchives found) {
      return found.flattened();
    }

    @Override
    String message() {
      return "When stage prefixes are flattened onto one root, no search path leads to %s.";
    }

    @Override
    String advice() {
      return "Its first search path should lead to .kpack at the root of its prefix.";
    }
  }

  /** No archive that has code of a binary lies where its search paths do not lead. */
  public static final class Leads extends TreeMarkerRule {
    public Leads() {
      super("search-path-leads", "Search paths lead to each archive with code of the binary.");
    }

    @Override
    void check(HostSubject subject, Marker marker, TreePosition position, Sink sink)
        throws IOException {
      List<Path> missed = new ArrayList<>(subject.context().archivesIn(position.home()));
      missed.removeAll(found(subject, marker).archives());
      missed = withCode(subject, marker, missed, (index, target) -> true);
      if (missed.isEmpty()) {
        return;
      }
      BinaryAnswers answers =
          subject.context().answersOf(subject.fat(), subject.place(), sink.progress());
      List<Path> needed =
          withCode(subject, marker, missed, (index, target) -> !isFound(answers, index, target));
      missed.removeAll(needed);
      String paths = String.join(", ", marker.searchPaths());
      if (!needed.isEmpty()) {
        sink.add(
            Severity.ERROR,
            place(subject, marker),
            offset(subject, marker),
            "%s %s code of this binary, and its search paths do not lead there: %s."
                .formatted(named(needed), CountText.word(needed.size(), "has", "have"), paths),
            "Loaders do not find that code. Put the archive where the paths lead, under "
                + "the name that they look for, or convert the binary again.",
            Evidence.of(named(needed), paths).about(needed.toArray(Path[]::new)));
      }
      if (!missed.isEmpty()) {
        sink.add(
            Severity.NOTE,
            place(subject, marker),
            offset(subject, marker),
            "%s %s code of this binary that loaders find elsewhere; its search paths lead to other archives: %s."
                .formatted(named(missed), CountText.word(missed.size(), "has", "have"), paths),
            "No loader needs that code; it may be left over from another packing.",
            Evidence.NONE.about(missed.toArray(Path[]::new)));
      }
    }

    /** Whether a loader finds code for a wrapper on each device that runs code for a target. */
    private static boolean isFound(BinaryAnswers answers, int wrapper, GpuTarget target) {
      List<Answer> about =
          answers.answers().entrySet().stream()
              .filter(each -> each.getKey().processor().equals(target.processor()))
              .filter(each -> each.getKey().features().containsAll(target.features()))
              .map(each -> each.getValue().get(wrapper))
              .toList();
      return !about.isEmpty() && about.stream().allMatch(each -> each.outcome().right());
    }
  }

  /** Architectures that bundles had code for, and whose archives are not there, are noted. */
  public static final class Absent extends TreeMarkerRule {
    public Absent() {
      super("archive-absent", "The archives of all architectures of a binary are present.");
    }

    @Override
    void check(HostSubject subject, Marker marker, TreePosition position, Sink sink)
        throws IOException {
      if (marker.kernelName() == null) {
        return;
      }
      BinaryAnswers answers =
          subject.context().answersOf(subject.fat(), subject.place(), sink.progress());
      Set<GpuTarget> absent = new TreeSet<>();
      Set<GpuTarget> dropped = new TreeSet<>();
      for (Answer answer : answers.all()) {
        boolean built =
            answers.declared().getOrDefault(answer.wrapper(), Set.of()).contains(answer.target());
        if (built
            && answer.kind() == Answer.Kind.NOT_INSTALLED
            && !answers.claimed().containsKey(answer.target())) {
          absent.add(answer.target());
        } else if (answer.kind() == Answer.Kind.DROPPED
            && answer.cause() instanceof Diagnosis.DroppedByPrune note
            && note.file().endsWith(SearchPaths.MANIFEST)) {
          // What an archive notes is said where archives are compared with wrappers.
          dropped.add(answer.target());
        }
      }
      if (!dropped.isEmpty()) {
        sink.add(
            Severity.NOTE,
            place(subject, marker),
            offset(subject, marker),
            "It had code for %s, which prune dropped."
                .formatted(
                    dropped.stream().map(GpuTarget::toString).collect(Collectors.joining(", "))),
            "If these architectures are needed, install the files as they were before.",
            Evidence.NONE.forTargets(dropped.stream().map(GpuTarget::toString).toList()));
      }
      for (VerifyContext.LostFolder lost : subject.context().lostFolders(position, marker)) {
        String family = lost.artifact().family();
        List<GpuTarget> targets =
            absent.stream()
                .filter(
                    target ->
                        target.processor().equals(family)
                            || target.equals(GpuTarget.lenient(family)))
                .toList();
        if (!targets.isEmpty()) {
          targets.forEach(absent::remove);
          sink.add(
              Severity.WARNING,
              place(subject, marker),
              offset(subject, marker),
              "It had code for %s, and the artifact %s is here without its hidden folder %s."
                  .formatted(family, lost.artifact(), lost.folder().getFileName()),
              LOST_ADVICE,
              Evidence.of(lost.folder().toString(), "no such folder")
                  .about(lost.folder())
                  .forTargets(targets.stream().map(GpuTarget::toString).toList())
                  .lookedAt(found(subject, marker).looked())
                  .causing(answers.consequences(subject.place().file(), targets)));
        }
      }
      if (!absent.isEmpty()) {
        sink.add(
            Severity.NOTE,
            place(subject, marker),
            offset(subject, marker),
            "It had code for %s, and no archive for that is here."
                .formatted(
                    absent.stream().map(GpuTarget::toString).collect(Collectors.joining(", "))),
            advice(subject, absent),
            Evidence.NONE
                .forTargets(absent.stream().map(GpuTarget::toString).toList())
                .lookedAt(found(subject, marker).looked())
                .causing(answers.consequences(subject.place().file(), absent)));
      }
    }
  }

  private static String advice(HostSubject subject, Set<GpuTarget> absent) throws IOException {
    Optional<DeviceOffer> offer = subject.context().offer(subject.place().file());
    List<String> targets =
        offer.isEmpty()
            ? List.of()
            : absent.stream()
                .map(offer.get()::serving)
                .flatMap(Optional::stream)
                .distinct()
                .toList();
    return targets.isEmpty()
        ? "If these architectures are needed, add their artifacts."
        : INSTALL + offer.orElseThrow().command(targets);
  }

  /** Whether a tree is one whose archives may be elsewhere. */
  static boolean mayBeElsewhere(TreeHome home) {
    return home.layout() == TreeLayout.ARTIFACT || home.layout() == TreeLayout.OVERLAID;
  }
}
