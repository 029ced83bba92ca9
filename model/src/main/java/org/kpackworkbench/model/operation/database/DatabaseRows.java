package org.kpackworkbench.model.operation.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentPart;
import org.kpackworkbench.model.format.registry.PartsDocument;
import org.kpackworkbench.model.format.sqlite.RocfftName;
import org.kpackworkbench.model.format.sqlite.SqliteDocument;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;

/** The code objects of a database, by archive. */
final class DatabaseRows implements AutoCloseable {
  private static final String ROCFFT = "rocfft";
  private static final String MIOPEN = "miopen";
  private static final String AOTRITON = "aotriton";
  private static final Set<String> DATABASE_FORMATS = Set.of("sqlite", "aks2");
  private static final long MOST_IN_MEMORY_BYTES = 1 << 20;

  /** By database and architecture, which is an archive. */
  private final Map<String, List<DatabaseRow>> archives = new TreeMap<>();

  private final Set<String> keys = new HashSet<>();
  private final @Nullable Document document;
  private int files;

  private DatabaseRows(@Nullable Document document) {
    this.document = document;
  }

  /**
   * Finds them.
   *
   * @throws OperationException where there are none that can be packed
   */
  static DatabaseRows of(Path input, Progress progress) throws IOException {
    DatabaseRows rows;
    if (Files.isDirectory(input)) {
      rows = new DatabaseRows(null);
      rows.folder(input, progress);
    } else {
      Document document = StandardFormats.all().open(input, progress);
      rows = new DatabaseRows(document);
      try {
        rows.table(input, document);
      } catch (IOException | RuntimeException failure) {
        document.close();
        throw failure;
      }
    }
    if (rows.archives.isEmpty()) {
      throw new OperationException(
          Obstacle.UNKNOWN_DATABASE,
          "%s: expected a folder with .co or .hsaco files of rocBLAS, hipBLASLt, hipSPARSELt or AOTriton in folders as they are installed, found none"
              .formatted(input));
    }
    return rows;
  }

  /** The archives' names without ending, and what goes into each. */
  Map<String, List<DatabaseRow>> archives() {
    return archives;
  }

  /** Number of files that are no code objects of a database, and stay where they are. */
  int files() {
    return files;
  }

  private void add(DatabaseRow row) {
    archives
        .computeIfAbsent(row.database() + "-" + row.architecture(), name -> new ArrayList<>())
        .add(row);
  }

  /** A key that is not there yet for a target. */
  private String free(String key, String target) {
    String free = key;
    for (int i = 2; !keys.add(free + "\n" + target); i++) {
      free = key + "-" + i;
    }
    return free;
  }

  private void folder(Path root, Progress progress) throws IOException {
    Databases known = Databases.installed();
    // Recognisers go by the folders above, which the path from the root may not have.
    String above = root.toRealPath().toString().replace('\\', '/');
    for (TreeItem item : TreeItem.below(root, progress)) {
      progress.step(0);
      if (item.kind() != TreeItem.Kind.FILE) {
        continue;
      }
      String name = item.source().getFileName().toString();
      String type = name.endsWith(".co") ? "co" : name.endsWith(".hsaco") ? "hsaco" : "";
      Optional<DatabaseFile> file =
          type.isEmpty() ? Optional.empty() : known.recognise(above + "/" + item.path());
      if (file.isEmpty() || file.get().architecture() == null) {
        files++;
        continue;
      }
      String database = file.get().database();
      String target = file.get().architecture().toString();
      String stem = name.substring(0, name.length() - type.length() - 1);
      add(
          new DatabaseRow(
              database,
              target,
              free("%s/%s/%s".formatted(database, target, stem), target),
              type,
              item.sizeBytes(),
              new FileSource(database, stem, item)));
    }
  }

  private void table(Path input, Document document) throws IOException {
    String library =
        switch (document) {
          case SqliteDocument tables when tables.hasTable("cache_v1") -> ROCFFT;
          case SqliteDocument tables when tables.hasTable("kern_db") -> MIOPEN;
          case PartsDocument parts when parts.format().id().equals("aks2") -> AOTRITON;
          // A table that cannot be read is not among the tables, or there are no tables at all.
          case Document broken
              when DATABASE_FORMATS.contains(broken.format().id())
                  && !broken.problems().isEmpty() ->
              throw broken.problems().getFirst();
          default ->
              throw new OperationException(
                  Obstacle.UNKNOWN_DATABASE,
                  "%s: expected rocFFT's kernel cache with the table cache_v1, MIOpen's kernels with the table kern_db, AOTriton's .aks2, or a folder, found %s"
                      .formatted(input, document.format().words()));
        };
    if (!document.problems().isEmpty()) {
      throw document.problems().getFirst();
    }
    String file = input.toAbsolutePath().getFileName().toString();
    if (document instanceof SqliteDocument tables) {
      checkSchema(input, library.equals(ROCFFT) ? "cache_v1" : "kern_db", tables);
      if (library.equals(ROCFFT)) {
        rocfft(input, file, tables.codeObjects());
      } else {
        miopen(input, file, tables);
      }
    } else {
      aotriton(input, file, document.parts());
    }
  }

  /** What a library did not make would be lost on the way back. */
  private static void checkSchema(Path input, String table, SqliteDocument tables)
      throws OperationException {
    List<String> more = new ArrayList<>();
    tables.otherColumns(table).forEach(column -> more.add("the column " + column));
    tables.tables().stream()
        .filter(other -> !other.name().equals(table))
        .forEach(other -> more.add("the table " + other.name()));
    if (!more.isEmpty()) {
      throw new OperationException(
          Obstacle.UNKNOWN_DATABASE,
          "%s: expected only the table %s with the columns that its library makes, found also %s, which unpack-database cannot restore"
              .formatted(input, table, String.join(", ", more)));
    }
  }

  /** What names no architecture has no archive to go to. */
  private static void checkTarget(Path input, String kernel, String target, String where)
      throws OperationException {
    if (target.isEmpty()) {
      throw new OperationException(
          Obstacle.UNKNOWN_DATABASE,
          "%s, kernel %s: expected an architecture in %s, found none"
              .formatted(input, kernel, where));
    }
  }

  private void miopen(Path input, String file, SqliteDocument tables) throws IOException {
    CodeObjects code = tables.codeObjects();
    boolean unique =
        tables.hasUniqueIndex(
            "kern_db", Set.of(DatabaseRow.KERNEL, DatabaseRow.ARGUMENTS), Progress.NONE);
    for (int row = 0; row < code.size(); row++) {
      CodeObjectRow kernel = code.row(row);
      checkTarget(
          input, kernel.binary(), kernel.targetText(), "column kernel_args or the file's name");
      String key = "%s/%s/%s".formatted(MIOPEN, kernel.target().bare(), kernel.binary());
      add(
          new DatabaseRow(
              MIOPEN,
              kernel.targetText(),
              free(key, kernel.targetText()),
              "hsaco",
              kernel.originalSizeBytes(),
              new MiopenSource(file, tables, row, unique)));
    }
  }

  private void aotriton(Path input, String file, List<DocumentPart> parts) throws IOException {
    for (int index = 0; index < parts.size(); index++) {
      DocumentPart part = parts.get(index);
      FormatException problem = part.problem();
      if (problem != null) {
        throw problem;
      }
      if (!(part.place() instanceof Place.CodeObject kernel)) {
        throw new IllegalStateException("a kernel that is no code object: " + part.key());
      }
      checkTarget(input, kernel.binary(), kernel.target(), "the folder's name or the code object");
      String bare = GpuTarget.lenient(kernel.target()).bare().toString();
      add(
          new DatabaseRow(
              AOTRITON,
              kernel.target(),
              free("%s/%s/%s".formatted(AOTRITON, bare, kernel.binary()), kernel.target()),
              "hsaco",
              part.sizeBytes(),
              new ImageSource(file, kernel.binary(), index, part)));
    }
  }

  private void rocfft(Path input, String file, CodeObjects code) throws IOException {
    for (int row = 0; row < code.size(); row++) {
      CodeObjectRow kernel = code.row(row);
      checkTarget(input, kernel.binary(), kernel.targetText(), "column arch");
      String key =
          "%s/%s/%skernel_%s"
              .formatted(
                  ROCFFT,
                  kernel.target().bare(),
                  String.join("", transform(kernel.binary())),
                  kernel.binary());
      add(
          new DatabaseRow(
              ROCFFT,
              kernel.targetText(),
              free(key, kernel.targetText()),
              "co",
              kernel.originalSizeBytes(),
              new TableSource(file, code, row)));
    }
  }

  private static List<String> transform(String kernel) {
    return RocfftName.parameters(kernel).values().stream().map(part -> part + "/").toList();
  }

  @Override
  public void close() throws IOException {
    if (document != null) {
      document.close();
    }
  }

  /** A file. */
  private static final class FileSource implements DatabaseRow.Source {
    private final String database;
    private final String stem;
    private final TreeItem item;
    private @Nullable MappedFile mapped;

    FileSource(String database, String stem, TreeItem item) {
      this.database = database;
      this.stem = stem;
      this.item = item;
    }

    @Override
    public Map<String, MsgValue> metadata() {
      Map<String, MsgValue> all = new LinkedHashMap<>();
      all.put(DatabaseRow.DATABASE, new MsgValue.Text(database));
      all.put(DatabaseRow.PATH, new MsgValue.Text(item.path()));
      all.putAll(DatabaseRow.selection(database, stem));
      return all;
    }

    @Override
    public ByteView load() throws IOException {
      // Small ones are read: a process may have only so many files mapped.
      if (item.sizeBytes() <= MOST_IN_MEMORY_BYTES) {
        return ByteView.of(item.source().toString(), Files.readAllBytes(item.source()));
      }
      mapped = MappedFile.open(item.source());
      return mapped.view();
    }

    @Override
    public void release() throws IOException {
      if (mapped != null) {
        mapped.close();
        mapped = null;
      }
    }
  }

  /** A row of MIOpen's. */
  private record MiopenSource(String file, SqliteDocument tables, int row, boolean unique)
      implements DatabaseRow.Source {
    private static final List<String> COLUMNS =
        List.of(
            DatabaseRow.KERNEL,
            DatabaseRow.ARGUMENTS,
            DatabaseRow.ID,
            DatabaseRow.HASH,
            DatabaseRow.UNPACKED_SIZE);

    @Override
    public Map<String, MsgValue> metadata() throws IOException {
      Map<String, MsgValue> all = new LinkedHashMap<>();
      all.put(DatabaseRow.DATABASE, new MsgValue.Text(MIOPEN));
      all.put(DatabaseRow.PATH, new MsgValue.Text(file));
      all.putAll(tables.cells(row, COLUMNS, Progress.NONE));
      all.put(DatabaseRow.UNIQUE, new MsgValue.Bool(unique));
      return all;
    }

    @Override
    public ByteView load() throws IOException {
      return tables.codeObjects().load(row, Progress.NONE);
    }
  }

  /** A kernel of AOTriton's. */
  private record ImageSource(String file, String kernel, int index, DocumentPart part)
      implements DatabaseRow.Source {
    @Override
    public Map<String, MsgValue> metadata() {
      Map<String, MsgValue> all = new LinkedHashMap<>();
      all.put(DatabaseRow.DATABASE, new MsgValue.Text(AOTRITON));
      all.put(DatabaseRow.PATH, new MsgValue.Text(file));
      all.put(DatabaseRow.KERNEL, new MsgValue.Text(kernel));
      all.putAll(DatabaseRow.selection(AOTRITON, kernel));
      all.put(DatabaseRow.INDEX, MsgValue.Int.of(index));
      all.put(DatabaseRow.OFFSET, number("offset"));
      all.put(DatabaseRow.SHARED_BYTES, number("shared memory"));
      all.put(DatabaseRow.THREADS, number("threads"));
      return all;
    }

    private MsgValue.Int number(String field) {
      return MsgValue.Int.of(Long.parseLong(part.fields().getOrDefault(field, "")));
    }

    @Override
    public ByteView load() throws IOException {
      return part.content().load();
    }
  }

  /** A row of rocFFT's cache. */
  private record TableSource(String file, CodeObjects code, int row) implements DatabaseRow.Source {
    @Override
    public Map<String, MsgValue> metadata() throws IOException {
      String kernel = code.row(row).binary();
      Map<String, MsgValue> facts = code.metadata(row);
      Map<String, MsgValue> all = new LinkedHashMap<>();
      all.put(DatabaseRow.DATABASE, new MsgValue.Text(ROCFFT));
      all.put(DatabaseRow.PATH, new MsgValue.Text(file));
      all.put(DatabaseRow.KERNEL, new MsgValue.Text(kernel));
      RocfftName.parameters(kernel)
          .forEach(
              (name, text) ->
                  all.put(
                      name,
                      text.matches("\\d{1,18}")
                          ? MsgValue.Int.of(Long.parseLong(text))
                          : new MsgValue.Text(text)));
      all.put(DatabaseRow.HIP_VERSION, number(facts, "HIP version"));
      all.put(
          DatabaseRow.GENERATOR,
          new MsgValue.Binary(HexText.parse(text(facts, "generator")), null));
      all.put(DatabaseRow.TIMESTAMP, number(facts, "timestamp"));
      return all;
    }

    private static String text(Map<String, MsgValue> facts, String name) {
      return facts.get(name) instanceof MsgValue.Text(String value) ? value : "";
    }

    private MsgValue.Int number(Map<String, MsgValue> facts, String name) throws IOException {
      String text = text(facts, name);
      try {
        return MsgValue.Int.of(Long.parseLong(text));
      } catch (NumberFormatException wrong) {
        throw new IOException(
            "%s, kernel %s: expected a number as %s, found %s"
                .formatted(file, code.row(row).binary(), name, text),
            wrong);
      }
    }

    @Override
    public ByteView load() throws IOException {
      return code.load(row, Progress.NONE);
    }
  }
}
