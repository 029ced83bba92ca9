package org.kpackworkbench.model.base.files;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.FinalNames;

/**
 * A folder to work in, which goes away when it is closed.
 *
 * <p>It is called {@code .NAME.kpack-workbench-PID-ID.work}. A process that is killed leaves it
 * behind; the next one that works in the same parent folder removes it.
 */
public final class ScratchFolder implements AutoCloseable {
  private static final String ENDING = ".work";

  private final Path folder;
  private final NewFolders parents;

  private ScratchFolder(Path folder, NewFolders parents) {
    this.folder = folder;
    this.parents = parents;
  }

  /**
   * Makes one.
   *
   * @param parent the folder it lies in; made where it is missing, and then removed at the end
   *     unless something else was put there
   * @param name what it is for, part of its name
   */
  public static ScratchFolder in(Path parent, String name) throws IOException {
    NewFolders parents = new NewFolders();
    boolean made = false;
    try {
      parents.make(parent.toAbsolutePath());
      Path real = parent.toRealPath();
      removeLeft(real);
      Path folder =
          Files.createDirectory(real.resolve(WorkName.start(WorkName.shortened(name)) + ENDING));
      made = true;
      return new ScratchFolder(folder, parents);
    } catch (FileSystemException failure) {
      throw FinalNames.in(failure, parent);
    } finally {
      if (!made) {
        parents.close();
      }
    }
  }

  private static void removeLeft(Path parent) throws IOException {
    for (Path each : WorkName.leftIn(parent, Set.of(ENDING))) {
      // Where many share a folder, each removes their own.
      if (Files.isWritable(each)) {
        TreeDeletion.delete(each);
      }
    }
  }

  /** The folder; empty at first. */
  public Path folder() {
    return folder;
  }

  /** Removes the folder and what is in it. */
  @Override
  public void close() throws IOException {
    try {
      TreeDeletion.delete(folder);
    } finally {
      parents.close();
    }
  }
}
