package org.kpackworkbench.model.base.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;

/**
 * Items below a folder, hidden ones too but for {@link #JOURNAL_FOLDER}, in the order of their
 * paths. Links are not followed: their targets are below the folder anyway, or none of its files.
 */
public final class FolderWalk extends SimpleFileVisitor<Path> {
  /** The folder with what changes a tree that contains it; what is in it is no part of the tree. */
  public static final String JOURNAL_FOLDER = ".kpack-workbench-prune";

  private final Path root;
  private final List<Item> items = new ArrayList<>();
  private final List<Unreadable> unreadable = new ArrayList<>();

  private final Progress progress;

  private FolderWalk(Path root, Progress progress) {
    this.root = root;
    this.progress = progress;
  }

  /** A path that could not be read. */
  public record Unreadable(Path path, IOException failure) {
    /** Why, in a few words, without the path. */
    public String words() {
      return FolderWalk.words(failure);
    }
  }

  /** Why something could not be read, in a few words, without its path. */
  public static String words(IOException failure) {
    return switch (failure) {
      case AccessDeniedException denied -> "no permission; check who owns it and who may use it";
      case NoSuchFileException gone -> "it does not exist";
      case FileSystemException other when other.getReason() != null -> other.getReason();
      default -> String.valueOf(failure.getMessage());
    };
  }

  /** The kinds of items below a folder. */
  public enum Kind {
    /** A folder. */
    FOLDER,
    /** A regular file. */
    FILE,
    /** A link, device, pipe or socket. */
    OTHER
  }

  /**
   * Something below a folder.
   *
   * @param sizeBytes a file's size, else 0
   */
  public record Item(Path path, Kind kind, long sizeBytes) {}

  /**
   * Walks.
   *
   * @param progress checked for cancellation at each file; nothing is counted
   * @throws IOException if the folder itself cannot be read
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static FolderWalk of(Path folder, Progress progress) throws IOException {
    FolderWalk walk = new FolderWalk(folder, progress);
    Files.walkFileTree(folder, walk);
    walk.items.sort(Comparator.comparing(Item::path));
    return walk;
  }

  /** Returns the walk without folders and what is in them. */
  public FolderWalk without(Collection<Path> folders) {
    FolderWalk rest = new FolderWalk(root, progress);
    items.stream()
        .filter(item -> folders.stream().noneMatch(item.path()::startsWith))
        .forEach(rest.items::add);
    unreadable.stream()
        .filter(each -> folders.stream().noneMatch(each.path()::startsWith))
        .forEach(rest.unreadable::add);
    return rest;
  }

  /** Everything below the folder. */
  public List<Item> items() {
    return items;
  }

  /** The regular files. */
  public List<Path> files() {
    return items.stream().filter(item -> item.kind() == Kind.FILE).map(Item::path).toList();
  }

  /** Returns the items below the folder that could not be read. */
  public List<Unreadable> unreadable() {
    return unreadable;
  }

  @Override
  public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
    if (!folder.equals(root)) {
      if (String.valueOf(folder.getFileName()).equals(JOURNAL_FOLDER)) {
        return FileVisitResult.SKIP_SUBTREE;
      }
      items.add(new Item(folder, Kind.FOLDER, 0));
    }
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
    progress.step(0);
    boolean regular = attributes.isRegularFile();
    items.add(new Item(file, regular ? Kind.FILE : Kind.OTHER, regular ? attributes.size() : 0));
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException failure) {
    unreadable.add(new Unreadable(file, failure));
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) {
    if (failure != null) {
      unreadable.add(new Unreadable(folder, failure));
    }
    return FileVisitResult.CONTINUE;
  }
}
