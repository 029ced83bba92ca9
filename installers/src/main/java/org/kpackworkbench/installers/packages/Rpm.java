package org.kpackworkbench.installers.packages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.kpackworkbench.installers.Resources;
import org.kpackworkbench.installers.Tool;
import org.kpackworkbench.installers.Trees;

/** A package for Fedora, openSUSE and their like. Needs {@code rpmbuild}, and no rights. */
public final class Rpm {
  private Rpm() {}

  /** Makes the package, and returns it. */
  public static Path make(Release release, Path work) throws IOException, InterruptedException {
    Path top = Trees.fresh(work.resolve("rpm").toAbsolutePath());
    Path root = top.resolve("tree");
    SystemTree.make(release, root);
    String spec =
        Resources.text("packages/kpack-workbench.spec")
            .replace("@VERSION@", release.systemVersion())
            .replace("@SUMMARY@", release.edition().summary())
            .replace("@DESCRIPTION@", release.description())
            .replace("@REQUIRES@", Libraries.rpm())
            .replace("@TREE@", root.toString())
            .replace("@FILES@", files(root));
    Path file = Trees.write(top.resolve("kpack-workbench.spec"), spec);
    Tool.ofSystem(
        List.of(
            "rpmbuild",
            "-bb",
            "--define",
            "_topdir " + top,
            "--define",
            // Where the package is made says nothing about it.
            "_buildhost localhost",
            file.toString()),
        Map.of("SOURCE_DATE_EPOCH", Long.toString(release.time().getEpochSecond())));
    Path made;
    try (Stream<Path> found = Files.walk(top.resolve("RPMS"))) {
      made = found.filter(each -> each.toString().endsWith(".rpm")).findFirst().orElseThrow();
    }
    Path result = release.target().resolve(made.getFileName().toString());
    Files.move(made, result, StandardCopyOption.REPLACE_EXISTING);
    Trees.delete(top);
    return result;
  }

  /** Every file, and those folders that are the package's own. */
  private static String files(Path root) throws IOException {
    StringBuilder lines = new StringBuilder();
    Path own = root.resolve("usr/lib").resolve(Release.NAME);
    Path shared = root.resolve("usr/share").resolve(Release.NAME);
    Path documents = root.resolve("usr/share/doc").resolve(Release.NAME);
    for (Path file : Trees.all(root)) {
      String path = "/" + root.relativize(file);
      if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
        lines.append('"').append(path).append("\"\n");
      } else if (Stream.of(own, shared, documents).anyMatch(file::startsWith)) {
        lines.append("%dir \"").append(path).append("\"\n");
      }
    }
    return lines.toString();
  }
}
