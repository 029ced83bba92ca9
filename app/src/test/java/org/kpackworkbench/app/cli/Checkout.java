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

  /** The guides, each of which leads through a task. */
  static List<Path> guides() throws IOException {
    return markdown("app/guides");
  }

  /** The pages of reference, each of which tells all about a subject. */
  static List<Path> reference() throws IOException {
    return markdown("app/guides/reference");
  }

  private static List<Path> markdown(String folder) throws IOException {
    try (Stream<Path> files = Files.list(root().resolve(folder))) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }

  /** The page with a picture of every view. */
  static Path gallery() {
    return root().resolve("app/guides/reference/views.md");
  }

  /** README.md, all guides, and all pages of reference. */
  static List<Path> pages() throws IOException {
    return Stream.of(List.of(root().resolve("README.md")), guides(), reference())
        .flatMap(List::stream)
        .toList();
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
