package org.kpackworkbench.model.operation.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.codeobject.HeaderTarget;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.sqlite.KernelTable;
import org.kpackworkbench.model.format.sqlite.PackableTable;
import org.kpackworkbench.model.format.sqlite.RocfftName;
import org.kpackworkbench.model.format.sqlite.SqliteDocument;
import org.kpackworkbench.model.format.sqlite.TableKernel;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;

/**
 * A file of SQLite's whose rows are kernels of rocFFT or MIOpen, read anew in each pass.
 *
 * @param file where it is
 * @param path its path below what is packed
 * @param table which of its tables has them
 * @param source what tells its rows from those of another file with that path; empty while it is
 *     not known
 */
record KernelTables(Path file, String path, KernelTable table, String source)
    implements DatabasePart {
  /**
   * Reads all rows but for their code, for a source that is equal for the same rows in any order:
   * the sum of the beginnings of their SHA-256.
   */
  static KernelTables of(Path file, String path, KernelTable table, Progress progress)
      throws IOException {
    KernelTables unknown = new KernelTables(file, path, table, "");
    long[] sum = new long[1];
    unknown.rows(UnpackBudget.operation(), progress.cancelOnly(), row -> sum[0] += number(row));
    return new KernelTables(file, path, table, RowNumber.text(sum[0]));
  }

  private static long number(DatabaseRow row) throws IOException {
    StringBuilder text = new StringBuilder(row.target());
    row.source()
        .metadata()
        .forEach(
            (name, value) ->
                text.append('\0')
                    .append(name)
                    .append('\0')
                    .append(
                        value instanceof MsgValue.Binary binary
                            ? HexText.of(binary.bytes())
                            : value.toString()));
    return RowNumber.of(text.toString());
  }

  @Override
  public String database() {
    return table.database();
  }

  @Override
  public int files() {
    return 1;
  }

  @Override
  public void rows(UnpackBudget budget, Progress progress, Taker<DatabaseRow> taker)
      throws IOException {
    Formats formats = StandardFormats.all();
    Opening opening = new Opening(formats, progress, budget);
    try (Document document = formats.open(file, opening)) {
      if (!(document instanceof SqliteDocument tables)) {
        throw Obstacle.UNKNOWN_DATABASE.exception(
            "%s: expected an SQLite database with the table %s, found %s. %s",
            file, table.table(), document.format().words(), WRONG_FILE);
      }
      rows(tables, progress, taker);
    }
  }

  private void rows(SqliteDocument tables, Progress progress, Taker<DatabaseRow> taker)
      throws IOException {
    if (!tables.schemaProblems().isEmpty()) {
      throw tables.schemaProblems().getFirst();
    }
    checkSchema(tables, progress);
    PackableTable rows = new PackableTable(tables, table);
    boolean unique =
        table.equals(KernelTable.MIOPEN)
            && rows.hasUniqueIndex(Set.of(table.name(), table.target()), progress);
    rows.each(
        table.others(),
        progress,
        kernel -> {
          checkTarget(kernel);
          if (table.namesFiles()) {
            taker.take(ofFile(kernel));
            return;
          }
          taker.take(
              new DatabaseRow(
                  table.database(),
                  filed(kernel),
                  key(kernel),
                  table.equals(KernelTable.ROCFFT) ? "co" : "hsaco",
                  kernel.sizeBytes(),
                  new Source(this, kernel, unique)));
        });
  }

  /** The row's target, with the features that its code needs if that is stored as it is. */
  private static String filed(TableKernel kernel) throws FormatException {
    GpuTarget named = GpuTarget.lenient(kernel.target());
    HeaderTarget header = HeaderTarget.of(ByteView.of("code object", kernel.header()));
    return header != null
            && header.target().processor().equals(named.processor())
            && header.target().agrees(named)
        ? header.target().toString()
        : kernel.target();
  }

  private DatabaseRow ofFile(TableKernel kernel) throws IOException {
    String name = kernel.name();
    String unsafe = BinaryKey.unsafe(name).orElse(null);
    if (unsafe != null) {
      throw refused(
          "kernel_path %s: expected a path below the database's folder, found %s, which unpack-database cannot restore"
              .formatted(name, unsafe));
    }
    Path code = file.toAbsolutePath().resolveSibling(name);
    if (!Files.isRegularFile(code)) {
      throw refused(
          ("kernel_path %s: expected a file at %s, found none. Copy it from the source of the"
                  + " database.")
              .formatted(name, code));
    }
    GpuTarget filed = FiledTarget.check(code, GpuTarget.lenient(kernel.target()));
    NamedSource source = new NamedSource(this, kernel, code);
    Map<String, MsgValue> columns = source.metadata();
    return new DatabaseRow(
        table.database(),
        filed.toString(),
        "%s/%s/%s/%s/kernel_%s"
            .formatted(
                table.database(),
                DatabaseRow.bare(kernel.target()),
                columns.get("length"),
                columns.get("precision"),
                source.stem()),
        name.endsWith(".hsaco") ? "hsaco" : "co",
        Files.size(code),
        source);
  }

  private OperationException refused(String what) {
    return Obstacle.UNKNOWN_DATABASE.exception("%s, %s", file, what);
  }

  private String key(TableKernel kernel) {
    String bare = DatabaseRow.bare(kernel.target());
    if (table.equals(KernelTable.MIOPEN)) {
      return "%s/%s/%s".formatted(table.database(), bare, kernel.name());
    }
    List<String> folders = new ArrayList<>(List.of(table.database(), bare));
    folders.addAll(RocfftName.parameters(kernel.name()).values());
    return "%s/kernel_%s".formatted(String.join("/", folders), kernel.name());
  }

  /** Refuses what a library did not make: it would be lost on the way back. */
  private void checkSchema(SqliteDocument tables, Progress progress) throws IOException {
    List<String> more = new ArrayList<>();
    if (!tables.kernelTables().contains(table.table())) {
      throw Obstacle.UNKNOWN_DATABASE.exception(
          "%s: expected the table %s with the columns that its library makes, found %s",
          file,
          table.table(),
          tables.tables().isEmpty()
              ? "no table"
              : String.join(
                  ", ", tables.tables().stream().map(SqliteDocument.Table::name).toList()));
    }
    List<String> columns = new ArrayList<>(table.others());
    columns.remove(KernelTable.ROW_ID);
    for (SqliteDocument.Table each : tables.tables()) {
      if (each.name().equals(table.table())) {
        columns.removeAll(each.columns());
      }
    }
    if (!columns.isEmpty()) {
      throw refused(
          "table %s: expected the column %s, found none"
              .formatted(table.table(), String.join(", ", columns)));
    }
    PackableTable rows = new PackableTable(tables, table);
    rows.otherColumns().forEach(column -> more.add("the column " + column));
    tables.tables().stream()
        .filter(other -> !other.name().equals(table.table()))
        .forEach(other -> more.add("the table " + other.name()));
    more.addAll(rows.otherSchema(progress));
    if (!more.isEmpty()) {
      throw Obstacle.UNKNOWN_DATABASE.exception(
          "%s: expected only the table %s with the columns that its library makes, found also %s, which unpack-database cannot restore",
          file, table.table(), String.join(", ", more));
    }
    List<String> key = rows.primaryKey(progress);
    // Without the library's key rows may be equal, which no database of the library has.
    if (!table.primaryKey().isEmpty() && !Set.copyOf(key).equals(Set.copyOf(table.primaryKey()))) {
      throw refused(
          "table %s: expected the primary key %s, found %s, which unpack-database cannot restore"
              .formatted(
                  table.table(),
                  String.join(", ", table.primaryKey()),
                  key.isEmpty() ? "none" : String.join(", ", key)));
    }
    String name = rows.nameThatIsNoText(progress).orElse(null);
    if (name != null) {
      throw refused(
          "kernel %s: expected text, found something else, which unpack-database cannot restore"
              .formatted(name));
    }
    String other = rows.codeThatIsNoBytes(progress).orElse(null);
    if (other != null) {
      throw refused(
          "kernel %s: expected bytes in the column of code, found something else, which unpack-database cannot restore"
              .formatted(other));
    }
  }

  /** Refuses a kernel that names no architecture: it has no archive to go to. */
  private void checkTarget(TableKernel kernel) throws OperationException {
    if (kernel.target().isEmpty()) {
      throw Obstacle.UNKNOWN_DATABASE.exception(
          "%s, kernel %s: expected an architecture in %s, found none",
          file,
          kernel.name(),
          table.equals(KernelTable.MIOPEN)
              ? "column kernel_args or the file's name"
              : "column arch");
    }
  }

  private void cells(TableKernel kernel, Map<String, MsgValue> all) throws OperationException {
    for (Map.Entry<String, MsgValue> cell : kernel.cells().entrySet()) {
      check(kernel, cell.getKey(), cell.getValue());
      all.put(cell.getKey(), cell.getValue());
    }
  }

  /** Columns of SQLite's hold anything; the way back makes them as the library does. */
  private void check(TableKernel kernel, String column, MsgValue value) throws OperationException {
    String expected =
        switch (table.type(column)) {
          case "INTEGER" -> value instanceof MsgValue.Int ? "" : "a number";
          case "BLOB" -> value instanceof MsgValue.Binary ? "" : "bytes";
          default -> value instanceof MsgValue.Text ? "" : "text";
        };
    if (!expected.isEmpty()) {
      throw refused(
          "kernel %s: expected %s in column %s, found %s, which %s does not write"
              .formatted(
                  kernel.name(),
                  expected,
                  column,
                  value instanceof MsgValue.Nil ? "nothing" : "something else",
                  table.whose()));
    }
  }

  private record NamedSource(KernelTables part, TableKernel kernel, Path code)
      implements DatabaseRow.Source {
    String stem() {
      String name = code.getFileName().toString();
      int dot = name.lastIndexOf('.');
      return dot > 0 ? name.substring(0, dot) : name;
    }

    @Override
    public Map<String, MsgValue> metadata() throws OperationException {
      Map<String, MsgValue> all =
          DatabaseRow.metadata(part.table.database(), part.path, part.source);
      all.put(DatabaseRow.KERNEL, new MsgValue.Text(stem()));
      all.put(DatabaseRow.ARCH, new MsgValue.Text(kernel.target()));
      part.cells(kernel, all);
      return all;
    }

    @Override
    public Path file() {
      return code;
    }

    @Override
    public ByteView load() throws IOException {
      return ByteView.of(code.toString(), Files.readAllBytes(code));
    }
  }

  /** A row, while the pass is at it. */
  private record Source(KernelTables part, TableKernel kernel, boolean unique)
      implements DatabaseRow.Source {
    @Override
    public Map<String, MsgValue> metadata() throws IOException {
      Map<String, MsgValue> all =
          DatabaseRow.metadata(part.table.database(), part.path, part.source);
      if (part.table.equals(KernelTable.ROCFFT)) {
        all.put(DatabaseRow.KERNEL, new MsgValue.Text(kernel.name()));
        if (!filed(kernel).equals(kernel.target())) {
          all.put(DatabaseRow.ARCH, new MsgValue.Text(kernel.target()));
        }
        all.putAll(RocfftName.facts(kernel.name()));
      }
      part.cells(kernel, all);
      if (part.table.equals(KernelTable.MIOPEN)) {
        all.put(DatabaseRow.UNIQUE, new MsgValue.Bool(unique));
      }
      return all;
    }

    @Override
    public ByteView load() throws FormatException {
      return kernel.code();
    }
  }
}
