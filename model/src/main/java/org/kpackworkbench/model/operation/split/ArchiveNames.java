package org.kpackworkbench.model.operation.split;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * How archives of an artifact are called, and how binaries lead to them.
 *
 * @param prefix the artifact prefix, {@code blas_lib}
 */
record ArchiveNames(String prefix) {
  static final String FOLDER = ".kpack";

  private static final String PLACEHOLDER = "@GFXARCH@";

  /** File name of an architecture's archive. */
  String archive(GpuTarget target) {
    return prefix + "_" + target + ".kpack";
  }

  /** Path of an architecture's archive in an artifact. */
  String archive(String stagePrefix, GpuTarget target) {
    return stagePrefix + "/" + FOLDER + "/" + archive(target);
  }

  /** File name of the manifest beside archives. */
  String manifest() {
    return prefix + ".kpm";
  }

  /** Path of the manifest in an artifact. */
  String manifest(String stagePrefix) {
    return stagePrefix + "/" + FOLDER + "/" + manifest();
  }

  /**
   * A binary's search paths: in its own prefix first, then in each other one, as it lies while
   * prefixes are side by side.
   *
   * @param archivePrefixes the stage prefixes where archives with its code may lie
   */
  List<String> searchPaths(SourceItem binary, Collection<String> archivePrefixes) {
    String pattern = FOLDER + "/" + prefix + "_" + PLACEHOLDER + ".kpack";
    List<String> paths = new ArrayList<>();
    paths.add(binary.toPrefix(pattern));
    archivePrefixes.stream()
        .filter(other -> !other.equals(binary.prefix()))
        .sorted()
        .distinct()
        .forEach(other -> paths.add(binary.item().toRoot(other + "/" + pattern)));
    return paths;
  }
}
