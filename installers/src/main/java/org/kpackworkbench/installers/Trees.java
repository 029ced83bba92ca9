package org.kpackworkbench.installers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Trees of files that packages are made of. */
public final class Trees {
  private Trees() {}

  /** Empties a folder, or makes it. */
  public static Path fresh(Path folder) throws IOException {
    delete(folder);
    return Files.createDirectories(folder);
  }

  /** Deletes a file or a whole folder, if it is there; links are not followed. */
  public static void delete(Path root) throws IOException {
    if (Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
      for (Path file : all(root).reversed()) {
        Files.delete(file);
      }
    }
  }

  /**
   * A folder and everything in it, parents before what they hold, in an order that is always the
   * same.
   */
  public static List<Path> all(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.sorted(Comparator.comparing(Path::toString)).toList();
    }
  }

  /** Copies a folder to a place where nothing is, links as links. */
  public static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.toAbsolutePath().getParent());
    for (Path file : all(from)) {
      Files.copy(
          file,
          to.resolve(from.relativize(file).toString()),
          java.nio.file.StandardCopyOption.COPY_ATTRIBUTES,
          LinkOption.NOFOLLOW_LINKS);
    }
  }

  /** Writes a file as UTF-8, with the folders above it. */
  public static Path write(Path file, String content) throws IOException {
    return write(file, content.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes a file with the folders above it. */
  public static Path write(Path file, byte[] content) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    return Files.write(file, content);
  }

  /**
   * Gives everything the modes that packages want, whatever the builder's umask is, and one time,
   * so that two builds make the same package.
   */
  public static void settle(Path root, Instant time) throws IOException {
    for (Path file : all(root).reversed()) {
      if (!Files.isSymbolicLink(file)
          && Files.getFileStore(file).supportsFileAttributeView("posix")) {
        boolean open = Files.isDirectory(file) || Files.isExecutable(file);
        Files.setPosixFilePermissions(
            file, PosixFilePermissions.fromString(open ? "rwxr-xr-x" : "rw-r--r--"));
      }
      FileTime same = FileTime.from(time);
      Files.getFileAttributeView(file, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
          .setTimes(same, null, null);
    }
  }
}
