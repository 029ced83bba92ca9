package org.kpackworkbench.model.base.files;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.StagedTree.NameSwap;

/**
 * Gives several folders or files that were made elsewhere on the same disk their places, all of
 * them or none.
 *
 * <p>What has that name is set aside first, and comes back when one of them cannot have its place.
 * A process that is killed during this, which takes no longer than some renaming, leaves whole ones
 * in all places; where two cannot change names in one step, one that was just set aside is put back
 * by the next.
 */
public final class PlacedFolders {
  private PlacedFolders() {}

  /**
   * One that has its place.
   *
   * @param aside where what was there before is now; null if nothing was
   */
  private record Moved(Path target, Path from, @Nullable Path aside) {}

  /**
   * Places.
   *
   * @param from the folder that they are in
   * @param names their names, there and in their places
   * @param to the folder that they go to
   * @param replace whether existing contents may be replaced, folders by folders and files by files
   * @throws java.nio.file.FileAlreadyExistsException if something is there and may not be replaced;
   *     nothing was changed
   */
  public static void place(Path from, List<String> names, Path to, boolean replace)
      throws IOException {
    for (String name : names) {
      StagedTree.recover(to.resolve(name));
      checkFree(from.resolve(name), to.resolve(name), replace);
    }
    List<Moved> moved = new ArrayList<>();
    try {
      for (String name : names) {
        Path aside = move(from.resolve(name), to.resolve(name));
        moved.add(new Moved(to.resolve(name), from.resolve(name), aside));
      }
    } catch (IOException | RuntimeException failure) {
      undo(moved, failure);
      throw failure;
    }
    for (Moved one : moved) {
      if (one.aside() != null) {
        TreeDeletion.delete(one.aside());
      }
    }
  }

  private static void checkFree(Path from, Path target, boolean replace) throws IOException {
    if (Files.isDirectory(from, LinkOption.NOFOLLOW_LINKS)) {
      StagedTree.checkFree(target, replace);
    } else if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      if (Files.isDirectory(target)) {
        throw new FileSystemException(target.toString(), null, "it already exists, as a folder");
      }
      if (!replace) {
        throw new java.nio.file.FileAlreadyExistsException(target.toString());
      }
    }
  }

  /**
   * Gives one its place.
   *
   * @return where what was there before is now; null if nothing was
   */
  static @Nullable Path move(Path from, Path target) throws IOException {
    if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      Files.move(from, target, StandardCopyOption.ATOMIC_MOVE);
      return null;
    }
    if (NameSwap.swap(from, target)) {
      return from;
    }
    Path aside =
        target.resolveSibling(
            WorkName.start(String.valueOf(target.getFileName())) + StagedTree.OLD);
    Files.move(target, aside, StandardCopyOption.ATOMIC_MOVE);
    try {
      Files.move(from, target, StandardCopyOption.ATOMIC_MOVE);
      return aside;
    } catch (IOException | RuntimeException failure) {
      Files.move(aside, target, StandardCopyOption.ATOMIC_MOVE);
      throw failure;
    }
  }

  private static void undo(List<Moved> moved, Exception failure) {
    for (Moved one : moved.reversed()) {
      try {
        if (one.from().equals(one.aside())) {
          if (!NameSwap.swap(one.from(), one.target())) {
            throw new IOException(one.from() + " holds what " + one.target() + " was");
          }
          continue;
        }
        Files.move(one.target(), one.from(), StandardCopyOption.ATOMIC_MOVE);
        if (one.aside() != null) {
          Files.move(one.aside(), one.target(), StandardCopyOption.ATOMIC_MOVE);
        }
      } catch (IOException more) {
        failure.addSuppressed(more);
      }
    }
  }
}
