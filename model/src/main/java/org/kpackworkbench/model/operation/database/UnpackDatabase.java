package org.kpackworkbench.model.operation.database;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.kpackworkbench.model.base.bytes.FileModes;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.files.NewFolder;
import org.kpackworkbench.model.base.files.StagedTree;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.sqlite.NewKernelTable;
import org.kpackworkbench.model.operation.database.UnpackDatabaseReport.UnpackedFile;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Restores databases that {@link PackDatabase} wrote to archives. A failure or cancellation leaves
 * nothing. Used once, by one thread.
 */
public final class UnpackDatabase {
  private final UnpackDatabaseRequest request;
  private final RestoredFiles restored = new RestoredFiles();
  private final List<OperationNote> findings = new ArrayList<>();

  public UnpackDatabase(UnpackDatabaseRequest request) {
    this.request = request;
  }

  /**
   * Returns what {@link #run} would write; changes nothing, and unpacks no code.
   *
   * @throws IOException as {@link #run}
   */
  public UnpackDatabaseReport plan(Progress progress) throws IOException {
    StagedTree.checkFree(request.output(), request.replace());
    rows(row -> {}, images -> images.plan(progress), progress);
    return report(false);
  }

  /**
   * Unpacks.
   *
   * @throws FileAlreadyExistsException if the output is there already, is not to be replaced, and
   *     is not what would be written
   * @throws OperationException if an archive was not made of a database, or two archives have the
   *     same file or row
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public UnpackDatabaseReport run(Progress progress) throws IOException {
    boolean there =
        new NewFolder(request.output(), request.replace())
            .write(folder -> write(folder, progress), progress);
    return report(there);
  }

  private UnpackDatabaseReport report(boolean there) {
    List<OperationNote> notes = new ArrayList<>();
    restored
        .databases()
        .forEach(
            (database, whole) -> {
              if (!whole.missing().isEmpty()) {
                notes.add(incomplete(database, whole));
              }
            });
    notes.addAll(findings);
    List<UnpackedFile> contents = new ArrayList<>();
    restored
        .files()
        .forEach(
            (file, tally) ->
                contents.add(
                    new UnpackedFile(
                        request.output().resolve(file), tally.kernels(), tally.codeBytes())));
    return new UnpackDatabaseReport(request, contents, notes, there);
  }

  private OperationNote incomplete(Path database, RestoredFiles.Whole whole) {
    List<String> missing = whole.missing();
    return OperationNote.warning(
        "architecture-missing",
        request.output().resolve(database),
        "it has only the kernels for %s: what was packed has kernels for %s, too, whose %s not given"
            .formatted(
                String.join(", ", whole.found()),
                String.join(", ", missing),
                CountText.word(missing.size(), "archive was", "archives were")),
        "Name all archives of the database to restore all of it.");
  }

  private void write(Path folder, Progress progress) throws IOException {
    Map<Path, NewKernelTable> tables = new TreeMap<>();
    try {
      rows(row -> write(row, folder, tables), images -> images.write(folder, progress), progress);
      for (NewKernelTable table : tables.values()) {
        table.finish();
      }
    } finally {
      for (NewKernelTable table : tables.values()) {
        table.close();
      }
    }
  }

  private static void write(RestoredRow row, Path folder, Map<Path, NewKernelTable> tables)
      throws IOException {
    Path file = folder.resolve(row.file());
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    switch (row.cells()) {
      case RowCells.CodeFile(int mode) -> {
        try (OutputStream out =
            Channels.newOutputStream(
                NamedChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
          row.extract(out);
        }
        FileModes.set(file, mode);
      }
      case RowCells.Table cells -> {
        NewKernelTable table = tables.get(file);
        if (table == null) {
          table = NewKernelTable.create(file, cells.table(), cells.unique());
          tables.put(file, table);
        }
        byte[] code = row.code();
        table.add(cells.values(code));
        Path named = row.named().orElse(null);
        if (named != null) {
          writeNamed(row, code, folder.resolve(named));
        }
      }
      case RowCells.Image image -> {
        // Its file begins with a directory of all of them.
      }
    }
  }

  /** Several rows may name one file; it is written once. */
  private static void writeNamed(RestoredRow row, byte[] code, Path file) throws IOException {
    if (!Files.exists(file)) {
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      Files.write(file, code);
    } else if (!Arrays.equals(Files.readAllBytes(file), code)) {
      throw row.clash(RestoredFiles.OTHER_CODE);
    }
  }

  private void rows(Taker<RestoredRow> writer, Taker<RestoredImages> last, Progress progress)
      throws IOException {
    UnpackBudget budget = UnpackBudget.operation();
    Set<KpackArchive> open = new LinkedHashSet<>();
    try {
      List<Path> archives = NamedArchives.of(request.archives());
      progress.begin(
          "Unpacking "
              + (archives.size() == 1
                  ? archives.getFirst()
                  : CountText.of(archives.size(), "archive")),
          NamedArchives.rows(archives, progress),
          Unit.CODE_OBJECTS);
      for (Path path : archives) {
        KpackArchive archive = KpackArchive.open(path, budget);
        open.add(archive);
        boolean images = rows(path, archive, writer, progress);
        // Those with kernels of a directory are read again, when all of the directory is known.
        if (!images) {
          open.remove(archive);
          archive.close();
        }
      }
      for (Map.Entry<Path, RestoredFiles.Tally> file : restored.files().entrySet()) {
        for (ImageDirectory directory : file.getValue().directories()) {
          directory.check(file.getKey());
        }
      }
      RestoredImages images = new RestoredImages(request, archives, restored);
      last.take(images);
      findings.addAll(images.findings());
    } finally {
      for (KpackArchive archive : open) {
        archive.close();
      }
    }
  }

  /** Reads an archive; true if it has kernels of directories. */
  private boolean rows(
      Path path, KpackArchive archive, Taker<RestoredRow> writer, Progress progress)
      throws IOException {
    FormatException refusal = archive.refusal();
    if (refusal != null) {
      throw refusal;
    }
    boolean images = false;
    for (int number = 0; number < archive.entryCount(); number++) {
      RestoredRow row = RestoredRow.of(path, archive, number);
      restored.add(row);
      images |= row.cells() instanceof RowCells.Image;
      writer.take(row);
      progress.step(1);
    }
    return images;
  }
}
