package org.kpackworkbench.model.analysis.resolve;

import java.nio.file.Path;

/**
 * Where a loader's paths lead: a process in a container, or one that changed its root, sees other
 * files than this program. Immutable.
 *
 * @param root its root folder, as seen from here, absolute
 * @param workingFolder its working folder, as seen from here, absolute; relative paths of variables
 *     count from it
 */
public record LoaderFiles(Path root, Path workingFolder) {
  /** Those of this program. */
  public static LoaderFiles own() {
    Path here = Path.of("").toAbsolutePath();
    Path root = here.getRoot();
    return new LoaderFiles(root == null ? here : root, here);
  }

  /**
   * A path of a process as seen from here.
   *
   * @param root the process's root folder
   * @param path its path, absolute
   */
  public static Path below(Path root, Path path) {
    Path top = path.getRoot();
    return top == null || root.equals(top) ? path : root.resolve(top.relativize(path));
  }
}
