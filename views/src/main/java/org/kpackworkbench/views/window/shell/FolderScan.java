package org.kpackworkbench.views.window.shell;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Predicate;
import org.kpackworkbench.model.base.job.Progress;

/**
 * Finds the files worth opening in a folder. Bounded: it stops after so many files and folders.
 *
 * @param files what was found, in the order of their names
 * @param complete whether nothing was left out
 */
record FolderScan(List<Path> files, boolean complete) {
  static final int MOST_FILES = 40;
  static final int MOST_LOOKED_AT = 20_000;
  static final int DEEPEST = 12;

  /** Of a folder whose files are not to be opened one by one. */
  static final FolderScan TOO_MUCH = new FolderScan(List.of(), false);

  /**
   * Looks through a folder; what cannot be read is passed over.
   *
   * @param worth whether a file is of a kind that can be shown; may read it
   */
  static FolderScan of(Path folder, Predicate<Path> worth, Progress progress) throws IOException {
    List<Path> found = new ArrayList<>();
    boolean[] complete = {true};
    Files.walkFileTree(
        folder,
        EnumSet.noneOf(java.nio.file.FileVisitOption.class),
        DEEPEST,
        new SimpleFileVisitor<>() {
          private int lookedAt;

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            progress.step(1);
            lookedAt++;
            if (attributes.isRegularFile() && worth.test(file)) {
              found.add(file);
            }
            if (found.size() > MOST_FILES || lookedAt > MOST_LOOKED_AT) {
              complete[0] = false;
              return FileVisitResult.TERMINATE;
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure) {
            return FileVisitResult.CONTINUE;
          }
        });
    found.sort(null);
    return new FolderScan(
        List.copyOf(found.subList(0, Math.min(found.size(), MOST_FILES))), complete[0]);
  }
}
