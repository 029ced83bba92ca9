package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.files.DiskRoom;
import org.kpackworkbench.model.base.files.DiskRoom.TooMuchException;
import org.kpackworkbench.model.base.files.ScratchFolder;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.operation.describe.Option.InputLimits;

/**
 * Files in the system's folder for temporary files that represent what has no name: standard input,
 * a pipe, standard output. They go away when this is closed and when the process is requested to
 * end; what a killed process leaves, the next one removes.
 */
final class Spool implements AutoCloseable {
  private static final int WINDOW_BYTES = 256 * 1024;

  private final ScratchFolder scratch;
  private final Thread hook;

  private Spool(ScratchFolder scratch) {
    this.scratch = scratch;
    this.hook = new Thread(this::delete, "spool");
  }

  /** An empty one. */
  static Spool open() throws IOException {
    Path parent = Path.of(System.getProperty("java.io.tmpdir", "."));
    Spool spool = new Spool(ScratchFolder.in(parent, "standard"));
    Runtime.getRuntime().addShutdownHook(spool.hook);
    return spool;
  }

  /** A place for a file. */
  Path place(String name) {
    return scratch.folder().resolve(name);
  }

  /**
   * Takes all that comes from a stream into a file.
   *
   * @param shown what messages call the stream
   * @throws TooMuchException if it is too much, or the disk is full
   */
  Path take(InputStream in, String name, String shown, InputLimits limits, Progress progress)
      throws IOException {
    Path file = place(name);
    DiskRoom room = DiskRoom.at(scratch.folder());
    progress.begin("Reading " + name.replace('-', ' '), 0, Unit.BYTES);
    try (OutputStream out =
        java.nio.channels.Channels.newOutputStream(
            NamedChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
      byte[] window = new byte[WINDOW_BYTES];
      long size = 0;
      long line = 0;
      for (int count = in.read(window); count >= 0; count = in.read(window)) {
        size += count;
        if (size > limits.mostBytes()) {
          throw new TooMuchException(
              Path.of(shown),
              "expected at most %s, found more; --allow-large accepts it"
                  .formatted(SizeText.of(limits.mostBytes())));
        }
        line = endsLine(window, count) ? 0 : line + count;
        if (line > limits.mostBytesOfALine()) {
          throw new TooMuchException(
              Path.of(shown),
              "expected a log, which is text in lines, found %s without a line end;"
                      .formatted(SizeText.of(line))
                  + " --allow-large accepts it");
        }
        room.wrote(count);
        out.write(window, 0, count);
        progress.step(count);
      }
    }
    return file;
  }

  private static boolean endsLine(byte[] window, int count) {
    for (int i = 0; i < count; i++) {
      if (window[i] == '\n' || window[i] == '\r') {
        return true;
      }
    }
    return false;
  }

  private void delete() {
    try {
      scratch.close();
    } catch (IOException left) {
      // The process ends; the next one removes what is left, and verification names it.
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      // Then the hook deletes it.
      return;
    }
    scratch.close();
  }
}
