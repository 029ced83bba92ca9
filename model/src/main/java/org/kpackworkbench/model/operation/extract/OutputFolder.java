package org.kpackworkbench.model.operation.extract;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.kpackworkbench.model.base.bytes.ReplacingFile;

/** The folder that everything is written below, and nothing outside of. Thread-safe. */
final class OutputFolder {
  private final Path folder;
  private final Path real;
  private final Set<Path> tidied = ConcurrentHashMap.newKeySet();

  private OutputFolder(Path folder, Path real) {
    this.folder = folder;
    this.real = real;
  }

  /**
   * Makes the folder where it is missing; may itself be a link, since that was chosen, where
   * nothing is to be replaced.
   */
  static OutputFolder make(Path folder) throws IOException {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new NotDirectoryException(folder.toString());
    }
    Files.createDirectories(folder);
    ReplacingFile.removeLeft(folder);
    return new OutputFolder(folder, folder.toRealPath());
  }

  /** Makes the folders that a file below this one stands in; none of them may lead outside. */
  void makeParentsOf(Path file) throws IOException {
    Path at = folder;
    Path below = folder.relativize(file);
    for (int depth = 0; depth < below.getNameCount() - 1; depth++) {
      at = at.resolve(below.getName(depth));
      make1(at);
    }
  }

  private void make1(Path inside) throws IOException {
    try {
      Files.createDirectory(inside);
    } catch (FileAlreadyExistsException there) {
      if (!Files.isDirectory(inside)) {
        throw new NotDirectoryException(inside.toString());
      }
      if (Files.isSymbolicLink(inside) && !inside.toRealPath().startsWith(real)) {
        throw new FileSystemException(
            inside.toString(), null, "it is a link that leads out of " + folder);
      }
      if (tidied.add(inside)) {
        ReplacingFile.removeLeft(inside);
      }
    }
  }
}
