package org.kpackworkbench.model.analysis.resolve.simulate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpm.SearchPaths;
import org.kpackworkbench.model.format.offload.Marker;

/**
 * The targets that there is code for where a binary's marker leads: what a list of GPUs begins
 * with.
 */
public final class AvailableTargets {
  private final SearchPaths search = SearchPaths.own();
  private final ArchiveCache archives;
  private final TreeSet<GpuTarget> found = new TreeSet<>();

  private AvailableTargets(ArchiveCache archives) {
    this.archives = archives;
  }

  /**
   * Looks into all archives that a marker's search paths can represent. What cannot be read has
   * nothing. Takes time.
   *
   * @param binary the binary's file
   * @throws IOException where an archive cannot be closed
   */
  public static List<GpuTarget> of(Marker marker, Path binary) throws IOException {
    try (ArchiveCache archives = new ArchiveCache(UnpackBudget.one())) {
      AvailableTargets targets = new AvailableTargets(archives);
      marker.searchPaths().forEach(path -> targets.look(binary, path));
      return List.copyOf(targets.found);
    }
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
    if (archives.at(file) instanceof ArchiveCache.Usable usable) {
      usable.architectures().stream()
          .map(GpuTarget::lenient)
          .filter(target -> !target.processor().endsWith("-generic"))
          .forEach(found::add);
    }
  }
}
