package org.kpackworkbench.model.base.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.kpackworkbench.model.base.bytes.SameStreams;
import org.kpackworkbench.model.base.job.Progress;

/** Compares files byte by byte. */
public final class SameFiles {
  private SameFiles() {}

  /**
   * Whether two files hold the same bytes.
   *
   * @param progress checked for cancellation
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static boolean test(Path one, Path other, Progress progress) throws IOException {
    if (Files.size(one) != Files.size(other)) {
      return false;
    }
    try (InputStream first = Files.newInputStream(one);
        InputStream second = Files.newInputStream(other)) {
      return SameStreams.test(first, second, progress);
    }
  }
}
