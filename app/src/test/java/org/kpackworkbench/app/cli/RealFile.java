package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Debian's {@code librocrand.so.1}, where {@code .ci/fetch-real} has put it. */
final class RealFile {
  private RealFile() {}

  /** The library; skips the test where it is not there, or fails it where it is required. */
  static Path path() throws IOException {
    Path folder = Path.of(System.getProperty("kpack.real.dir", "../target/real"));
    Optional<Path> found = find(folder);
    if (found.isPresent()) {
      return found.get();
    }
    String message = "librocrand1 is not below " + folder + "; .ci/fetch-real fetches it";
    return Boolean.getBoolean("kpack.real.required") ? fail(message) : abort(message);
  }

  private static Optional<Path> find(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.getFileName().toString().startsWith("librocrand.so.1."))
          .findFirst();
    }
  }
}
