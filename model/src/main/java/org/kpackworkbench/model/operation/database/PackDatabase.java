package org.kpackworkbench.model.operation.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.DistinctTexts;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.NewFolder;
import org.kpackworkbench.model.base.files.StagedTree;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.sqlite.SqliteFormat;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.model.operation.database.DatabaseParts.Sum;
import org.kpackworkbench.model.operation.database.PackDatabaseReport.KeptFile;
import org.kpackworkbench.model.operation.database.PackDatabaseReport.PackedPart;
import org.kpackworkbench.model.operation.database.PackDatabaseReport.UnreadLibrary;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Writes the code objects of a kernel database to archives, one for each architecture. The input is
 * not touched; a failure or cancellation leaves nothing. Memory does not grow with the code, and by
 * some hundred bytes with each code object of an archive.
 */
public final class PackDatabase {
  /** After how many code objects those before are waited for, so that their files are closed. */
  private static final int MOST_OPEN = 1000;

  /** After how many bytes of them, which may be in memory. */
  private static final long MOST_OPEN_BYTES = 64L << 20;

  /** How many rows without a code object for their target are named. */
  private static final int MOST_NAMED = 10;

  private final PackDatabaseRequest request;
  private final List<OperationNote> doubtful = new ArrayList<>();
  private long openBytes;
  private int doubts;

  /**
   * Whether a file by itself is a database that can be packed; which tables one of SQLite has is
   * known once it is read.
   */
  public static boolean isPacked(Format format) {
    return format instanceof SqliteFormat || PackedImages.isOne(format);
  }

  public PackDatabase(PackDatabaseRequest request) {
    this.request = request;
  }

  /**
   * Returns what {@link #run} would write; changes nothing.
   *
   * @throws IOException as {@link #run}
   */
  public PackDatabaseReport plan(Progress progress) throws IOException {
    StagedTree.checkFree(request.output(), request.replace());
    DatabaseParts parts = DatabaseParts.of(request.input(), progress);
    List<PlannedArchive> archives = new ArrayList<>();
    parts.archives().forEach((name, sum) -> archives.add(planned(name, sum)));
    return report(archives, parts, false);
  }

  /**
   * Packs.
   *
   * @throws java.nio.file.FileAlreadyExistsException if the output is there already, is not to be
   *     replaced, and is not what would be written
   * @throws org.kpackworkbench.model.operation.output.OperationException if the input is no
   *     database that can be packed
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public PackDatabaseReport run(Progress progress) throws IOException {
    doubtful.clear();
    doubts = 0;
    DatabaseParts parts = DatabaseParts.of(request.input(), progress);
    List<PlannedArchive> written = new ArrayList<>();
    progress.begin("Packing " + request.input(), parts.bytes(), Unit.BYTES);
    boolean there =
        new NewFolder(request.output(), request.replace())
            .write(
                folder -> {
                  for (Map.Entry<String, Sum> archive : parts.archives().entrySet()) {
                    written.add(
                        write(folder, archive.getKey(), archive.getValue(), parts, progress));
                  }
                  for (DatabaseParts.Kept kept : parts.kept()) {
                    keep(kept, KeptFiles.of(folder, Path.of(kept.path())), progress);
                  }
                },
                progress);
    return report(written, parts, there);
  }

  /** The archives say which bytes they need beside them. */
  private static void keep(DatabaseParts.Kept kept, Path to, Progress progress) throws IOException {
    if (!KeptFiles.copy(kept.file(), to, progress).equals(kept.sum())) {
      throw FormatException.in(kept.file().toString(), "file", "", Reason.FILE_CHANGED)
          .mismatch("the bytes that were packed", "other ones");
    }
  }

  private PackDatabaseReport report(
      List<PlannedArchive> archives, DatabaseParts parts, boolean there) {
    List<PackedPart> packed = new ArrayList<>();
    for (DatabaseParts.Packed part : parts.packed()) {
      packed.add(
          new PackedPart(
              part.part().path(),
              part.part().database(),
              part.architectures(),
              part.part().files(),
              part.kernels(),
              part.bytes()));
    }
    List<UnreadLibrary> unread = new ArrayList<>();
    for (DatabasePart part : parts.parts()) {
      part.problems()
          .forEach(
              (file, problem) ->
                  unread.add(new UnreadLibrary(file, String.valueOf(problem.getMessage()))));
    }
    List<OperationNote> others = new ArrayList<>(parts.left());
    others.addAll(doubtful);
    return new PackDatabaseReport(
        archives,
        packed,
        parts.kept().stream().map(kept -> new KeptFile(kept.path(), kept.sizeBytes())).toList(),
        parts.otherFiles(),
        parts.missed(),
        others,
        unread,
        there);
  }

  private PlannedArchive planned(String name, Sum sum) {
    return new PlannedArchive(
        request.output().resolve(name + ".kpack"),
        sum.database(),
        sum.architecture(),
        sum.targets(),
        WriteOptions.DEFAULT.scheme(),
        sum.kernels(),
        -1,
        sum.bytes(),
        -1);
  }

  private static List<String> architectures(DatabaseParts parts, DatabasePart part) {
    return parts.packed().stream()
        .filter(packed -> packed.part().equals(part))
        .findFirst()
        .map(DatabaseParts.Packed::architectures)
        .orElseThrow();
  }

  private PlannedArchive write(
      Path folder, String name, Sum sum, DatabaseParts parts, Progress progress)
      throws IOException {
    PlannedArchive planned = planned(name, sum);
    List<DatabaseRow> open = new ArrayList<>();
    FreeKeys keys = new FreeKeys();
    UnpackBudget budget = UnpackBudget.operation();
    try (ArchiveWriter writer =
        ArchiveWriter.create(
            folder.resolve(name + ".kpack"), planned.head(), WriteOptions.DEFAULT, progress)) {
      for (DatabasePart part : sum.parts()) {
        List<String> architectures = new ArrayList<>(architectures(parts, part));
        part.rows(
            budget,
            progress,
            row -> {
              progress.step(0);
              if (!row.archive().equals(name)) {
                return;
              }
              BinaryKey key = BinaryKey.parse(keys.free(row.key(), row.target()));
              Map<String, MsgValue> metadata = row.source().metadata();
              if (architectures.size() > 1) {
                metadata.put(DatabaseRow.ARCHITECTURES, MsgValue.Array.texts(architectures));
                architectures.clear();
              }
              NewEntry entry = NewEntry.of(key, row.target(), metadata);
              open.add(row);
              ByteView code = row.source().load();
              if (!(part instanceof CodeFiles)) {
                doubt(part, row, code);
              }
              writer.add(new NewEntry(key, row.target(), row.type(), entry.fields()), code);
              openBytes += code.size();
              if (open.size() == MOST_OPEN || openBytes > MOST_OPEN_BYTES) {
                writer.drain();
                release(open);
              }
            });
      }
      return planned.written(writer.finish());
    } finally {
      release(open);
    }
  }

  private void doubt(DatabasePart part, DatabaseRow row, ByteView code) throws IOException {
    String fault = FiledTarget.fault(code, GpuTarget.lenient(row.target())).orElse(null);
    if (fault != null && doubts++ < MOST_NAMED) {
      doubtful.add(
          OperationNote.warning(
              "code-object",
              Files.isDirectory(request.input())
                  ? request.input().resolve(part.path())
                  : request.input(),
              "%s is packed, and is no code object for %s: %s"
                  .formatted(row.key(), row.target(), fault),
              doubts == MOST_NAMED ? "There may be more: verify the archives." : ""));
    }
  }

  /** Gives a key that is taken already a number. */
  private static final class FreeKeys {
    private final DistinctTexts taken = new DistinctTexts();
    private int[] times = new int[64];

    String free(String key, String target) {
      int number = number(key, target);
      if (++times[number] == 1) {
        return key;
      }
      String free = key + "-" + times[number];
      while (taken.find(free + "\n" + target) >= 0) {
        free = key + "-" + ++times[number];
      }
      int own = number(free, target);
      times[own]++;
      return free;
    }

    private int number(String key, String target) {
      int number = taken.number(key + "\n" + target);
      if (number >= times.length) {
        times = Arrays.copyOf(times, 2 * number);
      }
      return number;
    }
  }

  private void release(List<DatabaseRow> open) throws IOException {
    for (DatabaseRow row : open) {
      row.source().release();
    }
    open.clear();
    openBytes = 0;
  }
}
