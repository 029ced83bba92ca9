package org.kpackworkbench.model.analysis.resolve.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.artifact.ArtifactShard;
import org.kpackworkbench.model.format.artifact.TreeHome;
import org.kpackworkbench.model.format.kpm.SearchPaths;
import org.kpackworkbench.model.format.offload.Marker;

/**
 * The targets that there is code for where a binary's marker leads: what a list of GPUs begins
 * with.
 */
public final class AvailableTargets {
  private final SearchPaths search;
  private final ArchiveCache archives;
  private final Progress progress;
  private final TreeSet<GpuTarget> found = new TreeSet<>();

  private AvailableTargets(ArchiveCache archives, SearchPaths search, Progress progress) {
    this.search = search;
    this.archives = archives;
    this.progress = progress;
  }

  /**
   * Looks into all archives that a marker's search paths can represent; of a binary in a shard also
   * those in the other artifacts. What cannot be read has nothing. Takes time.
   *
   * @param binary the binary's file
   * @param progress checked for cancellation at each archive; nothing is counted
   * @throws IOException if folders around it cannot be read, or an archive cannot be closed
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static List<GpuTarget> of(Marker marker, Path binary, Progress progress)
      throws IOException {
    try (ArchiveCache archives = new ArchiveCache(UnpackBudget.one(), Map.of(), false)) {
      SearchPaths search = SearchPaths.at(binary, marker.rules());
      AvailableTargets targets = new AvailableTargets(archives, search, progress);
      for (Path place : places(binary)) {
        marker.searchPaths().forEach(path -> targets.look(place, path));
      }
      return List.copyOf(targets.found);
    }
  }

  /** Where the binary is, and where it would be in the other artifacts of its shard. */
  private static List<Path> places(Path binary) throws IOException {
    List<Path> places = new ArrayList<>(List.of(binary));
    Path real = Files.exists(binary) ? binary.toRealPath() : binary.toAbsolutePath().normalize();
    for (ArtifactShard shard : ArtifactShard.around(real)) {
      for (TreeHome home : shard.artifacts()) {
        if (real.startsWith(home.root())) {
          Path within = home.root().relativize(real);
          shard.artifacts().forEach(other -> places.add(other.root().resolve(within)));
        }
      }
    }
    return places;
  }

  private void look(Path binary, String searchPath) {
    try {
      search.files(binary, List.of(searchPath)).forEach(this::open);
    } catch (IOException unreadable) {
      // The trace of a load says so, with the reason.
      return;
    }
  }

  private void open(Path file) {
    progress.step(0);
    if (archives.at(file) instanceof ArchiveCache.Usable usable) {
      usable.architectures().stream()
          .map(GpuTarget::lenient)
          .filter(target -> !target.processor().endsWith("-generic"))
          .forEach(found::add);
    }
  }
}
