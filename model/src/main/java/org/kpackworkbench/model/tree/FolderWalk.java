package org.kpackworkbench.model.tree;

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
public final class FolderWalk extends SimpleFileVisitor<Path> {
  private final List<Path> files = new ArrayList<>();
  private final List<Unreadable> unreadable = new ArrayList<>();

  /** A path that could not be looked at. */
  public record Unreadable(Path path, IOException failure) {}

  private FolderWalk() {}

  /**
   * Walks.
   *
   * @throws IOException where even the folder cannot be read
   */
  public static FolderWalk of(Path folder) throws IOException {
    FolderWalk walk = new FolderWalk();
    Files.walkFileTree(folder, walk);
    walk.files.sort(null);
    return walk;
  }

  /** The files, sorted. */
  public List<Path> files() {
    return files;
  }

  /** What could not be looked at; everything else was. */
  public List<Unreadable> unreadable() {
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
    unreadable.add(new Unreadable(file, failure));
    return FileVisitResult.CONTINUE;
  }
}
