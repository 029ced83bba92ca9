package org.kpackworkbench.views.format.folder;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.NaturalOrder;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.FileSummary.TargetBytes;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.model.format.registry.NamedFormat;

/**
 * Survey of all files of a folder. Bounded: stops after so many files. Immutable.
 *
 * @param files the files and links, and folders that could not be read, in the order of their paths
 * @param folders how many folders there are
 * @param sizeBytes the size of all files together
 * @param targets the device code in them, or in the packages that they are, by target, features
 *     aside
 * @param unread paths that could not be read
 * @param complete whether nothing was left out
 */
record FolderSurvey(
    List<FolderRow> files,
    int folders,
    long sizeBytes,
    List<TargetBytes> targets,
    List<Unread> unread,
    boolean complete) {
  static final int MOST_FILES = 200_000;

  /** A path below the folder that could not be read, and why. */
  record Unread(String path, String why) {}

  FolderSurvey {
    files = List.copyOf(files);
    targets = List.copyOf(targets);
    unread = List.copyOf(unread);
  }

  /** Goes through a tree; an interface, so that tests have folders that may not be read. */
  interface Walker {
    void walk(Path root, FileVisitor<Path> visitor) throws IOException;
  }

  /**
   * Examines every file below a folder, in the background; links are not followed.
   *
   * @param walker goes through the tree
   */
  static FolderSurvey of(Path root, FolderFile folder, Walker walker, Progress progress)
      throws IOException {
    Walk walk = new Walk(root, folder, progress);
    walker.walk(root, walk);
    Walk installed = walk;
    if (!folder.tree().equals(root)) {
      installed = new Walk(folder.tree(), folder, progress);
      walker.walk(folder.tree(), installed);
    }
    walk.files.sort((a, b) -> NaturalOrder.INSTANCE.compare(a.path(), b.path()));
    return new FolderSurvey(
        walk.files,
        walk.folders - 1,
        walk.sizeBytes,
        List.copyOf(installed.targets.values()),
        walk.unread,
        walk.complete);
  }

  /** How many files and links there are that could be read. */
  int fileCount() {
    return files.size() - unread.size();
  }

  /** How many files there are of each group, in the order in which people read them. */
  Map<FileSummary.Group, Integer> groups(Formats formats) {
    Map<FileSummary.Group, Integer> counts = new LinkedHashMap<>();
    formats.groups().forEach(group -> counts.put(group, 0));
    files.forEach(file -> counts.merge(file.summary().group(), 1, Integer::sum));
    counts.values().removeIf(count -> count == 0);
    return counts;
  }

  private static final class Walk extends SimpleFileVisitor<Path> {
    private final Path root;
    private final FolderFile folder;
    private final Progress progress;
    private final List<FolderRow> files = new ArrayList<>();
    private final Map<GpuTarget, TargetBytes> targets = new TreeMap<>();
    private final List<Unread> unread = new ArrayList<>();
    private int folders;
    private long sizeBytes;
    private boolean complete = true;

    Walk(Path root, FolderFile folder, Progress progress) {
      this.folder = folder;
      this.root = root;
      this.progress = progress;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      folders++;
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      progress.step(1);
      if (files.size() >= MOST_FILES) {
        complete = false;
        return FileVisitResult.TERMINATE;
      }
      String path = FolderRow.path(root, file);
      FileSummary summary = folder.summary(file, path, progress);
      long size = attributes.isRegularFile() ? attributes.size() : -1;
      files.add(new FolderRow(path, summary, size));
      sizeBytes += Math.max(0, size);
      for (TargetBytes share : summary.targets()) {
        GpuTarget bare = share.target().bare();
        targets.merge(
            bare, new TargetBytes(bare, share.codeObjects(), share.sizeBytes()), TargetBytes::plus);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
      unread(file, failure);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(
        Path folder, @org.jspecify.annotations.Nullable IOException failure) {
      if (failure != null) {
        unread(folder, failure);
      }
      return FileVisitResult.CONTINUE;
    }

    /**
     * Lists an unreadable path, too; otherwise nothing shows that something is missing below it.
     */
    private void unread(Path what, IOException failure) {
      String path = FolderRow.path(root, what);
      String why = FolderWalk.words(failure);
      unread.add(new Unread(path, why));
      files.add(
          new FolderRow(
              path, new FileSummary(NamedFormat.UNKNOWN, FileSummary.Group.UNREADABLE, why), -1));
    }
  }
}
