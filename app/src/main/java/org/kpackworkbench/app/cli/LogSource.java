package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.bytes.ByteView;
import org.kpackworkbench.model.bytes.MappedFile;

/** A log of any size: a file, or what comes through a pipe, which is kept in a file meanwhile. */
final class LogSource implements AutoCloseable {
  private static final String STANDARD_INPUT = "-";

  private final MappedFile file;
  private final @Nullable Path scratch;

  private LogSource(MappedFile file, @Nullable Path scratch) {
    this.file = file;
    this.scratch = scratch;
  }

  /**
   * Opens a log.
   *
   * @param name a file's path, also of a pipe; {@code -} is the standard input
   * @throws IOException where it cannot be read
   */
  static LogSource open(String name) throws IOException {
    if (name.equals(STANDARD_INPUT)) {
      return copied(System.in);
    }
    Path path = Path.of(name);
    if (name.isEmpty() || Files.isDirectory(path)) {
      throw new FileSystemException(
          name.isEmpty() ? "--log" : name,
          null,
          "expected a file, found " + (name.isEmpty() ? "nothing" : "a folder"));
    }
    if (!Files.exists(path) || Files.isRegularFile(path)) {
      return new LogSource(MappedFile.open(path), null);
    }
    try (InputStream pipe = Files.newInputStream(path)) {
      return copied(pipe);
    }
  }

  private static LogSource copied(InputStream pipe) throws IOException {
    Path scratch = Files.createTempFile("kpack-log", ".tmp");
    boolean opened = false;
    try {
      Files.copy(pipe, scratch, StandardCopyOption.REPLACE_EXISTING);
      LogSource source = new LogSource(MappedFile.open(scratch), scratch);
      opened = true;
      return source;
    } finally {
      if (!opened) {
        Files.deleteIfExists(scratch);
      }
    }
  }

  ByteView bytes() {
    return file.view();
  }

  @Override
  public void close() throws IOException {
    file.close();
    if (scratch != null) {
      Files.deleteIfExists(scratch);
    }
  }
}
