package org.kpackworkbench.model.operation.database;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.files.StagedTree;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackedStream;
import org.kpackworkbench.model.format.aotriton.AotritonWriter;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.sqlite.NewKernelTable;
import org.kpackworkbench.model.operation.database.UnpackDatabaseReport.UnpackedFile;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;

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
    private final Contents contents;
    private final Set<List<Object>> keys = new HashSet<>();

    /** Of a directory, which is written when all of it is known. */
    private final List<Row> images = new ArrayList<>();

    /** Of MIOpen's: the first row. */
    private @Nullable MiopenCells first;

    private int kernels;
    private long codeBytes;

    /** Whether a row is of a table that was made otherwise than that of the first one. */
    boolean differs(MiopenCells row) {
      if (first == null) {
        first = row;
      }
      return first.unique() != row.unique();
    }

    Tally(Contents contents) {
      this.contents = contents;
    }

    /** What a file of AOTriton's gets, in its order. */
    AotritonWriter directory() throws OperationException {
      images.sort(Comparator.comparingLong(row -> row.image().index()));
      try {
        return new AotritonWriter(images.stream().map(row -> row.image().kernel()).toList());
      } catch (IllegalArgumentException wrong) {
        Row first = images.getFirst();
        OperationException refused =
            new OperationException(
                Obstacle.UNKNOWN_DATABASE,
                "%s, %s: %s".formatted(first.path(), first.file(), wrong.getMessage()));
        refused.initCause(wrong);
        throw refused;
      }
    }
  }

  /** What kind of file a row goes into. */
  private enum Contents {
    CODE_OBJECT,
    ROCFFT,
    MIOPEN,
    AOTRITON
  }

  /**
   * A row of an archive, and where it goes.
   *
   * @param path the archive's file
   * @param file its path below the folder
   * @param cells what a table or directory has beside the code
   */
  private record Row(Path path, KpackArchive archive, ArchiveEntry entry, Path file, Cells cells) {
    void extract(OutputStream out) throws IOException {
      archive.extract(entry.row(), out, CodeObjects.EXTRACT_LIMIT_BYTES);
    }

    byte[] code() throws IOException {
      ByteArrayOutputStream code = new ByteArrayOutputStream();
      extract(code);
      return code.toByteArray();
    }

    ImageCells image() {
      return (ImageCells) cells;
    }
  }

  /** What a file has beside the code. */
  private sealed interface Cells {
    Contents contents();

    /** What the file has once, each. */
    List<List<Object>> keys(String target);
  }

  /** The file is the code object. */
  private record NoCells() implements Cells {
    @Override
    public Contents contents() {
      return Contents.CODE_OBJECT;
    }

    @Override
    public List<List<Object>> keys(String target) {
      return List.of(List.of());
    }
  }

  private record RocfftCells(
      String kernel, long hipVersion, MsgValue.Binary generator, long timestamp) implements Cells {
    @Override
    public Contents contents() {
      return Contents.ROCFFT;
    }

    @Override
    public List<List<Object>> keys(String target) {
      return List.of(List.of(kernel, target, hipVersion, HexText.of(generator.bytes())));
    }
  }

  private record MiopenCells(
      long id, String kernel, String arguments, String hash, long unpackedBytes, boolean unique)
      implements Cells {
    @Override
    public Contents contents() {
      return Contents.MIOPEN;
    }

    @Override
    public List<List<Object>> keys(String target) {
      List<Object> number = List.of(id);
      return unique ? List.of(number, List.of(kernel, arguments)) : List.of(number);
    }
  }

  private record ImageCells(long index, AotritonWriter.Kernel kernel) implements Cells {
    @Override
    public Contents contents() {
      return Contents.AOTRITON;
    }

    @Override
    public List<List<Object>> keys(String target) {
      return List.of(List.of(index));
    }
  }

  /** Writes rows. */
  private interface RowWriter {
    void write(Row row) throws IOException;

    /** Called behind the last one, with all archives open. */
    void finish() throws IOException;
  }

  /**
   * What {@link #run} would write; changes nothing, and unpacks no code.
   *
   * @throws IOException as {@link #run}
   */
  public UnpackDatabaseReport plan(Progress progress) throws IOException {
    StagedTree.checkFree(request.output(), request.replace());
    rows(
        new RowWriter() {
          @Override
          public void write(Row row) {}

          @Override
          public void finish() {}
        },
        progress);
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
    Map<Path, NewKernelTable> tables = new TreeMap<>();
    try {
      rows(
          new RowWriter() {
            @Override
            public void write(Row row) throws IOException {
              UnpackDatabase.write(row, folder.resolve(row.file()), tables);
            }

            @Override
            public void finish() throws IOException {
              directories(folder, progress);
            }
          },
          progress);
      for (NewKernelTable table : tables.values()) {
        table.finish();
      }
    } finally {
      for (NewKernelTable table : tables.values()) {
        table.close();
      }
    }
  }

  private void directories(Path folder, Progress progress) throws IOException {
    for (Map.Entry<Path, Tally> file : files.entrySet()) {
      Tally tally = file.getValue();
      if (tally.contents == Contents.AOTRITON) {
        tally
            .directory()
            .write(
                folder.resolve(file.getKey()),
                (kernel, out) -> {
                  progress.step(0);
                  tally.images.get(kernel).extract(out);
                });
      }
    }
  }

  private static void write(Row row, Path file, Map<Path, NewKernelTable> tables)
      throws IOException {
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    switch (row.cells()) {
      case NoCells none -> {
        try (OutputStream out =
            Channels.newOutputStream(
                NamedChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
          row.extract(out);
        }
      }
      case RocfftCells cells -> {
        NewKernelTable table = tables.get(file);
        if (table == null) {
          table = NewKernelTable.rocfft(file);
          tables.put(file, table);
        }
        table.add(
            cells.kernel(),
            row.entry().targetText(),
            cells.hipVersion(),
            cells.generator().bytes(),
            row.code(),
            cells.timestamp());
      }
      case MiopenCells cells -> {
        NewKernelTable table = tables.get(file);
        if (table == null) {
          table = NewKernelTable.miopen(file, cells.unique());
          tables.put(file, table);
        }
        byte[] code = row.code();
        table.add(
            cells.id(),
            cells.kernel(),
            cells.arguments(),
            cells.unpackedBytes() == 0 ? code : UnpackedStream.packBzip2(code),
            cells.hash(),
            cells.unpackedBytes());
      }
      case ImageCells cells -> {
        // Its file begins with a directory of all of them.
      }
    }
  }

  /** Goes through all rows, and counts them. */
  private void rows(RowWriter writer, Progress progress) throws IOException {
    UnpackBudget budget = UnpackBudget.operation(false);
    List<KpackArchive> open = new ArrayList<>();
    try {
      for (Path path : request.archives()) {
        KpackArchive archive = KpackArchive.open(path, budget);
        open.add(archive);
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
      for (Tally tally : files.values()) {
        if (tally.contents == Contents.AOTRITON) {
          tally.directory();
        }
      }
      writer.finish();
    } finally {
      for (KpackArchive archive : open) {
        archive.close();
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
    if (!(metadata.get(DatabaseRow.DATABASE) instanceof MsgValue.Text(String database))
        || !(metadata.get(DatabaseRow.PATH) instanceof MsgValue.Text(String name))) {
      throw wrong(path, entry, "expected database and path in the metadata, found none");
    }
    Path file = BinaryKey.unsafe(name).isEmpty() ? Path.of(name).normalize() : Path.of("");
    if (file.toString().isEmpty()) {
      throw wrong(path, entry, "expected a path below the folder, found %s".formatted(name));
    }
    return new Row(path, archive, entry, file, cells(path, entry, database, metadata));
  }

  private static Cells cells(
      Path path, ArchiveEntry entry, String database, Map<String, MsgValue> metadata)
      throws OperationException {
    if (!(metadata.get(DatabaseRow.KERNEL) instanceof MsgValue.Text(String kernel))) {
      return new NoCells();
    }
    switch (database) {
      case "rocfft" -> {
        if (metadata.get(DatabaseRow.HIP_VERSION) instanceof MsgValue.Int version
            && metadata.get(DatabaseRow.TIMESTAMP) instanceof MsgValue.Int timestamp
            && version.isLong()
            && timestamp.isLong()
            && metadata.get(DatabaseRow.GENERATOR) instanceof MsgValue.Binary generator) {
          return new RocfftCells(
              kernel, version.value().longValue(), generator, timestamp.value().longValue());
        }
        throw wrong(path, entry, "expected hip_version, generator_sum and timestamp");
      }
      case "miopen" -> {
        long size = entry.originalSizeBytes();
        if (metadata.get(DatabaseRow.ID) instanceof MsgValue.Int id
            && id.isLong()
            && metadata.get(DatabaseRow.ARGUMENTS) instanceof MsgValue.Text(String arguments)
            && metadata.get(DatabaseRow.HASH) instanceof MsgValue.Text(String hash)
            && metadata.get(DatabaseRow.UNPACKED_SIZE) instanceof MsgValue.Int unpacked
            && (unpacked.equals(MsgValue.Int.of(0)) || unpacked.equals(MsgValue.Int.of(size)))) {
          return new MiopenCells(
              id.value().longValue(),
              kernel,
              arguments,
              hash,
              unpacked.value().longValue(),
              // Archives that do not say it are of databases as MIOpen makes them.
              !(metadata.get(DatabaseRow.UNIQUE) instanceof MsgValue.Bool(boolean unique))
                  || unique);
        }
        throw wrong(
            path,
            entry,
            "expected id, kernel_args, kernel_hash, and uncompressed_size, which is 0 or the size of the code object");
      }
      case "aotriton" -> {
        long index = word(metadata.get(DatabaseRow.INDEX));
        long offset = word(metadata.get(DatabaseRow.OFFSET));
        long shared = word(metadata.get(DatabaseRow.SHARED_BYTES));
        long threads = word(metadata.get(DatabaseRow.THREADS));
        if (index < 0 || offset < 0 || shared < 0 || threads < 0) {
          throw wrong(
              path, entry, "expected index, offset, shared_memory and threads, each of 32 bits");
        }
        return new ImageCells(
            index,
            new AotritonWriter.Kernel(kernel, shared, threads, offset, entry.originalSizeBytes()));
      }
      default ->
          throw wrong(
              path, entry, "expected a database of rocfft, miopen or aotriton, found " + database);
    }
  }

  /** A number of 32 bits without sign; -1 where it is none. */
  private static long word(@Nullable MsgValue value) {
    return value instanceof MsgValue.Int number
            && number.value().signum() >= 0
            && number.value().bitLength() <= Integer.SIZE
        ? number.value().longValue()
        : -1;
  }

  private void count(Path archive, Row row) throws OperationException {
    Cells cells = row.cells();
    Tally tally = files.get(row.file());
    if (tally == null) {
      tally = new Tally(cells.contents());
      files.put(row.file(), tally);
      boolean clash = folders.contains(row.file());
      for (Path in = row.file().getParent(); in != null; in = in.getParent()) {
        folders.add(in);
        clash |= files.containsKey(in);
      }
      if (clash) {
        throw clash(archive, row, "a file and a folder have the name %s");
      }
    } else if (cells instanceof NoCells || tally.contents != cells.contents()) {
      throw clash(archive, row, "another row has the file %s already");
    }
    if (cells instanceof MiopenCells miopen && tally.differs(miopen)) {
      throw clash(archive, row, "another row says otherwise whether %s has a unique index");
    }
    for (List<Object> key : cells.keys(row.entry().targetText())) {
      if (!tally.keys.add(key)) {
        throw clash(archive, row, "another row has the same kernel for %s already");
      }
    }
    if (cells instanceof ImageCells) {
      tally.images.add(row);
    }
    tally.kernels++;
    tally.codeBytes += row.entry().originalSizeBytes();
  }

  private static OperationException clash(Path archive, Row row, String what) {
    return new OperationException(
        Obstacle.CLASH,
        "%s, %s: %s. Name each archive once, and unpack different databases separately."
            .formatted(archive, row.entry().key().text(), what.formatted(row.file())));
  }

  private static OperationException wrong(Path archive, ArchiveEntry entry, String what) {
    return new OperationException(
        Obstacle.UNKNOWN_DATABASE,
        "%s, %s: %s. Name archives that pack-database wrote."
            .formatted(archive, entry.key().text(), what));
  }
}
