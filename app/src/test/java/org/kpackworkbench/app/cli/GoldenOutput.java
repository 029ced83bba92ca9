package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Compares output with a file of {@code src/test/golden}. With {@code -Dgolden.update=true} the
 * file is written instead: check the changes before committing them.
 */
final class GoldenOutput {
  private static final Path FOLDER = Path.of("src", "test", "golden");

  private GoldenOutput() {}

  static void check(String name, String output) throws IOException {
    Path base = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    Path folder = Files.isDirectory(base.resolve("app")) ? base.resolve("app") : base;
    Path golden = folder.resolve(FOLDER).resolve(name);
    if (Boolean.getBoolean("golden.update")) {
      Files.createDirectories(golden.getParent());
      Files.writeString(golden, output);
    }
    assertThat(golden).exists();
    assertThat(output).as("%s, see GoldenOutput", golden).isEqualTo(Files.readString(golden));
  }
}
