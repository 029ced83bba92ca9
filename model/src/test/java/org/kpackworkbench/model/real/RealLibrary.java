package org.kpackworkbench.model.real;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Debian's {@code librocrand.so.1}, a fat library for seven targets, where {@code .ci/fetch-real}
 * has put it.
 */
public final class RealLibrary {
  private static final String WANTED = "librocrand.so.1.";

  private RealLibrary() {}

  /**
   * Returns the library; when it has not been fetched, skips the calling test, or fails it if the
   * library is required ({@code kpack.real.required}, as on the build server).
   */
  public static Path path() throws IOException {
    Path folder = Path.of(System.getProperty("kpack.real.dir", "../target/real"));
    Optional<Path> found = find(folder);
    if (found.isPresent()) {
      return found.get();
    }
    String message = "librocrand1 is not below " + folder + "; .ci/fetch-real fetches it";
    if (Boolean.getBoolean("kpack.real.required")) {
      return fail(message);
    }
    // The test runner keeps the reason for its report; it should also be visible in the build,
    // too.
    System.err.println("Skipped: " + message);
    return abort(message);
  }

  private static Optional<Path> find(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.getFileName().toString().startsWith(WANTED))
          .findFirst();
    }
  }
}
