package org.kpackworkbench.views.operation.edit.kpack;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.model.operation.edit.EditedArchive;
import org.kpackworkbench.model.operation.edit.EditedRows.EditedRow;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.operation.edit.EditSession;

/**
 * Rows of an edited archive that are not in its file as they are shown, as an archive of their own
 * in a temporary folder: with its file name, and with nothing but these rows. UI thread.
 */
record UnsavedRows(
    EditSession<ArchiveEdit, EditedArchive, ArchiveShot> session, Background background) {
  private static final System.Logger LOG = System.getLogger(UnsavedRows.class.getName());

  /**
   * Writes rows, after all earlier requests.
   *
   * @param written receives their place; it has to {@link #keep} or to {@link #remove} that
   * @param failed receives the reason of a failure
   */
  void write(List<EditedRow> rows, Consumer<Path> written, Consumer<Throwable> failed) {
    Set<Integer> ids = new HashSet<>();
    rows.forEach(row -> ids.add(row.id()));
    Part part = new Part();
    session.read(
        archive -> part.write(archive, ids),
        why -> {
          if (why == null) {
            written.accept(part.file());
          } else {
            failed.accept(why);
          }
        });
  }

  /** Keeps what was written until the program ends. */
  void keep(Path file) {
    Path folder = file.getParent();
    if (folder != null) {
      // Deleted last first, so that the folder is empty by then.
      folder.toFile().deleteOnExit();
    }
    file.toFile().deleteOnExit();
  }

  /** Removes what was written, in the background. */
  void remove(Path file) {
    background.run(
        () -> {
          Part.delete(file);
          return file;
        },
        removed -> {},
        why -> LOG.log(Level.WARNING, "could not remove " + file, why));
  }

  private static final class Part {
    private volatile @Nullable Path file;

    Path file() {
      Path written = file;
      if (written == null) {
        throw new IllegalStateException("not written");
      }
      return written;
    }

    void write(EditedArchive archive, Set<Integer> ids) throws IOException {
      Path target =
          Files.createTempDirectory("kpack-workbench-rows").resolve(archive.stamp().fileName());
      try {
        archive.writeRows(ids, target, Progress.NONE);
        file = target;
      } finally {
        if (file == null) {
          delete(target);
        }
      }
    }

    static void delete(Path file) throws IOException {
      Files.deleteIfExists(file);
      Path folder = file.getParent();
      if (folder != null) {
        Files.deleteIfExists(folder);
      }
    }
  }
}
