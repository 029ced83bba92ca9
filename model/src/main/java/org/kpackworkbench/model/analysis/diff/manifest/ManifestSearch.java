package org.kpackworkbench.model.analysis.diff.manifest;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Order;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpm.ManifestFile;

/** Finds the manifests of a folder, such as those of the builds of a fortnight. */
public final class ManifestSearch {
  private ManifestSearch() {}

  /**
   * The manifests in a folder and in all folders below it; links are not followed, and what cannot
   * be read is left out.
   *
   * @return the manifests of each component, in the order of their names, by the component's name
   * @throws java.util.concurrent.CancellationException when cancelled
   * @throws IOException if the folder itself cannot be listed
   */
  public static Map<String, List<Path>> in(Path folder, Progress progress) throws IOException {
    Map<String, List<Path>> found = new TreeMap<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            progress.step(0);
            if (attributes.isRegularFile() && file.toString().endsWith(".kpm")) {
              add(found, file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (file.equals(folder)) {
              throw failure;
            }
            return FileVisitResult.CONTINUE;
          }
        });
    found.values().forEach(files -> files.sort(Order.NAME.comparator(Path::toString, file -> 0)));
    return found;
  }

  private static void add(Map<String, List<Path>> found, Path file) {
    try {
      String component = ManifestFile.open(file).manifest().component();
      found.computeIfAbsent(component, none -> new ArrayList<>()).add(file);
    } catch (IOException unreadable) {
      // Opening it says why; the others are still compared.
    }
  }
}
