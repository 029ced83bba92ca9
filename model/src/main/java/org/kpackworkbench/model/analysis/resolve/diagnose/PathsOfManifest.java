package org.kpackworkbench.model.analysis.resolve.diagnose;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.kpm.SearchPaths;

/** The search paths of a marker with those to manifests replaced by paths to archives. */
final class PathsOfManifest {
  private PathsOfManifest() {}

  /**
   * Returns the search paths as they should be; empty where the archives of a manifest are not
   * known.
   *
   * @param manifest a manifest that a search path leads to
   */
  static List<String> of(Path manifest, List<String> searchPaths) {
    Set<String> paths = new LinkedHashSet<>();
    for (String written : searchPaths) {
      if (!written.endsWith(SearchPaths.MANIFEST)) {
        paths.add(written);
        continue;
      }
      List<String> archives = archives(manifest);
      if (archives.isEmpty()) {
        return List.of();
      }
      String folder = written.substring(0, Step.PatternExpanded.nameStart(written));
      archives.forEach(archive -> paths.add(folder + archive));
    }
    return List.copyOf(paths);
  }

  private static List<String> archives(Path manifest) {
    try {
      Set<String> names = new LinkedHashSet<>();
      for (ManifestRow row : ManifestFile.open(manifest).manifest().rows()) {
        names.add(
            row.targetText().isEmpty()
                ? row.file()
                : row.file().replace(row.targetText(), GpuTarget.PLACEHOLDER));
      }
      return names.isEmpty() ? beside(manifest) : List.copyOf(names);
    } catch (IOException unreadable) {
      return beside(manifest);
    }
  }

  /** Archives beside a manifest that are called after it. */
  private static List<String> beside(Path manifest) {
    String name = String.valueOf(manifest.getFileName());
    String start = name.substring(0, name.length() - SearchPaths.MANIFEST.length());
    Path folder = manifest.toAbsolutePath().getParent();
    List<String> found = new ArrayList<>();
    try {
      for (String separator : List.of("_", "-")) {
        String pattern = start + separator + GpuTarget.PLACEHOLDER + ".kpack";
        if (folder != null
            && SearchPaths.at(manifest, PathRules.LINUX).candidates(folder, pattern).stream()
                .anyMatch(each -> each.state() == SearchPaths.State.FILE && each.isForGpu())) {
          found.add(pattern);
        }
      }
    } catch (IOException | InvalidPathException unknown) {
      found.clear();
    }
    return found;
  }
}
