package org.kpackworkbench.model.base.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Two files that get each other's names. */
public final class ExchangedFiles {
  private ExchangedFiles() {}

  /**
   * Exchanges the names of two files. If that fails, both have their own names again, or the error
   * names the file that has not.
   */
  public static void exchange(Path one, Path two) throws IOException {
    Path aside =
        one.resolveSibling(
            WorkName.start(WorkName.shortened(String.valueOf(one.getFileName()))) + ".moved");
    Files.move(one, aside);
    try {
      Files.move(two, one);
      try {
        Files.move(aside, two);
      } catch (IOException failed) {
        back(one, two, failed);
        throw failed;
      }
    } catch (IOException failed) {
      back(aside, one, failed);
      throw failed;
    }
  }

  private static void back(Path now, Path before, IOException failed) {
    try {
      Files.move(now, before);
    } catch (IOException stays) {
      failed.addSuppressed(new IOException("%s is now %s".formatted(before, now), stays));
    }
  }
}
