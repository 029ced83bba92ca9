package org.kpackworkbench.model.base.files;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Lists what lies directly in a folder. */
public final class FolderList {
  private FolderList() {}

  /** Returns a new list of everything in a folder, in the order of paths. */
  public static List<Path> of(Path folder) throws IOException {
    return of(folder, "*");
  }

  /** Returns a new list of everything in a folder whose name matches a pattern, in order. */
  public static List<Path> of(Path folder, String glob) throws IOException {
    List<Path> children = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder, glob)) {
      stream.forEach(children::add);
    } catch (DirectoryIteratorException failure) {
      throw failure.getCause();
    }
    children.sort(null);
    return children;
  }
}
