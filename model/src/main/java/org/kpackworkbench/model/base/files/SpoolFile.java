package org.kpackworkbench.model.base.files;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file for what is too large for memory and soon forgotten: {@code
 * .NAME.kpack-workbench-PID-ID.spool}, which only its user may read. It goes away when it is
 * closed, and when the program is terminated by a signal. A process that is killed leaves it
 * behind; the next one that spools into the same folder removes it.
 */
public final class SpoolFile implements AutoCloseable {
  private static final String ENDING = ".spool";

  private final Path path;
  private final Thread atExit;

  private SpoolFile(Path path) {
    this.path = path;
    this.atExit = new Thread(this::delete, "spool");
  }

  /**
   * Makes an empty one.
   *
   * @param folder where; null for the system's folder for such files
   * @param name what it is for, part of its name
   */
  public static SpoolFile create(@Nullable Path folder, String name) throws IOException {
    Path parent = folder == null ? Path.of(System.getProperty("java.io.tmpdir", ".")) : folder;
    removeLeft(parent);
    Path path = parent.resolve(WorkName.start(WorkName.shortened(name)) + ENDING);
    Files.createFile(path, forItsUser(parent));
    SpoolFile file = new SpoolFile(path);
    Runtime.getRuntime().addShutdownHook(file.atExit);
    return file;
  }

  private static FileAttribute<?>[] forItsUser(Path folder) {
    return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  /** Removes what processes that are gone have left, as far as this user may. */
  private static void removeLeft(Path folder) throws IOException {
    for (Path left : WorkName.leftIn(folder, Set.of(ENDING))) {
      try {
        Files.deleteIfExists(left);
      } catch (FileSystemException ofAnother) {
        // All users share the folder; this file belongs to another one.
        continue;
      }
    }
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  private void delete() {
    path.toFile().delete();
  }

  /** Removes it. On some systems it may not be mapped any more by then. */
  @Override
  public void close() throws IOException {
    Files.deleteIfExists(path);
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException ending) {
      // The program is about to end, and the file is gone.
      return;
    }
  }
}
