package org.kpackworkbench.model.analysis.verify.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.analysis.verify.context.OpenArchives;
import org.kpackworkbench.model.analysis.verify.coverage.BinaryCoverage;
import org.kpackworkbench.model.analysis.verify.coverage.BinaryCoverage.MissingCode;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Certainty;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.artifact.TreeLayout;
import org.kpackworkbench.model.format.artifact.TreePosition;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.KpackArchive.TargetSum;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.registration.CodeOwnership;
import org.kpackworkbench.model.format.registration.FiledCode;
import org.kpackworkbench.model.format.registration.KernelOwners;
import org.kpackworkbench.model.format.registration.Original;

/** Rules about the code objects that archives hold for a host-only binary. */
public final class FiledCodeRules {
  private FiledCodeRules() {}

  /**
   * Every wrapper of a host-only binary has its code object in the archives that claim the
   * architecture, as far as its bundle had one.
   */
  public static final class ArchivesComplete extends MarkerRule {
    private static final int MOST_NAMED = 10;
    private static final String AS_BEFORE =
        "If that code is needed, install the files as they were before.";

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
      List<Path> archives =
          subject.context().archivesOf(subject.place().file(), marker.searchPaths()).archives();
      BinaryCoverage coverage = new BinaryCoverage(name, subject.fat().wrappers().size());
      List<Path> read = new ArrayList<>();
      for (Path path : archives) {
        sink.progress().step(0);
        try (OpenArchives.Lease lease = subject.context().open(path)) {
          coverage.add(path, lease.archive());
          read.add(path);
        } catch (FormatException broken) {
          sink.add(
              Severity.ERROR,
              place(subject, marker),
              offset(subject, marker),
              "The archive %s cannot be opened: %s".formatted(path, Sink.words(broken)),
              "Verify that archive by itself; loaders skip it.",
              Evidence.NONE.about(path));
        } catch (IOException unreadable) {
          sink.add(
              Severity.ERROR,
              place(subject, marker),
              offset(subject, marker),
              "The archive %s cannot be read: %s.".formatted(path, unreadable.getMessage()),
              "Loaders skip it; check its permissions.",
              Evidence.NONE.about(path));
        }
      }
      if (!read.isEmpty() && !coverage.any()) {
        nothing(subject, marker, coverage, read, sink);
        return;
      }
      for (MissingCode hole : coverage.holes()) {
        Orphan orphan =
            hole.certainty() == Certainty.SURE
                ? Orphan.instead(subject, name, read, hole.target(), hole.wrappers(), sink)
                : null;
        if (orphan == null) {
          hole(subject, name, hole, sink);
        } else {
          orphan.report(
              Severity.ERROR,
              "The archives claim %s but have no code object of %s for %s."
                  .formatted(hole.target(), name, named(hole.wrappers())),
              sink);
        }
      }
      Map<GpuTarget, List<Integer>> dropped = coverage.dropped();
      if (!dropped.isEmpty()) {
        sink.add(
            Severity.NOTE,
            place(subject, marker),
            offset(subject, marker),
            "Prune dropped code for %s (%s)."
                .formatted(
                    targets(dropped),
                    named(
                        dropped.values().stream()
                            .flatMap(List::stream)
                            .distinct()
                            .sorted()
                            .toList())),
            AS_BEFORE,
            Evidence.NONE.forTargets(dropped.keySet().stream().map(GpuTarget::toString).toList()));
      }
    }

    private static String targets(Map<GpuTarget, List<Integer>> dropped) {
      return dropped.keySet().stream().map(GpuTarget::toString).collect(Collectors.joining(", "));
    }

    private static void nothing(
        HostSubject subject, Marker marker, BinaryCoverage coverage, List<Path> archives, Sink sink)
        throws IOException {
      String name = String.valueOf(marker.kernelName());
      Map<GpuTarget, List<Integer>> dropped = coverage.dropped();
      if (!dropped.isEmpty()) {
        sink.add(
            Severity.WARNING,
            place(subject, marker),
            offset(subject, marker),
            "No archive has code objects of \"%s\"; prune dropped code for %s there."
                .formatted(name, targets(dropped)),
            AS_BEFORE,
            Evidence.NONE);
        return;
      }
      Instead instead = new Instead(name);
      for (Path path : archives) {
        try (OpenArchives.Lease lease = subject.context().open(path)) {
          instead.add(lease.archive(), sink);
        }
      }
      boolean elsewhere = mayBeElsewhere(subject, marker);
      List<Integer> wrappers = IntStream.range(0, subject.fat().wrappers().size()).boxed().toList();
      Orphan orphan =
          instead.indices.isEmpty() && instead.sameLeaf.isEmpty()
              ? Orphan.instead(subject, name, archives, null, wrappers, sink)
              : null;
      if (orphan != null) {
        orphan.report(
            elsewhere ? Severity.WARNING : Severity.ERROR,
            "No archive has code objects of %s.".formatted(name),
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
              + instead.words());
    }

    /** What archives have instead of a binary's code objects. */
    private static final class Instead {
      private static final int MOST_NAMES = 3;

      private final String name;
      private final String leaf;
      private final SortedSet<Integer> indices = new TreeSet<>();
      private final SortedSet<String> sameLeaf = new TreeSet<>();
      private final SortedSet<String> others = new TreeSet<>();

      Instead(String name) {
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
          } else {
            first(
                leaf(entry.binary()).equals(leaf) ? sameLeaf : others, entry.binary(), MOST_NAMES);
          }
        }
      }

      /** Keeps the first few, with one more to know that there are more. */
      private static <T> void first(SortedSet<T> some, T next, int most) {
        some.add(next);
        if (some.size() > most + 1) {
          some.removeLast();
        }
      }

      String words() {
        if (!indices.isEmpty()) {
          return "The archives here have it for %s, and the binary has no wrapper of that index: pack the fat"
                  .formatted(few(indices.stream().map(index -> "#" + index).toList(), MOST_NAMED))
              + " binary again.";
        }
        if (!sameLeaf.isEmpty()) {
          return "The archives here have %s, with the same file name: if that is this binary's code, kernel_name"
                  .formatted(few(quoted(sameLeaf), MOST_NAMES))
              + " must be that name; otherwise pack the fat binary again.";
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

      void report(Severity severity, String missing, Sink sink) {
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
                .forTargets(List.of(targetText)));
      }
    }

    /** In a tree that has an archive for each architecture, not all of them need be there. */
    private static boolean mayBeElsewhere(HostSubject subject, Marker marker) {
      TreePosition position = subject.position();
      return position != null
          && position.home().layout() != TreeLayout.LOOSE
          && marker.searchPaths().stream().anyMatch(path -> path.contains(GpuTarget.PLACEHOLDER));
    }

    private static void hole(HostSubject subject, String name, MissingCode hole, Sink sink) {
      sink.add(
          switch (hole.certainty()) {
            case SURE -> Severity.ERROR;
            case LIKELY -> Severity.WARNING;
            case POSSIBLE -> Severity.NOTE;
          },
          subject.wrapper(subject.fat().wrappers().get(hole.wrappers().getFirst())),
          -1,
          "The archives claim %s but have no code object of %s for %s."
              .formatted(hole.target(), name, named(hole.wrappers())),
          switch (hole.certainty()) {
            case SURE -> "Its bundle had one, which was lost. Pack the binary again.";
            case LIKELY ->
                "If these translation units were compiled without that target, this is "
                    + "correct; otherwise pack the binary again.";
            case POSSIBLE ->
                "Archives of other architectures are missing; their code may be in those only.";
          },
          evidence(hole).about(hole.archive()).forTargets(List.of(hole.target().toString())));
    }

    /** What was expected of wrappers whose code is not merely in archives that are not there. */
    private static Evidence evidence(MissingCode hole) {
      return hole.others().isEmpty()
          ? Evidence.NONE
          : Evidence.of(
              "code for %s, as for %s"
                  .formatted(
                      hole.target(),
                      hole.others().stream()
                          .limit(MOST_NAMED)
                          .map(GpuTarget::toString)
                          .collect(Collectors.joining(", "))),
              "");
    }

    private static String named(List<Integer> indices) {
      return ListText.some(indices.stream().map(index -> "#" + index).toList(), MOST_NAMED);
    }
  }

  /**
   * What archives file under a wrapper's index is that wrapper's code. Tools that number code
   * objects for each architecture file another unit's there where a unit lacks an architecture; a
   * loader finds it, and a program gets kernels that are not its own.
   */
  public static final class WrapperKernels extends MarkerRule {
    private static final String ADVICE =
        "Loaders find it and programs get the wrong code. " + CodeOwnership.PACK_AGAIN;

    public WrapperKernels() {
      super("wrapper-kernels", "The code under a wrapper's index is the code of that wrapper.");
    }

    @Override
    void check(HostSubject subject, Marker marker, Sink sink) throws IOException {
      String name = marker.kernelName();
      if (name == null || !isToBeLookedFor(subject, marker)) {
        return;
      }
      Original original = subject.context().originals().of(subject.fat(), subject.place().file());
      FiledCode filed =
          new FiledCode(
              name, KernelOwners.of(subject.fat(), sink.progress()), original, sink.progress());
      for (Path path :
          subject.context().archivesOf(subject.place().file(), marker.searchPaths()).archives()) {
        try (OpenArchives.Lease lease = open(subject, path)) {
          if (lease != null) {
            add(filed, name, subject, path, lease.archive(), sink);
          }
        }
      }
      List<FiledCode.Judged> all = filed.judge();
      if (original != null && all.isEmpty()) {
        subject
            .context()
            .originals()
            .notCompared(
                original,
                "expected archives with code of %s to compare with it, found none"
                    .formatted(subject.place().file()));
      }
      for (FiledCode.Judged judged : all) {
        if (judged.ownership().wrong()) {
          report(judged, subject, sink);
        }
      }
    }

    /** Null where it cannot be opened: that is another rule's finding. */
    private static OpenArchives.@Nullable Lease open(HostSubject subject, Path path)
        throws IOException {
      try {
        return subject.context().open(path);
      } catch (IOException unusable) {
        if (unusable instanceof FormatException broken
            && (broken.reason() == Reason.FILE_CHANGED || broken.reason() == Reason.CLOSED)) {
          throw broken;
        }
        return null;
      }
    }

    private static void add(
        FiledCode filed,
        String name,
        HostSubject subject,
        Path path,
        KpackArchive archive,
        Sink sink)
        throws IOException {
      Set<String> targets = new LinkedHashSet<>(archive.architectures());
      archive.targetSums().stream().map(TargetSum::targetText).forEach(targets::add);
      for (String target : targets) {
        for (Wrapper wrapper : subject.fat().wrappers()) {
          sink.progress().step(0);
          long index = wrapper.statedIndex();
          int row =
              index > Integer.MAX_VALUE ? -1 : archive.find(name, (int) index, target).orElse(-1);
          if (row >= 0) {
            filed.add(path, archive, row, index, target);
          }
        }
      }
    }

    private static void report(FiledCode.Judged judged, HostSubject subject, Sink sink)
        throws IOException {
      try (OpenArchives.Lease lease = subject.context().open(judged.archive())) {
        sink.error(
            lease.archive().place(judged.row()),
            lease.archive().rowRange(judged.row()).start(),
            "The code of wrapper %d for %s is %s. %s"
                .formatted(
                    judged.index(),
                    judged.target(),
                    judged.ownership().words(),
                    judged.ownership().evidence()),
            ADVICE);
      }
    }
  }
}
