package org.kpackworkbench.model.base.bytes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives several files their names, all of them or none.
 *
 * <p>What has the names is set aside first and comes back when one of the files cannot have its
 * name. A process that is killed during this, which takes no longer than some renaming, leaves
 * whole files under all names: some new, the others as they were.
 */
public final class ReplacingFiles {
  private ReplacingFiles() {}

  /** A file that has its name, and the one that had it before. */
  private record Done(Path target, @Nullable Path old) {}

  /**
   * Gives the files their names in their order.
   *
   * @param first the files
   * @param last one more, which comes last; may be null
   * @throws IOException what kept one of them from its name; what was there is there again
   */
  public static void commit(List<ReplacingFile> first, @Nullable ReplacingFile last)
      throws IOException {
    List<ReplacingFile> files = new ArrayList<>(first);
    if (last != null) {
      files.add(last);
    }
    if (files.size() == 1) {
      files.getFirst().commit();
      return;
    }
    List<Done> done = new ArrayList<>();
    try {
      for (ReplacingFile file : files) {
        Path old = keepOld(file);
        boolean named = false;
        try {
          file.commit();
          // A second name of the same file is no other file to go back to.
          named = !file.wasThere();
        } finally {
          if (!named && old != null) {
            Files.deleteIfExists(old);
          }
        }
        if (named) {
          done.add(new Done(file.target(), old));
        }
      }
    } catch (IOException | RuntimeException failure) {
      undo(done, failure);
      throw failure;
    }
    for (Done each : done) {
      if (each.old() != null) {
        Files.deleteIfExists(each.old());
      }
    }
  }

  /** A second name for the existing file; null if nothing is. */
  private static @Nullable Path keepOld(ReplacingFile file) throws IOException {
    if (!Files.exists(file.target(), LinkOption.NOFOLLOW_LINKS)) {
      return null;
    }
    Path old = file.temporary().resolveSibling(file.temporary().getFileName() + ".old");
    try {
      Files.createLink(old, file.target());
    } catch (UnsupportedOperationException | java.nio.file.FileSystemException noLinks) {
      Files.copy(file.target(), old, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
    }
    return old;
  }

  private static void undo(List<Done> done, Exception failure) {
    for (Done each : done.reversed()) {
      try {
        if (each.old() == null) {
          Files.deleteIfExists(each.target());
        } else {
          Files.move(
              each.old(),
              each.target(),
              StandardCopyOption.ATOMIC_MOVE,
              StandardCopyOption.REPLACE_EXISTING);
        }
      } catch (IOException more) {
        failure.addSuppressed(more);
      }
    }
  }
}
