package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The sources that a test runs in, with what they say to people. */
final class Checkout {
  private Checkout() {}

  static Path root() {
    Path start = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    for (Path at = start; at != null; at = at.getParent()) {
      if (Files.isDirectory(at.resolve("app/sample"))) {
        return at;
      }
    }
    throw new IllegalStateException("no checkout above " + start);
  }

  static List<Path> guides() throws IOException {
    try (Stream<Path> files = Files.list(root().resolve("app/guides"))) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }

  /** README.md, and all guides. */
  static List<Path> pages() throws IOException {
    return Stream.concat(Stream.of(root().resolve("README.md")), guides().stream()).toList();
  }

  /** Copies files and folders as they are. */
  static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }
}
