package org.kpackworkbench.model.format.sqlite;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.registry.CodeElsewhere;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.CodeStore;
import org.kpackworkbench.model.format.registry.DocumentPart;
import org.kpackworkbench.model.format.registry.FileInfo;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.Lazy;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.PartsInfo;
import org.kpackworkbench.model.format.registry.SourceDocument;

/** An open database: its tables, and the kernels in those that are known. */
public final class SqliteDocument extends SourceDocument {
  private static final int MOST_TEXT_ROWS = 100_000;
  private static final int MOST_CELL_CHARACTERS = 4096;

  private final SqliteFile file;
  private final Lazy<Schema> schema;
  private final Lazy<Contents> contents;
  private final Opening opening;
  private final boolean namesFiles;

  SqliteDocument(OpenSource source, Opening opening) throws FormatException {
    super(source, SqliteFormat.FORMAT);
    this.opening = opening;
    Progress progress = opening.progress();
    this.file = new SqliteFile(source.place(), source.bytes());
    try {
      // The first query finds out whether it can be read at all.
      List<String> tables =
          file.texts(
              "schema",
              "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%'"
                  + " ESCAPE '\\' ORDER BY name",
              progress);
      this.namesFiles =
          tables.contains(KernelFiles.TABLE)
              && file.columns(KernelFiles.TABLE, progress)
                  .containsAll(List.of("arch", KernelFiles.PATH));
      this.schema = new Lazy<>(() -> schema(tables));
    } catch (FormatException failure) {
      file.close();
      throw failure;
    }
    this.contents = new Lazy<>(this::read);
  }

  /** Content that is known without reading rows. */
  private record Schema(
      List<Table> tables, List<KernelTable> known, List<FormatException> problems) {}

  /** The rows that are kernels or name their files, but for their code. */
  private record Contents(
      SqliteKernels code, List<KernelFiles.Row> files, List<FormatException> problems) {}

  /**
   * A table.
   *
   * @param columns the names of its columns, in order
   * @param rows how many rows it has
   */
  public record Table(String name, List<String> columns, long rows) {}

  private Schema schema(List<String> names) {
    List<FormatException> problems = new ArrayList<>(file.aside());
    List<Table> tables = new ArrayList<>();
    List<KernelTable> kernels = new ArrayList<>();
    for (String name : names) {
      try {
        Table table = table(name);
        tables.add(table);
        for (KernelTable known : KernelTable.KNOWN) {
          if (known.fits(name, Set.copyOf(table.columns()))) {
            kernels.add(known.storedBy(storedBy(name)));
          }
        }
      } catch (FormatException failure) {
        problems.add(failure);
      }
    }
    return new Schema(List.copyOf(tables), List.copyOf(kernels), List.copyOf(problems));
  }

  /** The columns by which SQLite stores the rows of a table; none if it does by row ids. */
  List<String> storedBy(String table) throws FormatException {
    List<String> withoutRowIds =
        file.texts(
            "table " + table,
            "SELECT 1 FROM pragma_table_list('%s') WHERE wr".formatted(escaped(table)),
            Progress.NONE);
    return withoutRowIds.isEmpty() ? List.of() : primaryKey(table, Progress.NONE);
  }

  private static String escaped(String table) {
    return table.replace("'", "''");
  }

  private Contents read() {
    List<FormatException> problems = new ArrayList<>(schema.get().problems());
    List<KernelRow> kernels = new ArrayList<>();
    for (KernelTable table : schema.get().known()) {
      try {
        kernels(table, kernels);
      } catch (FormatException failure) {
        problems.add(failure);
      }
    }
    List<KernelFiles.Row> named = new ArrayList<>();
    for (Table table : tables()) {
      if (namesFiles && table.name().equals(KernelFiles.TABLE)) {
        try {
          files(table, named);
        } catch (FormatException failure) {
          problems.add(failure);
        }
      }
    }
    return new Contents(
        new SqliteKernels(file, place(), bytes().name(), opening.budget(), kernels),
        List.copyOf(named),
        List.copyOf(problems));
  }

  /** The rows that name files; their other columns are what a kernel is selected by. */
  private void files(Table table, List<KernelFiles.Row> rows) throws FormatException {
    String columns =
        table.columns().stream().map(SqliteDocument::quoted).collect(Collectors.joining(", "));
    file.query(
        "table " + table.name(),
        "SELECT %s FROM %s ORDER BY %s"
            .formatted(
                columns,
                quoted(table.name()),
                KernelTable.ROCFFT_FILES.storedBy(storedBy(table.name())).order()),
        Progress.NONE,
        row -> {
          Map<String, String> cells = new LinkedHashMap<>();
          for (int i = 0; i < table.columns().size(); i++) {
            cells.put(table.columns().get(i), KernelRow.text(row.getString(i + 1)));
          }
          String arch = KernelRow.text(cells.remove("arch"));
          String path = KernelRow.text(cells.remove(KernelFiles.PATH));
          rows.add(new KernelFiles.Row(rows.size() + 1L, arch, cells, path));
        });
  }

  private Table table(String name) throws FormatException {
    Set<String> columns = file.columns(name, Progress.NONE);
    String rows =
        file.texts("table " + name, "SELECT count(*) FROM " + quoted(name), Progress.NONE)
            .getFirst();
    return new Table(name, List.copyOf(columns), Long.parseLong(rows));
  }

  private void kernels(KernelTable table, List<KernelRow> kernels) throws FormatException {
    String ofFile = targetOfFile();
    Map<String, Integer> times = new HashMap<>();
    long[] number = new long[1];
    file.query(
        "table " + table.table(),
        table.rows(),
        Progress.NONE,
        row -> {
          KernelRow kernel = KernelRow.of(table, row, ++number[0], ofFile);
          List<String> facts = new ArrayList<>();
          for (int i = 0; i < table.facts().size(); i++) {
            facts.add(KernelRow.text(row.getString(7 + i)).strip());
          }
          String same = kernel.name() + "\n" + kernel.target();
          kernels.add(kernel.with(times.merge(same, 1, Integer::sum) - 1, List.copyOf(facts)));
        });
  }

  /** The architecture that the file's own name says; MIOpen's say one. */
  public Optional<GpuTarget> architectureOfName() {
    return Databases.installed()
        .recognise("miopen/db/" + place().label())
        .map(DatabaseFile::architecture);
  }

  /** Returns the architecture in the file's own name as text; empty if it states none. */
  String targetOfFile() {
    return architectureOfName().map(GpuTarget::toString).orElse("");
  }

  /** Its tables, by their names; those that cannot be read are {@link #problems}. */
  public List<Table> tables() {
    return schema.get().tables();
  }

  /** The tables whose rows are kernels, or name their files. */
  public List<String> kernelTables() {
    List<String> names = new ArrayList<>();
    schema.get().known().forEach(table -> names.add(table.table()));
    if (namesFiles) {
      names.add(KernelTable.ROCFFT_FILES.table());
    }
    return names;
  }

  SqliteFile file() {
    return file;
  }

  TableKernel kernel(KernelRow kernel, ResultSet row, List<String> columns) throws SQLException {
    return new TableKernel(file, bytes().name(), opening.budget(), kernel, row, columns);
  }

  /** Those of {@link #problems} that are known without reading rows. */
  public List<FormatException> schemaProblems() {
    return schema.get().problems();
  }

  /** Whether a table of a name is among {@link #tables}. */
  public boolean hasTable(String name) {
    return tables().stream().anyMatch(table -> table.name().equals(name));
  }

  /**
   * Some rows of a table, as text; of a blob only its size.
   *
   * @param from the number of the first, from 0
   * @param count how many at most
   */
  public List<List<String>> rows(Table table, long from, int count, Progress progress)
      throws FormatException {
    String columns =
        table.columns().stream()
            .map(SqliteDocument::quoted)
            .map(
                column ->
                    "CASE typeof(%1$s) WHEN 'blob' THEN length(%1$s) || ' bytes' WHEN 'text' THEN substr(%1$s, 1, %2$d) ELSE %1$s END"
                        .formatted(column, MOST_CELL_CHARACTERS))
            .collect(Collectors.joining(", "));
    List<List<String>> rows = new ArrayList<>();
    file.query(
        "table " + table.name(),
        "SELECT %s FROM %s LIMIT %d OFFSET %d"
            .formatted(columns, quoted(table.name()), count, from),
        progress,
        row -> {
          List<String> cells = new ArrayList<>();
          for (int i = 1; i <= table.columns().size(); i++) {
            cells.add(KernelRow.text(row.getString(i)));
          }
          rows.add(List.copyOf(cells));
        });
    return List.copyOf(rows);
  }

  /**
   * The columns of a table's primary key, in its order; none if it has no such key.
   *
   * @param table one of {@link #tables}
   */
  List<String> primaryKey(String table, Progress progress) throws FormatException {
    return file.texts(
        "columns of " + table,
        "SELECT name FROM pragma_table_info('%s') WHERE pk > 0 ORDER BY pk"
            .formatted(escaped(table)),
        progress);
  }

  @Override
  public List<FormatException> problems() {
    return contents.get().problems();
  }

  @Override
  public Optional<CodeStore> codeStore() throws FormatException {
    return Optional.ofNullable(CombinedCache.open(path(), bytes(), opening.progress()));
  }

  @Override
  public CodeObjects codeObjects() {
    return contents.get().code();
  }

  @Override
  public String whyNoCodeObjects() {
    List<FormatException> unread = problems();
    if (!unread.isEmpty()) {
      return "no code objects could be read: " + unread.getFirst().words();
    }
    List<String> empty = kernelTables();
    return empty.isEmpty()
        ? "no code objects: no table is one of kernels of rocFFT or MIOpen"
        : "no code objects: the table %s has no rows".formatted(String.join(", ", empty));
  }

  /** The rows that name files beside it, in which kernels are. */
  List<KernelFiles.Row> files() {
    return contents.get().files();
  }

  @Override
  public boolean saysCodeIsElsewhere() {
    return namesFiles;
  }

  /** Those in the files that its rows name. */
  @Override
  public Optional<CodeElsewhere> codeElsewhere(Predicate<Path> wanted, Progress progress)
      throws IOException {
    return namesFiles
        ? Optional.of(
            KernelFiles.of(
                path(),
                files(),
                wanted,
                new Opening(opening.formats(), progress, opening.budget())))
        : Optional.empty();
  }

  @Override
  public List<DocumentPart> parts() throws FormatException {
    List<DocumentPart> parts = new ArrayList<>();
    SqliteKernels code = contents.get().code();
    for (int row = 0; row < code.size(); row++) {
      parts.add(code.part(row));
    }
    for (KernelFiles.Row row : files()) {
      parts.add(part(row));
    }
    for (Table table : tables()) {
      Map<String, String> fields = new LinkedHashMap<>();
      fields.put("rows", Long.toString(table.rows()));
      fields.put("columns", String.join(", ", table.columns()));
      Place.Part place = new Place.Part(place(), "table " + table.name(), new ByteRange(0, 0));
      parts.add(
          new DocumentPart(
              "table",
              table.name(),
              place,
              -1,
              fields,
              progress -> tableText(table, progress),
              null));
    }
    return List.copyOf(parts);
  }

  private DocumentPart part(KernelFiles.Row row) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("target", row.arch());
    fields.putAll(row.parameters());
    fields.put("file", row.file(path()).isPresent() ? row.path() : "missing");
    String text = row.arch() + "\t" + row.path() + "\n";
    return new DocumentPart(
        "kernel",
        row.path().isEmpty() ? "kernel " + row.number() : row.path(),
        row.place(place()),
        -1,
        fields,
        progress -> ByteView.of(row.path(), text.getBytes(StandardCharsets.UTF_8)),
        null);
  }

  /** Its rows, a line each with tabs between the columns. */
  private ByteView tableText(Table table, Progress progress) throws FormatException {
    StringBuilder text = new StringBuilder(String.join("\t", table.columns())).append('\n');
    for (List<String> row : rows(table, 0, MOST_TEXT_ROWS, progress)) {
      text.append(String.join("\t", row)).append('\n');
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    return ByteView.of(place().label() + ", table " + table.name(), bytes);
  }

  private static String quoted(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }

  /** Whether a kernel is one of rocFFT's, whose tables have a column for the architecture. */
  boolean hasArchitectureColumn(int row) {
    return !contents.get().code().rows().get(row).table().arguments();
  }

  /**
   * Returns the targets of MIOpen's rows by their arguments, or else by the file's name, one by
   * one.
   */
  List<String> arguments() {
    return contents.get().code().rows().stream()
        .filter(kernel -> kernel.table().arguments())
        .map(KernelRow::target)
        .toList();
  }

  /** Returns the targets that rocFFT's rows state, one by one. */
  public List<String> architectures() {
    List<String> all = new ArrayList<>();
    for (KernelRow kernel : contents.get().code().rows()) {
      if (!kernel.table().arguments()) {
        all.add(kernel.target());
      }
    }
    files().forEach(row -> all.add(row.arch()));
    return all;
  }

  /** Checks each page, which reads all of the file. */
  void checkPages(Progress progress) throws FormatException {
    List<String> found =
        file.texts("pages", "PRAGMA quick_check(3)", progress).stream()
            .map(SqliteFile::words)
            .toList();
    if (!found.equals(List.of("ok"))) {
      throw file.error("pages", Reason.BAD_VALUE)
          .expected("pages that agree with one another")
          .found(String.join("; ", found))
          .advice(SqliteFile.COPY_AGAIN)
          .build();
    }
  }

  @Override
  public FileInfo info(boolean checksums, Progress progress) throws IOException {
    return new PartsInfo(this, parts(), words());
  }

  @Override
  public FileSummary summary() throws FormatException {
    return new FileSummary(format(), FileSummary.Group.DATABASE, words());
  }

  private String words() {
    int kernels = codeObjects().size() + files().size();
    List<KernelTable> known = schema.get().known();
    if (known.isEmpty() && !namesFiles) {
      return format().words();
    }
    KernelTable table = namesFiles ? KernelTable.ROCFFT : known.getLast();
    return "%s database, %s".formatted(table.whose(), CountText.of(kernels, "kernel"));
  }

  @Override
  public void close() {
    file.close();
    super.close();
  }
}
