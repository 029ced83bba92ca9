package org.kpackworkbench.model.base.files;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Paths that identify files. */
public final class RealPaths {
  private RealPaths() {}

  /** With links followed as far as the path exists. */
  public static Path of(Path path) throws IOException {
    return real(path.toAbsolutePath().normalize());
  }

  /**
   * Makes sure that a folder in which things may be replaced is called by its own name: replacing
   * follows no links.
   *
   * @throws FileSystemException if it is a link to something that is there
   */
  public static void refuseLink(Path folder) throws IOException {
    if (Files.isSymbolicLink(folder) && Files.exists(folder)) {
      throw new FileSystemException(
          folder.toString(),
          null,
          "it is a link to %s, and links are not replaced; name the target of the link"
              .formatted(Files.readSymbolicLink(folder)));
    }
  }

  private static Path real(Path path) throws IOException {
    if (Files.exists(path)) {
      return path.toRealPath();
    }
    @Nullable Path parent = path.getParent();
    @Nullable Path name = path.getFileName();
    return parent == null || name == null ? path : real(parent).resolve(name.toString());
  }
}
