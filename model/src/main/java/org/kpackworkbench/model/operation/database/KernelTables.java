package org.kpackworkbench.model.operation.database;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.sqlite.RocfftName;
import org.kpackworkbench.model.format.sqlite.SqliteDocument;
import org.kpackworkbench.model.format.sqlite.SqliteDocument.TableKernel;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;

/**
 * A file of SQLite's whose rows are kernels of rocFFT or MIOpen, read anew in each pass.
 *
 * @param file where it is
 * @param path its path below what is packed
 * @param library whose it is
 */
record KernelTables(Path file, String path, Library library) implements DatabasePart {
  /** What is known of a library's table. */
  enum Library {
    /** A cache, whose rows name their architecture. */
    ROCFFT(
        "rocfft",
        "cache_v1",
        List.of(DatabaseRow.HIP_VERSION, DatabaseRow.GENERATOR, DatabaseRow.TIMESTAMP)),
    /** Kernels of convolutions, whose arguments for the compiler name the architecture. */
    MIOPEN(
        "miopen",
        "kern_db",
        List.of(
            DatabaseRow.KERNEL,
            DatabaseRow.ARGUMENTS,
            DatabaseRow.ID,
            DatabaseRow.HASH,
            DatabaseRow.UNPACKED_SIZE));

    private final String database;
    private final String table;
    private final List<String> columns;

    Library(String database, String table, List<String> columns) {
      this.database = database;
      this.table = table;
      this.columns = columns;
    }

    /** The name of the table. */
    String table() {
      return table;
    }
  }

  @Override
  public String database() {
    return library.database;
  }

  @Override
  public int files() {
    return 1;
  }

  @Override
  public void rows(Progress progress, RowTaker taker) throws IOException {
    try (Document document = StandardFormats.all().open(file, progress)) {
      if (!(document instanceof SqliteDocument tables)) {
        throw new OperationException(
            Obstacle.UNKNOWN_DATABASE,
            "%s: expected an SQLite database with the table %s, found %s. Take the file out of the folder, or copy it again from where it came."
                .formatted(file, library.table, document.format().words()));
      }
      rows(tables, progress, taker);
    }
  }

  private void rows(SqliteDocument tables, Progress progress, RowTaker taker) throws IOException {
    if (!tables.schemaProblems().isEmpty()) {
      throw tables.schemaProblems().getFirst();
    }
    checkSchema(tables);
    boolean unique =
        library == Library.MIOPEN
            && tables.hasUniqueIndex(
                library.table, Set.of(DatabaseRow.KERNEL, DatabaseRow.ARGUMENTS), progress);
    tables.eachKernel(
        library.table,
        library.columns,
        progress,
        kernel -> {
          checkTarget(kernel);
          taker.take(
              new DatabaseRow(
                  library.database,
                  kernel.target(),
                  key(kernel),
                  library == Library.ROCFFT ? "co" : "hsaco",
                  kernel.sizeBytes(),
                  new Source(this, kernel, unique)));
        });
  }

  private String key(TableKernel kernel) {
    String bare = DatabaseRow.bare(kernel.target());
    if (library == Library.MIOPEN) {
      return "%s/%s/%s".formatted(library.database, bare, kernel.name());
    }
    List<String> folders = new ArrayList<>(List.of(library.database, bare));
    folders.addAll(RocfftName.parameters(kernel.name()).values());
    return "%s/kernel_%s".formatted(String.join("/", folders), kernel.name());
  }

  /** What a library did not make would be lost on the way back. */
  private void checkSchema(SqliteDocument tables) throws OperationException {
    List<String> more = new ArrayList<>();
    if (!tables.kernelTables().contains(library.table)) {
      throw new OperationException(
          Obstacle.UNKNOWN_DATABASE,
          "%s: expected the table %s with the columns that its library makes, found %s"
              .formatted(
                  file,
                  library.table,
                  tables.tables().isEmpty()
                      ? "no table"
                      : String.join(
                          ", ",
                          tables.tables().stream().map(SqliteDocument.Table::name).toList())));
    }
    tables.otherColumns(library.table).forEach(column -> more.add("the column " + column));
    tables.tables().stream()
        .filter(other -> !other.name().equals(library.table))
        .forEach(other -> more.add("the table " + other.name()));
    if (!more.isEmpty()) {
      throw new OperationException(
          Obstacle.UNKNOWN_DATABASE,
          "%s: expected only the table %s with the columns that its library makes, found also %s, which unpack-database cannot restore"
              .formatted(file, library.table, String.join(", ", more)));
    }
  }

  /** What names no architecture has no archive to go to. */
  private void checkTarget(TableKernel kernel) throws OperationException {
    if (kernel.target().isEmpty()) {
      throw new OperationException(
          Obstacle.UNKNOWN_DATABASE,
          "%s, kernel %s: expected an architecture in %s, found none"
              .formatted(
                  file,
                  kernel.name(),
                  library == Library.ROCFFT
                      ? "column arch"
                      : "column kernel_args or the file's name"));
    }
  }

  /** A row, while the pass is at it. */
  private record Source(KernelTables part, TableKernel kernel, boolean unique)
      implements DatabaseRow.Source {
    @Override
    public Map<String, MsgValue> metadata() throws OperationException {
      Map<String, MsgValue> all = new LinkedHashMap<>();
      all.put(DatabaseRow.DATABASE, new MsgValue.Text(part.library.database));
      all.put(DatabaseRow.PATH, new MsgValue.Text(part.path));
      if (part.library == Library.ROCFFT) {
        all.put(DatabaseRow.KERNEL, new MsgValue.Text(kernel.name()));
        all.putAll(NamedFacts.transform(kernel.name()));
      }
      for (Map.Entry<String, MsgValue> cell : kernel.cells().entrySet()) {
        check(cell.getKey(), cell.getValue());
        all.put(cell.getKey(), cell.getValue());
      }
      if (part.library == Library.MIOPEN) {
        all.put(DatabaseRow.UNIQUE, new MsgValue.Bool(unique));
      }
      return all;
    }

    /** Columns of SQLite's hold anything; the way back makes them as the library does. */
    private void check(String column, MsgValue value) throws OperationException {
      String expected =
          switch (column) {
            case DatabaseRow.HIP_VERSION,
                DatabaseRow.TIMESTAMP,
                DatabaseRow.ID,
                DatabaseRow.UNPACKED_SIZE ->
                value instanceof MsgValue.Int ? "" : "a number";
            case DatabaseRow.GENERATOR -> value instanceof MsgValue.Binary ? "" : "bytes";
            default -> value instanceof MsgValue.Text ? "" : "text";
          };
      if (!expected.isEmpty()) {
        throw new OperationException(
            Obstacle.UNKNOWN_DATABASE,
            "%s, kernel %s: expected %s in column %s, found %s, which %s does not write"
                .formatted(
                    part.file,
                    kernel.name(),
                    expected,
                    column,
                    value instanceof MsgValue.Nil ? "nothing" : "something else",
                    part.library == Library.ROCFFT ? "rocFFT" : "MIOpen"));
      }
    }

    @Override
    public ByteView load() throws FormatException {
      return kernel.code();
    }
  }
}
