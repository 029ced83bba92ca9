package org.kpackworkbench.installers.packages;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.installers.Trees;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.packages.DebWriter;
import org.kpackworkbench.model.operation.tar.TarPack.TarOptions;
import org.kpackworkbench.model.operation.tar.TarPacking;

/** A package for Debian, Ubuntu and their like. Needs no tool of these systems, and no rights. */
public final class Deb {
  // Higher levels take three times as long for a tenth less.
  private static final TarOptions OPTIONS = new TarOptions(2, 1, true);

  private Deb() {}

  /** Makes the package, and returns it. */
  public static Path make(Release release, Path work) throws IOException {
    Path root = work.resolve("deb");
    SystemTree.make(release, root);
    Path scratch = Trees.fresh(work.resolve("deb-parts"));
    String machine = System.getProperty("os.arch").replace("aarch64", "arm64");
    List<TreeItem> items = TreeItem.below(root, Progress.NONE);
    Path file =
        release
            .target()
            .resolve(
                "%s_%s_%s.deb"
                    .formatted(release.edition().packageName(), release.systemVersion(), machine));
    try (OutputStream out = Files.newOutputStream(file)) {
      new DebWriter(FileTime.from(release.time()), TarPacking.XZ, OPTIONS, scratch)
          .write(Map.of("control", control(release, machine, items)), items, out, Progress.NONE);
    }
    Trees.delete(root);
    Trees.delete(scratch);
    return file;
  }

  private static String control(Release release, String machine, List<TreeItem> items) {
    String description = " " + release.description().replace("\n", "\n ");
    String other = release.edition().other().packageName();
    boolean window = release.edition().hasWindow();
    return """
        Package: %s
        Version: %s
        Architecture: %s
        Maintainer: Kpack Workbench <kpack-workbench@localhost>
        Installed-Size: %d
        Depends: %s
        %s: llvm
        Conflicts: %s
        Replaces: %s
        Section: devel
        Priority: optional
        Description: %s
        %s
        """
        .formatted(
            release.edition().packageName(),
            release.systemVersion(),
            machine,
            DebWriter.installedKibibytes(items),
            Libraries.debian(release.edition()),
            window ? "Recommends: fonts-dejavu-core\nSuggests" : "Suggests",
            other,
            window ? other + "\nProvides: " + other : other,
            release.edition().summary(),
            description);
  }
}
