package org.kpackworkbench.model.base.unpack;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.files.DiskRoom;
import org.kpackworkbench.model.base.files.FileCopy;
import org.kpackworkbench.model.base.files.MappedSpool;
import org.kpackworkbench.model.base.job.Progress;

/**
 * Unpacked bytes for as long as they are read: in memory where they are few, in a file beyond that.
 * The bytes must not be read after closing.
 *
 * @param bytes all of it
 * @param file the file, which ends with it; null where it is in memory, or not unpacked
 */
public record SpooledBytes(ByteView bytes, @Nullable Closeable file) implements AutoCloseable {
  /**
   * Largest size that is kept in memory. The collector may let larger arrays pile up to a part of
   * the machine's memory, and only then give them back.
   */
  public static final int IN_MEMORY_BYTES = 4 << 20;

  /**
   * Reads a stream to its end; it stays open.
   *
   * @param name what the bytes are called in errors
   * @param what what they are, part of the file's name
   * @param progress is asked whether to stop
   * @throws DiskRoom.TooMuchException if the disk has no room for them
   */
  public static SpooledBytes of(InputStream in, String name, String what, Progress progress)
      throws IOException {
    byte[] start = in.readNBytes(IN_MEMORY_BYTES);
    if (start.length < IN_MEMORY_BYTES) {
      return new SpooledBytes(ByteView.of(name, start), null);
    }
    MappedSpool spool =
        MappedSpool.of(
            null,
            what,
            start.length,
            out -> {
              out.write(start);
              FileCopy.bytes(in, out, progress.cancelOnly());
            });
    return new SpooledBytes(spool.view().named(name), spool);
  }

  @Override
  public void close() {
    if (file != null) {
      try {
        file.close();
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }
}
