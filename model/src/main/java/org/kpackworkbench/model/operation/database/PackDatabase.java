package org.kpackworkbench.model.operation.database;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.files.StagedTree;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.kpackworkbench.model.operation.archives.PlannedArchive;

/**
 * Writes the code objects of a kernel database to archives, one for each architecture. The input is
 * not touched; a failure or cancellation leaves nothing. Memory does not grow with the code.
 */
public final class PackDatabase {
  /** After how many code objects those before are waited for, so that their files are closed. */
  private static final int MOST_OPEN = 1000;

  private final PackDatabaseRequest request;

  public PackDatabase(PackDatabaseRequest request) {
    this.request = request;
  }

  /**
   * What {@link #run} would write; changes nothing.
   *
   * @throws IOException as {@link #run}
   */
  public PackDatabaseReport plan(Progress progress) throws IOException {
    StagedTree.checkFree(request.output(), request.replace());
    try (DatabaseRows rows = DatabaseRows.of(request.input(), progress)) {
      List<PlannedArchive> archives = new ArrayList<>();
      rows.archives().forEach((name, code) -> archives.add(planned(name, code)));
      return new PackDatabaseReport(archives, rows.files(), false);
    }
  }

  /**
   * Packs.
   *
   * @throws java.nio.file.FileAlreadyExistsException where the output is there already, is not to
   *     be replaced, and is not what would be written
   * @throws org.kpackworkbench.model.operation.output.OperationException where the input is no
   *     database that can be packed
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public PackDatabaseReport run(Progress progress) throws IOException {
    try (DatabaseRows rows = DatabaseRows.of(request.input(), progress)) {
      List<PlannedArchive> written = new ArrayList<>();
      long bytes =
          rows.archives().values().stream()
              .flatMap(List::stream)
              .mapToLong(DatabaseRow::sizeBytes)
              .sum();
      progress.begin("Packing " + request.input(), bytes);
      boolean there =
          new NewFolder(request.output(), request.replace())
              .write(
                  folder -> {
                    for (Map.Entry<String, List<DatabaseRow>> archive :
                        rows.archives().entrySet()) {
                      written.add(write(folder, archive.getKey(), archive.getValue(), progress));
                    }
                  },
                  progress);
      return new PackDatabaseReport(written, rows.files(), there);
    }
  }

  private PlannedArchive planned(String name, List<DatabaseRow> code) {
    DatabaseRow first = code.getFirst();
    return new PlannedArchive(
        request.output().resolve(name + ".kpack"),
        first.database(),
        first.architecture(),
        code.stream().map(DatabaseRow::target).distinct().sorted().toList(),
        WriteOptions.DEFAULT.scheme(),
        code.size(),
        -1,
        code.stream().mapToLong(DatabaseRow::sizeBytes).sum(),
        -1);
  }

  private PlannedArchive write(Path folder, String name, List<DatabaseRow> code, Progress progress)
      throws IOException {
    PlannedArchive planned = planned(name, code);
    List<DatabaseRow> open = new ArrayList<>();
    try (ArchiveWriter writer =
        ArchiveWriter.create(
            folder.resolve(name + ".kpack"), planned.head(), WriteOptions.DEFAULT, progress)) {
      for (DatabaseRow row : code) {
        progress.step(0);
        NewEntry entry =
            NewEntry.of(BinaryKey.parse(row.key()), row.target(), row.source().metadata());
        open.add(row);
        writer.add(
            new NewEntry(entry.key(), entry.target(), row.type(), entry.fields()),
            row.source().load());
        if (open.size() == MOST_OPEN) {
          writer.drain();
          release(open);
        }
      }
      return planned.written(writer.finish());
    } finally {
      release(open);
    }
  }

  private static void release(List<DatabaseRow> open) throws IOException {
    for (DatabaseRow row : open) {
      row.source().release();
    }
    open.clear();
  }
}
