package org.kpackworkbench.model.base.bytes;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Mounted file systems. */
public final class Mounts {
  private Mounts() {}

  /**
   * Finds the file system that a file is in; empty where the system's list of mounts does not have
   * it, as in a changed root (chroot) of a package build.
   *
   * @throws IOException if the file cannot be examined
   */
  public static Optional<FileStore> of(Path file) throws IOException {
    try {
      return Optional.of(Files.getFileStore(file));
    } catch (FileSystemException unknown) {
      throw unknown;
    } catch (IOException unlisted) {
      // Java has no type of its own for this, and only reads attributes and the list.
      return Optional.empty();
    }
  }
}
