package org.kpackworkbench.architecture;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirDeletionStrategy;

/**
 * Deletes large files of a test's folder at once, and the rest when the JVM ends. Where ext4 keeps
 * no journal it does not use the inode of a deleted file for minutes, and checks all of those for
 * each new file: a third of what tests do, once some ten thousand files are deleted.
 *
 * <p>The root {@code pom.xml} names it to JUnit. What it cannot delete stays for the next build,
 * which empties the folders of all tests.
 */
public final class LateDeletion implements TempDirDeletionStrategy {
  /** Files of at least this size, in bytes, are deleted at once. */
  public static final long LARGE_BYTES = 256 << 10;

  /** JUnit makes one for each folder. */
  public LateDeletion() {}

  @Override
  public DeletionResult delete(
      Path folder, AnnotatedElementContext element, ExtensionContext extension) throws IOException {
    deleteLarge(folder);
    AtEnd.FOLDERS.add(folder);
    return DeletionResult.builder(folder).build();
  }

  private static final class AtEnd {
    private static final Queue<Path> FOLDERS = new ConcurrentLinkedQueue<>();

    static {
      Runtime.getRuntime()
          .addShutdownHook(new Thread(() -> FOLDERS.forEach(LateDeletion::deleteAll)));
    }
  }

  /** Deletes what takes space, below a folder that stays. */
  public static void deleteLarge(Path folder) {
    walk(folder, new Deletion(LARGE_BYTES));
  }

  /** Deletes a folder and all in it, as far as it can. */
  public static void deleteAll(Path folder) {
    walk(folder, new Deletion(0));
  }

  private static void walk(Path folder, Deletion deletion) {
    try {
      Files.walkFileTree(folder, deletion);
    } catch (IOException unreadable) {
      // It stays.
      return;
    }
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    private final long leastBytes;

    Deletion(long leastBytes) {
      this.leastBytes = leastBytes;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      // Some tests forbid to read or change one.
      File file = folder.toFile();
      if (!file.canWrite() || !file.canExecute() || !file.canRead()) {
        boolean all = file.setReadable(true) & file.setWritable(true) & file.setExecutable(true);
        return all ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (leastBytes == 0 || (attributes.isRegularFile() && attributes.size() >= leastBytes)) {
        deleted(file);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) {
      if (leastBytes == 0) {
        deleted(folder);
      }
      return FileVisitResult.CONTINUE;
    }

    private static void deleted(Path path) {
      try {
        Files.deleteIfExists(path);
      } catch (IOException stays) {
        return;
      }
    }
  }
}
