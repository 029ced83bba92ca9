package org.kpackworkbench.model.base.files;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Folders that are made for files; they go away again unless the files were put in place. */
public final class NewFolders implements AutoCloseable {
  private final List<Path> made = new ArrayList<>();

  /** Makes a folder and those above it. */
  public void make(@Nullable Path folder) throws IOException {
    if (folder == null || Files.isDirectory(folder)) {
      return;
    }
    make(folder.toAbsolutePath().getParent());
    Files.createDirectory(folder);
    made.add(folder);
  }

  /** Keeps the folders that were made. */
  public void keep() {
    made.clear();
  }

  @Override
  public void close() throws IOException {
    for (Path folder : made.reversed()) {
      try {
        Files.deleteIfExists(folder);
      } catch (DirectoryNotEmptyException inUse) {
        // Another program has put something there meanwhile.
        return;
      }
    }
  }
}
