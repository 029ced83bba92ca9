package org.kpackworkbench.model.format.artifact;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.SystemText;

/**
 * The tree that files belong to.
 *
 * @param layout what kind it is
 * @param root its folder, absolute
 * @param name the artifact's name; null if it is none
 * @param prefixes the stage prefixes of its manifest; empty if it has none that can be read
 */
public record TreeHome(
    TreeLayout layout, Path root, @Nullable ArtifactName name, List<String> prefixes) {

  /** The tree of a folder with an artifact's manifest: an artifact, or what was overlaid. */
  public static TreeHome withManifest(Path root) {
    List<String> prefixes = prefixes(root);
    ArtifactName name = ArtifactName.parse(String.valueOf(root.getFileName())).orElse(null);
    boolean overlaid = name == null || prefixes.stream().anyMatch(each -> prebuilt(root, each));
    return overlaid
        ? new TreeHome(TreeLayout.OVERLAID, root, null, prefixes)
        : new TreeHome(TreeLayout.ARTIFACT, root, name, prefixes);
  }

  private static boolean prebuilt(Path root, String prefix) {
    return Files.exists(root.resolve(prefix + ArtifactFolder.PREBUILT), LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Returns the prefixes of a manifest; none if it cannot be read, which is for a rule to report.
   */
  private static List<String> prefixes(Path root) {
    try {
      return ArtifactManifest.in(root).prefixes();
    } catch (IOException unreadable) {
      return List.of();
    }
  }

  /** Whether it is the artifact for every GPU. */
  public boolean generic() {
    return layout == TreeLayout.ARTIFACT && name != null && name.generic();
  }

  /** Whether it lies in a package, whose counterparts for GPUs are chosen when it is installed. */
  public boolean inPackage() {
    return !root.getFileSystem().equals(FileSystems.getDefault());
  }

  /** Where a file is in it. */
  public TreePosition position(Path file) {
    String path = SystemText.escaped(root.relativize(file.toAbsolutePath().normalize()));
    for (String prefix : prefixes) {
      if (path.startsWith(prefix + "/")) {
        return new TreePosition(this, prefix, path.substring(prefix.length() + 1));
      }
    }
    return new TreePosition(this, "", path);
  }
}
