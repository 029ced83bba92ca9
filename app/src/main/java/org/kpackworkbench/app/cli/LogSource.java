package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.simulate.ResolveOptions;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.describe.Option.InputLimits;

/** A log of any size: a file, or what comes through a pipe, which is kept in a file meanwhile. */
record LogSource(OpenFile file, @Nullable Spool spool) implements AutoCloseable {
  /**
   * Opens a log.
   *
   * @param name a file's path, also of a pipe
   * @param large whether what comes through a pipe may have any size
   * @throws org.kpackworkbench.model.base.files.DiskRoom.TooMuchException if it is no log, or does
   *     not end
   * @throws IOException if it cannot be read
   */
  static LogSource open(String name, boolean large, Progress progress) throws IOException {
    Path path = Path.of(name);
    if (name.isEmpty() || Files.isDirectory(path)) {
      throw new FileSystemException(
          name.isEmpty() ? ResolveOptions.LOG.toString() : name,
          null,
          "expected a file, found " + (name.isEmpty() ? "nothing" : "a folder"));
    }
    if (!Files.exists(path) || Files.isRegularFile(path)) {
      return new LogSource(OpenFile.open(path), null);
    }
    try (InputStream pipe = Files.newInputStream(path)) {
      return copied(
          pipe, name, large ? InputLimits.NONE : ResolveOptions.LOG.inputLimits(), progress);
    }
  }

  private static LogSource copied(
      InputStream pipe, String name, InputLimits limits, Progress progress) throws IOException {
    return Closing.ifFails(
        Spool.open(),
        spool -> {
          Path log = spool.take(pipe, "log", name, limits, progress);
          return new LogSource(OpenFile.open(log), spool);
        });
  }

  ByteView bytes() {
    return file.view();
  }

  @Override
  public void close() throws IOException {
    file.close();
    if (spool != null) {
      spool.close();
    }
  }
}
