package org.kpackworkbench.model.format.artifact;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tree that files belong to.
 *
 * @param layout what kind it is
 * @param root its folder, absolute
 * @param name the artifact's name; null where it is none
 * @param prefixes the stage prefixes of its manifest; empty where it has none that can be read
 */
public record TreeHome(
    TreeLayout layout, Path root, @Nullable ArtifactName name, List<String> prefixes) {

  /** Whether it is the artifact for every GPU. */
  public boolean generic() {
    return layout == TreeLayout.ARTIFACT && name != null && name.generic();
  }

  /** Where a file is in it. */
  public TreePosition position(Path file) {
    String path = slashes(root.relativize(file.toAbsolutePath().normalize()));
    for (String prefix : prefixes) {
      if (path.startsWith(prefix + "/")) {
        return new TreePosition(this, prefix, path.substring(prefix.length() + 1));
      }
    }
    return new TreePosition(this, "", path);
  }

  private static String slashes(Path relative) {
    return relative.toString().replace(relative.getFileSystem().getSeparator(), "/");
  }
}
