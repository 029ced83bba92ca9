package org.kpackworkbench.model.analysis.verify.context;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.PathLookup;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.kpm.SearchPaths;
import org.kpackworkbench.model.format.kpm.SearchPaths.Candidate;
import org.kpackworkbench.model.format.offload.Marker;

/**
 * The archives that a binary's search paths lead to, where artifacts lie now and where they will
 * lie. Not for use by many threads.
 */
public final class FoundArchives {
  private final SearchPaths search;
  private final List<String> searchPaths;
  private final Set<Path> archives = new LinkedHashSet<>();
  private final Set<Path> manifests = new LinkedHashSet<>();
  private final Set<Path> staged = new LinkedHashSet<>();
  private final Set<Path> flattened = new LinkedHashSet<>();

  private final Set<String> looked = new LinkedHashSet<>();
  private final Map<Path, Set<String>> named = new HashMap<>();
  private boolean denied;

  /** Those that are found from where the binary is, which need not be there yet. */
  FoundArchives(Path binary, Marker marker) throws IOException {
    this.search = SearchPaths.at(binary, marker.rules());
    this.searchPaths = marker.searchPaths();
    Path folder = search.folderOf(binary);
    for (String searchPath : searchPaths) {
      add(folder, search.resolve(folder, searchPath), staged);
    }
  }

  /** Adds those from a folder that is there once artifacts are laid onto one tree. */
  void lookFrom(Path folder) throws IOException {
    look(folder, folder.getRoot(), staged);
  }

  /** Likewise once all stage prefixes are flattened onto one root. */
  void lookFlattened(Path prefix, String folder) throws IOException {
    look(SystemText.below(prefix, folder).normalize(), prefix, flattened);
  }

  private void look(Path folder, Path within, Set<Path> into) throws IOException {
    for (String searchPath : searchPaths) {
      add(folder, search.resolve(folder, searchPath, within), into);
    }
  }

  private void add(Path folder, SearchPaths.@Nullable Resolved pattern, Set<Path> into)
      throws IOException {
    if (pattern == null) {
      return;
    }
    if (pattern.failure() == PathLookup.Kind.DENIED) {
      denied = true;
    }
    looked.add(pattern.path());
    for (Candidate each : search.candidates(folder, pattern)) {
      if (each.state() != SearchPaths.State.FILE || !each.isForGpu()) {
        denied |= each.state() == SearchPaths.State.DENIED;
        continue;
      }
      Path file = each.path();
      if (SearchPaths.isManifest(file)) {
        manifests.add(file);
        continue;
      }
      archives.add(file);
      into.add(file);
      named.computeIfAbsent(file, key -> new LinkedHashSet<>()).add(each.target());
    }
  }

  /**
   * Whether a loader that looks up a target reaches an archive: it replaces the placeholder by the
   * target.
   */
  public boolean leadsTo(Path archive, GpuTarget target) {
    return named.getOrDefault(archive, Set.of()).stream()
        .anyMatch(
            name ->
                name.isEmpty() || GpuTarget.lenient(name).processor().equals(target.processor()));
  }

  /**
   * Returns the values of placeholders in the paths that lead to an archive; empty if one has none.
   */
  public Set<String> names(Path archive) {
    Set<String> names = named.getOrDefault(archive, Set.of());
    return names.contains("") ? Set.of() : Collections.unmodifiableSet(names);
  }

  /** The paths at which archives are looked for, with a placeholder for the target. */
  public List<String> looked() {
    return List.copyOf(looked);
  }

  /** Whether a search path leads where nothing may be read. */
  public boolean denied() {
    return denied;
  }

  /** Those that are there. */
  public List<Path> archives() {
    return List.copyOf(archives);
  }

  /** The manifests that search paths lead to, which no loader follows. */
  public List<Path> manifests() {
    return List.copyOf(manifests);
  }

  /** Those that are found while the stage prefixes lie side by side. */
  public Set<Path> staged() {
    return Set.copyOf(staged);
  }

  /** Those that are found when the stage prefixes are flattened onto one root. */
  public Set<Path> flattened() {
    return Set.copyOf(flattened);
  }
}
