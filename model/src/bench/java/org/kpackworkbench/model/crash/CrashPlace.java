package org.kpackworkbench.model.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where an operation writes.
 *
 * @param folder the folder of one operation
 */
record CrashPlace(Path folder) {
  /** What is written lies here. */
  Path out() {
    return folder.resolve("out");
  }

  Path archive() {
    return out().resolve("edited.kpack");
  }

  Path journals() {
    return folder.resolve("journals");
  }

  /** For what libraries unpack. */
  Path temporary() {
    return folder.resolve("tmp");
  }

  private Path kept() {
    return folder.resolve("before");
  }

  /** Records the current files for {@link #reset}. */
  void keep() throws IOException {
    copy(out(), kept());
  }

  /** Makes all as it was when it was kept. */
  void reset() throws IOException {
    for (Path each : List.of(out(), journals(), temporary())) {
      delete(each);
      Files.createDirectories(each);
    }
    copy(kept(), out());
  }

  void make() throws IOException {
    for (Path each : List.of(out(), kept(), journals(), temporary())) {
      Files.createDirectories(each);
    }
  }

  static void delete(Path tree) throws IOException {
    if (!Files.exists(tree)) {
      return;
    }
    try (Stream<Path> all = Files.walk(tree)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.sorted().toList()) {
        Path target = to.resolve(from.relativize(each));
        if (Files.isDirectory(each) && !Files.isSymbolicLink(each)) {
          Files.createDirectories(target);
        } else {
          Files.copy(
              each,
              target,
              java.nio.file.LinkOption.NOFOLLOW_LINKS,
              java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
  }
}
