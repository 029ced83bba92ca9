package org.kpackworkbench.model.verify.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.offload.Marker;
import org.kpackworkbench.model.verify.HostSubject;
import org.kpackworkbench.model.verify.Severity;
import org.kpackworkbench.model.verify.Sink;
import org.kpackworkbench.model.verify.around.OpenArchives;
import org.kpackworkbench.model.verify.around.TreeLayout;
import org.kpackworkbench.model.verify.around.TreePosition;
import org.kpackworkbench.model.verify.coverage.BinaryCoverage;
import org.kpackworkbench.model.verify.coverage.BinaryCoverage.Hole;

/**
 * Every wrapper of a host-only binary has its code object in the archives that claim the
 * architecture, as far as its bundle had one.
 */
public final class ArchivesComplete extends MarkerRule {
  private static final int MOST_NAMED = 10;

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
        subject.around().archivesOf(subject.place().file(), marker.searchPaths()).archives();
    BinaryCoverage coverage = new BinaryCoverage(name, subject.fat().wrappers().size());
    for (Path path : archives) {
      sink.progress().step(0);
      try (OpenArchives.Lease lease = subject.around().open(path)) {
        coverage.add(path, lease.archive());
      } catch (FormatException broken) {
        sink.error(
            place(subject, marker),
            offset(subject, marker),
            "The archive %s cannot be opened: %s".formatted(path, Sink.words(broken)),
            "Verify that archive by itself; loaders pass it over.");
      } catch (IOException unreadable) {
        sink.error(
            place(subject, marker),
            offset(subject, marker),
            "The archive %s cannot be read: %s.".formatted(path, unreadable.getMessage()),
            "Loaders pass it over; look who may read it.");
      }
    }
    if (!archives.isEmpty() && !coverage.any()) {
      boolean some = mayBeElsewhere(subject, marker);
      sink.add(
          some ? Severity.NOTE : Severity.ERROR,
          place(subject, marker),
          offset(subject, marker),
          "None of the %d archives found has code objects of \"%s\"."
              .formatted(archives.size(), name),
          some
              ? "Its code may be for architectures whose archives are not here; if it is not, the"
                  + " archives belong to another build, or kernel_name was changed."
              : "The archives belong to another build, or kernel_name was changed.");
      return;
    }
    for (Hole hole : coverage.holes()) {
      hole(subject, name, hole, sink);
    }
  }

  /** In a tree that has an archive for each architecture, not all of them need be there. */
  private static boolean mayBeElsewhere(HostSubject subject, Marker marker) {
    TreePosition position = subject.position();
    return position != null
        && position.home().layout() != TreeLayout.LOOSE
        && marker.searchPaths().stream().anyMatch(path -> path.contains("@GFXARCH@"));
  }

  private static void hole(HostSubject subject, String name, Hole hole, Sink sink) {
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
          case SURE -> "Its bundle had one: it was lost on the way. Pack the binary anew.";
          case LIKELY ->
              "If these translation units were compiled without that target, this is as it should"
                  + " be; else pack the binary anew.";
          case POSSIBLE ->
              "Archives of other architectures are not here; their code may be in those only.";
        });
  }

  private static String named(List<Integer> indices) {
    String shown =
        indices.stream()
            .limit(MOST_NAMED)
            .map(index -> "#" + index)
            .collect(Collectors.joining(", "));
    return indices.size() > MOST_NAMED
        ? shown + " and %d more".formatted(indices.size() - MOST_NAMED)
        : shown;
  }
}
