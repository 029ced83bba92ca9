package org.kpackworkbench.model.base.files;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FileModes;

/** Deletes a tree; links are not followed. */
public final class TreeDeletion {
  private TreeDeletion() {}

  /** Deletes; nothing if nothing is. */
  public static void delete(Path tree) throws IOException {
    if (!Files.exists(tree, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (Files.isSymbolicLink(tree)) {
      Files.delete(tree);
      return;
    }
    boolean posix = FileModes.arePosix(tree);
    Files.walkFileTree(
        tree,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            if (posix) {
              // Of a folder that cannot be written nothing can be deleted.
              Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
            }
            return FileVisitResult.CONTINUE;
          }

          /** The walk opens a folder before it shows it, and needs permission for that. */
          @Override
          public FileVisitResult visitFileFailed(Path folder, IOException failure)
              throws IOException {
            if (!posix || !Files.isDirectory(folder) || Files.isReadable(folder)) {
              throw failure;
            }
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
            if (!Files.isReadable(folder)) {
              throw failure;
            }
            delete(folder);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
