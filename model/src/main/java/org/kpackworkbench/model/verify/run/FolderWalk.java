package org.kpackworkbench.model.verify.run;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * The regular files below a folder, hidden ones too, in the order of their names. Links are not
 * followed: what they lead to is below the folder anyway, or none of its files.
 */
final class FolderWalk extends SimpleFileVisitor<Path> {
  private final List<Path> files = new ArrayList<>();
  private final List<VerifyReport.Unreadable> unreadable = new ArrayList<>();

  private FolderWalk() {}

  static FolderWalk of(Path folder) throws IOException {
    FolderWalk walk = new FolderWalk();
    Files.walkFileTree(folder, walk);
    walk.files.sort(null);
    return walk;
  }

  List<Path> files() {
    return files;
  }

  List<VerifyReport.Unreadable> unreadable() {
    return unreadable;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
    if (attributes.isRegularFile()) {
      files.add(file);
    }
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException failure) {
    unreadable.add(new VerifyReport.Unreadable(file, failure));
    return FileVisitResult.CONTINUE;
  }
}
