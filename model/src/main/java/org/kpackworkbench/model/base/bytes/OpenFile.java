package org.kpackworkbench.model.base.bytes;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/**
 * A file that is open for reading, in pages.
 *
 * <p>Safe for use by many threads. Reads that run while it is closed, or later, get {@code CLOSED};
 * nothing crashes.
 */
public final class OpenFile implements Closeable {
  private final Path path;
  private final FileChannel channel;
  private final ByteView view;

  private OpenFile(Path path, FileChannel channel, ByteView view) {
    this.path = path;
    this.channel = channel;
    this.view = view;
  }

  /**
   * Opens a regular file.
   *
   * @throws NoSuchFileException if there is none
   * @throws FormatException if it is a directory or another thing that has no bytes of its own
   * @throws IOException if it cannot be read
   */
  public static OpenFile open(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      throw FormatException.in(path.toString(), "file", "", Reason.UNSUPPORTED)
          .mismatch("a file", "a folder");
    }
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      // Opening a named pipe or a device could wait for ever.
      throw FormatException.in(path.toString(), "file", "", Reason.UNSUPPORTED)
          .mismatch("a regular file", "a device, pipe or socket");
    }
    return Closing.ifFails(
        FileChannel.open(path, StandardOpenOption.READ),
        channel -> new OpenFile(path, channel, new FileView(path.toString(), channel)));
  }

  /** Where the file lies, as it was opened. */
  public Path path() {
    return path;
  }

  /** All bytes of the file, as many as it had when it was opened. */
  public ByteView view() {
    return view;
  }

  /** Closes the file. Does nothing the second time. */
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
