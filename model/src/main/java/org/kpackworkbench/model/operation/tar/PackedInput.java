package org.kpackworkbench.model.operation.tar;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;

/** The packed file: counts what is read, and remembers whether reading it failed. */
final class PackedInput extends InputStream {
  private final InputStream file;
  private final Progress progress;
  private long bytes;
  private @Nullable IOException failure;

  PackedInput(InputStream file, Progress progress) {
    this.file = file;
    this.progress = progress;
  }

  /** How much was read so far. */
  long bytes() {
    return bytes;
  }

  /** What kept the file from being read; null where nothing did. */
  @Nullable IOException failure() {
    return failure;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    try {
      int count = file.read(buffer, offset, length);
      if (count > 0) {
        bytes += count;
        progress.step(count);
      }
      return count;
    } catch (IOException broken) {
      failure = broken;
      throw broken;
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
