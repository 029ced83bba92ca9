package org.kpackworkbench.model.format.artifact;

import java.nio.file.Path;
import org.kpackworkbench.model.base.files.SystemText;

/**
 * Where a file is in its tree.
 *
 * @param home the tree
 * @param prefix the stage prefix; empty if it lies in none
 * @param path its path in the prefix, or in the tree where it lies in no prefix, with {@code /};
 *     names are {@link SystemText#escaped}
 */
public record TreePosition(TreeHome home, String prefix, String path) {

  /** Its path in the tree. */
  public String inTree() {
    return prefix.isEmpty() ? path : prefix + "/" + path;
  }

  /** The path of its folder in the prefix, ending with {@code /}; empty for the prefix itself. */
  public String folder() {
    return path.substring(0, path.lastIndexOf('/') + 1);
  }

  /** The folder of this path and prefix in another tree. */
  public Path folderIn(TreeHome other) {
    return SystemText.below(other.root().resolve(prefix), folder());
  }
}
