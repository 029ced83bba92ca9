package org.kpackworkbench.model.base.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.kpackworkbench.model.base.job.Progress;

/** Compares files byte by byte. */
public final class SameFiles {
  private static final int WINDOW_BYTES = 64 * 1024;

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
    ByteBuffer ones = ByteBuffer.allocate(WINDOW_BYTES);
    ByteBuffer others = ByteBuffer.allocate(WINDOW_BYTES);
    try (FileChannel first = FileChannel.open(one);
        FileChannel second = FileChannel.open(other)) {
      do {
        progress.step(0);
        fill(first, ones);
        fill(second, others);
        if (!ones.equals(others)) {
          return false;
        }
      } while (ones.hasRemaining());
      return true;
    }
  }

  private static void fill(FileChannel channel, ByteBuffer buffer) throws IOException {
    buffer.clear();
    while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
      // Channels may return fewer bytes than requested.
    }
    buffer.flip();
  }
}
