package org.kpackworkbench.installers.packages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.installers.Trees;

/**
 * The files of a package where they lie on a system: the image below {@code /usr/lib}, the rest
 * where it belongs.
 */
final class SystemTree {
  private SystemTree() {}

  /** Makes the tree in a folder, which is emptied first. */
  static void make(Release release, Path root) throws IOException {
    Trees.fresh(root);
    Path home = root.resolve("usr/lib").resolve(Release.NAME);
    for (String part : List.of("bin", "runtime", "cache")) {
      Trees.copy(release.image().resolve(part), home.resolve(part));
    }
    Trees.copy(release.image().resolve("share"), root.resolve("usr/share"));
    Path command = Files.createDirectories(root.resolve("usr/bin")).resolve(Release.NAME);
    Files.createSymbolicLink(command, Path.of("../lib", Release.NAME, "bin", Release.NAME));
    Trees.settle(root, release.time());
  }
}
