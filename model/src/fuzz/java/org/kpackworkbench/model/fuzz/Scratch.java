package org.kpackworkbench.model.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder for readers that take files; emptied after each input. */
public final class Scratch implements AutoCloseable {
  private final Path folder;

  public Scratch() throws IOException {
    folder = Files.createTempDirectory("fuzz");
  }

  /** A file of the folder; nothing is there yet. */
  public Path path(String name) {
    return folder.resolve(name);
  }

  /** Writes a file of the folder. */
  public Path file(String name, byte[] bytes) throws IOException {
    Path file = path(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, bytes);
  }

  @Override
  public void close() {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.delete(path);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
