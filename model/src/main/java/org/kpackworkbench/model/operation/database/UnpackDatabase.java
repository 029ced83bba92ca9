package org.kpackworkbench.model.operation.database;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.sqlite.RocfftCache;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Reason;

/**
 * Makes databases again that {@link PackDatabase} wrote to archives. A failure or cancellation
 * leaves nothing. Used once, by one thread.
 */
public final class UnpackDatabase {
  private final UnpackDatabaseRequest request;

  /** The tables that are being written, by their paths. */
  private final Map<String, RocfftCache> caches = new TreeMap<>();

  private int kernels;
  private int files;

  public UnpackDatabase(UnpackDatabaseRequest request) {
    this.request = request;
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
    return new UnpackDatabaseReport(request, files, kernels, there);
  }

  private void write(Path folder, Progress progress) throws IOException {
    UnpackBudget budget = UnpackBudget.operation(false);
    try {
      for (Path path : request.archives()) {
        try (KpackArchive archive = KpackArchive.open(path, budget)) {
          progress.begin("Unpacking " + path, archive.entryCount());
          for (int row = 0; row < archive.entryCount(); row++) {
            row(path, archive, row, folder);
            progress.step(1);
          }
        }
      }
      for (RocfftCache cache : caches.values()) {
        cache.finish();
      }
    } finally {
      for (RocfftCache cache : caches.values()) {
        cache.close();
      }
    }
  }

  private void row(Path path, KpackArchive archive, int row, Path folder) throws IOException {
    Map<String, MsgValue> metadata = archive.metadata(row);
    ArchiveEntry entry = archive.entry(row);
    if (!(metadata.get(DatabaseRow.DATABASE) instanceof MsgValue.Text)
        || !(metadata.get(DatabaseRow.PATH) instanceof MsgValue.Text(String name))) {
      throw wrong(path, entry, "expected database and path in the metadata, found none");
    }
    @Nullable String unsafe = BinaryKey.unsafe(name);
    if (unsafe != null) {
      throw wrong(path, entry, "expected a path below the folder, found %s".formatted(name));
    }
    kernels++;
    Path file = folder.resolve(name);
    if (metadata.get(DatabaseRow.KERNEL) instanceof MsgValue.Text(String kernel)) {
      if (!(metadata.get(DatabaseRow.HIP_VERSION) instanceof MsgValue.Int version)
          || !(metadata.get(DatabaseRow.TIMESTAMP) instanceof MsgValue.Int timestamp)
          || !version.isLong()
          || !timestamp.isLong()
          || !(metadata.get(DatabaseRow.GENERATOR) instanceof MsgValue.Binary generator)) {
        throw wrong(path, entry, "expected hip_version, generator_sum and timestamp");
      }
      RocfftCache cache = caches.get(name);
      if (cache == null) {
        cache = RocfftCache.create(created(path, entry, file));
        caches.put(name, cache);
      }
      ByteArrayOutputStream code = new ByteArrayOutputStream();
      archive.extract(row, code, CodeObjects.EXTRACT_LIMIT_BYTES);
      cache.add(
          kernel,
          entry.targetText(),
          version.value().longValue(),
          generator.bytes(),
          code.toByteArray(),
          timestamp.value().longValue());
    } else {
      try (OutputStream out =
          Files.newOutputStream(created(path, entry, file), StandardOpenOption.CREATE_NEW)) {
        archive.extract(row, out, CodeObjects.EXTRACT_LIMIT_BYTES);
      }
    }
  }

  /** The place for a new file. */
  private Path created(Path archive, ArchiveEntry entry, Path file) throws IOException {
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    if (Files.exists(file)) {
      throw new OperationException(
          Reason.CLASH,
          "%s, %s: another row has the file %s already"
              .formatted(archive, entry.key().text(), file.getFileName()));
    }
    files++;
    return file;
  }

  private static OperationException wrong(Path archive, ArchiveEntry entry, String what) {
    return new OperationException(
        Reason.UNKNOWN_DATABASE,
        "%s, %s: %s. Name archives that pack-database wrote."
            .formatted(archive, entry.key().text(), what));
  }
}
