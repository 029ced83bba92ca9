package org.kpackworkbench.model.base.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What runs of this program that were killed left in a folder: files and folders at work, whatever
 * they were to become. Those of processes that are alive are never touched.
 */
public final class Leftovers {
  private static final Set<String> ENDINGS =
      Set.of(".part", ".part.old", ".work", ".spool", StagedTree.OLD);

  private Leftovers() {}

  /**
   * Removes them. A tree that was put aside to be replaced gets its name back where nothing has it.
   *
   * @param folder the folder; nothing happens where it is none, or may not be read
   */
  public static void removeIn(Path folder) throws IOException {
    if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      return;
    }
    for (Path each : left(folder)) {
      try {
        remove(each);
      } catch (FileSystemException ofAnother) {
        // In folders that are everybody's each removes their own; verification names the rest.
        continue;
      }
    }
  }

  private static List<Path> left(Path folder) throws IOException {
    List<Path> left = new ArrayList<>();
    try (DirectoryStream<Path> children = Files.newDirectoryStream(folder, ".*")) {
      for (Path child : children) {
        boolean gone =
            WorkName.of(child)
                .filter(name -> ENDINGS.contains(name.ending()) && name.left())
                .isPresent();
        if (gone) {
          left.add(child);
        }
      }
    } catch (AccessDeniedException closed) {
      // What cannot be seen cannot be removed; who writes there is told by the writing.
      return List.of();
    } catch (DirectoryIteratorException failure) {
      throw failure.getCause();
    }
    return left;
  }

  private static void remove(Path left) throws IOException {
    WorkName name = WorkName.of(left).orElseThrow();
    Path target = left.resolveSibling(name.of());
    if (name.ending().equals(StagedTree.OLD) && !Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      Files.move(left, target, StandardCopyOption.ATOMIC_MOVE);
    } else if (!Files.isDirectory(left, LinkOption.NOFOLLOW_LINKS) || Files.isWritable(left)) {
      TreeDeletion.delete(left);
    }
  }
}
