package org.kpackworkbench.model.operation.database;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.StagedTree;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.sqlite.RocfftCache;
import org.kpackworkbench.model.operation.database.UnpackDatabaseReport.UnpackedFile;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Reason;

/**
 * Makes databases again that {@link PackDatabase} wrote to archives. A failure or cancellation
 * leaves nothing. Used once, by one thread.
 */
public final class UnpackDatabase {
  private final UnpackDatabaseRequest request;

  /** What there is so far, by the files' paths below the folder. */
  private final Map<Path, Tally> files = new TreeMap<>();

  /** The folders that those are in. */
  private final Set<Path> folders = new HashSet<>();

  public UnpackDatabase(UnpackDatabaseRequest request) {
    this.request = request;
  }

  /** What goes into a file. */
  private static final class Tally {
    private final boolean table;
    private final Set<List<Object>> keys = new HashSet<>();
    private int kernels;
    private long codeBytes;

    Tally(boolean table) {
      this.table = table;
    }
  }

  /**
   * A row of an archive, and where it goes.
   *
   * @param file its path below the folder
   * @param cells what a table has beside the code; null where the file is the code object
   */
  private record Row(KpackArchive archive, ArchiveEntry entry, Path file, @Nullable Cells cells) {
    void extract(OutputStream out) throws IOException {
      archive.extract(entry.row(), out, CodeObjects.EXTRACT_LIMIT_BYTES);
    }
  }

  private record Cells(String kernel, long hipVersion, MsgValue.Binary generator, long timestamp) {
    /** What a table has once. */
    List<Object> key(String target) {
      return List.of(kernel, target, hipVersion, HexText.of(generator.bytes()));
    }
  }

  /** Writes a row. */
  private interface RowWriter {
    void write(Row row) throws IOException;
  }

  /**
   * What {@link #run} would write; changes nothing, and unpacks no code.
   *
   * @throws IOException as {@link #run}
   */
  public UnpackDatabaseReport plan(Progress progress) throws IOException {
    StagedTree.checkFree(request.output(), request.replace());
    rows(row -> {}, progress);
    return report(false);
  }

  /**
   * Unpacks.
   *
   * @throws FileAlreadyExistsException where the output is there already, is not to be replaced,
   *     and is not what would be written
   * @throws OperationException where an archive was not made of a database, or two archives have
   *     the same file or row
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public UnpackDatabaseReport run(Progress progress) throws IOException {
    boolean there =
        new NewFolder(request.output(), request.replace())
            .write(folder -> write(folder, progress), progress);
    return report(there);
  }

  private UnpackDatabaseReport report(boolean there) {
    List<UnpackedFile> contents = new ArrayList<>();
    files.forEach(
        (file, tally) ->
            contents.add(
                new UnpackedFile(request.output().resolve(file), tally.kernels, tally.codeBytes)));
    return new UnpackDatabaseReport(request, contents, there);
  }

  private void write(Path folder, Progress progress) throws IOException {
    Map<Path, RocfftCache> caches = new TreeMap<>();
    try {
      rows(row -> write(row, folder.resolve(row.file()), caches), progress);
      for (RocfftCache cache : caches.values()) {
        cache.finish();
      }
    } finally {
      for (RocfftCache cache : caches.values()) {
        cache.close();
      }
    }
  }

  private static void write(Row row, Path file, Map<Path, RocfftCache> caches) throws IOException {
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Cells cells = row.cells();
    if (cells == null) {
      try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)) {
        row.extract(out);
      }
      return;
    }
    RocfftCache cache = caches.get(file);
    if (cache == null) {
      cache = RocfftCache.create(file);
      caches.put(file, cache);
    }
    ByteArrayOutputStream code = new ByteArrayOutputStream();
    row.extract(code);
    cache.add(
        cells.kernel(),
        row.entry().targetText(),
        cells.hipVersion(),
        cells.generator().bytes(),
        code.toByteArray(),
        cells.timestamp());
  }

  /** Goes through all rows, and counts them. */
  private void rows(RowWriter writer, Progress progress) throws IOException {
    UnpackBudget budget = UnpackBudget.operation(false);
    for (Path path : request.archives()) {
      try (KpackArchive archive = KpackArchive.open(path, budget)) {
        FormatException refusal = archive.refusal();
        if (refusal != null) {
          throw refusal;
        }
        progress.begin("Unpacking " + path, archive.entryCount());
        for (int number = 0; number < archive.entryCount(); number++) {
          Row row = row(path, archive, number);
          count(path, row);
          writer.write(row);
          progress.step(1);
        }
      }
    }
  }

  private static Row row(Path path, KpackArchive archive, int number) throws IOException {
    ArchiveEntry entry = archive.entry(number);
    FormatException problem = entry.problem();
    if (problem != null) {
      throw problem;
    }
    Map<String, MsgValue> metadata = archive.metadata(number);
    if (!(metadata.get(DatabaseRow.DATABASE) instanceof MsgValue.Text)
        || !(metadata.get(DatabaseRow.PATH) instanceof MsgValue.Text(String name))) {
      throw wrong(path, entry, "expected database and path in the metadata, found none");
    }
    Path file = BinaryKey.unsafe(name).isEmpty() ? Path.of(name).normalize() : Path.of("");
    if (file.toString().isEmpty()) {
      throw wrong(path, entry, "expected a path below the folder, found %s".formatted(name));
    }
    if (!(metadata.get(DatabaseRow.KERNEL) instanceof MsgValue.Text(String kernel))) {
      return new Row(archive, entry, file, null);
    }
    if (!(metadata.get(DatabaseRow.HIP_VERSION) instanceof MsgValue.Int version)
        || !(metadata.get(DatabaseRow.TIMESTAMP) instanceof MsgValue.Int timestamp)
        || !version.isLong()
        || !timestamp.isLong()
        || !(metadata.get(DatabaseRow.GENERATOR) instanceof MsgValue.Binary generator)) {
      throw wrong(path, entry, "expected hip_version, generator_sum and timestamp");
    }
    return new Row(
        archive,
        entry,
        file,
        new Cells(kernel, version.value().longValue(), generator, timestamp.value().longValue()));
  }

  private void count(Path archive, Row row) throws OperationException {
    Cells cells = row.cells();
    Tally tally = files.get(row.file());
    if (tally == null) {
      tally = new Tally(cells != null);
      files.put(row.file(), tally);
      boolean clash = folders.contains(row.file());
      for (Path in = row.file().getParent(); in != null; in = in.getParent()) {
        folders.add(in);
        clash |= files.containsKey(in);
      }
      if (clash) {
        throw clash(archive, row, "a file and a folder have the name %s");
      }
    } else if (cells == null || !tally.table) {
      throw clash(archive, row, "another row has the file %s already");
    }
    if (cells != null && !tally.keys.add(cells.key(row.entry().targetText()))) {
      throw clash(archive, row, "another row has the same kernel for %s already");
    }
    tally.kernels++;
    tally.codeBytes += row.entry().originalSizeBytes();
  }

  private static OperationException clash(Path archive, Row row, String what) {
    return new OperationException(
        Reason.CLASH,
        "%s, %s: %s. Name each archive once, and unpack different databases separately."
            .formatted(archive, row.entry().key().text(), what.formatted(row.file())));
  }

  private static OperationException wrong(Path archive, ArchiveEntry entry, String what) {
    return new OperationException(
        Reason.UNKNOWN_DATABASE,
        "%s, %s: %s. Name archives that pack-database wrote."
            .formatted(archive, entry.key().text(), what));
  }
}
