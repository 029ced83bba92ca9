package org.kpackworkbench.model.format.sqlite;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackMeter;
import org.kpackworkbench.model.base.unpack.UnpackedStream;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.database.FiledBundle;
import org.kpackworkbench.model.format.offload.BundleFile;
import org.kpackworkbench.model.format.registry.CodeElsewhere;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
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
  private static final Pattern TARGET_ARGUMENT =
      Pattern.compile("(?:-mcpu=|--offload-arch=|--cuda-gpu-arch=)(?<target>gfx[0-9a-z:+-]+)");

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
      Kernels code, List<KernelFiles.Row> files, List<FormatException> problems) {}

  /**
   * A table.
   *
   * @param columns the names of its columns, in order
   * @param rows how many rows it has
   */
  public record Table(String name, List<String> columns, long rows) {
    public Table {
      columns = List.copyOf(columns);
    }
  }

  /** A row that is a kernel; {@code facts} are in the order of the table's. */
  private record Kernel(
      KernelTable table,
      long id,
      String name,
      String target,
      int index,
      long storedBytes,
      long sizeBytes,
      boolean packed,
      @Nullable String md5,
      List<String> facts) {
    Kernel with(int times, List<String> said) {
      return new Kernel(table, id, name, target, times, storedBytes, sizeBytes, packed, md5, said);
    }
  }

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
  private List<String> storedBy(String table) throws FormatException {
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
    List<Kernel> kernels = new ArrayList<>();
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
    return new Contents(new Kernels(kernels), List.copyOf(named), List.copyOf(problems));
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
            cells.put(table.columns().get(i), text(row.getString(i + 1)));
          }
          String arch = text(cells.remove("arch"));
          String path = text(cells.remove(KernelFiles.PATH));
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

  private void kernels(KernelTable table, List<Kernel> kernels) throws FormatException {
    String ofFile = targetOfFile();
    Map<String, Integer> times = new HashMap<>();
    long[] number = new long[1];
    file.query(
        "table " + table.table(),
        table.rows(),
        Progress.NONE,
        row -> {
          Kernel kernel = kernel(table, row, ++number[0], ofFile);
          List<String> facts = new ArrayList<>();
          for (int i = 0; i < table.facts().size(); i++) {
            facts.add(text(row.getString(7 + i)).strip());
          }
          String same = kernel.name() + "\n" + kernel.target();
          kernels.add(kernel.with(times.merge(same, 1, Integer::sum) - 1, List.copyOf(facts)));
        });
  }

  private static Kernel kernel(KernelTable table, ResultSet row, long number, String ofFile)
      throws SQLException {
    long stored = row.getLong(4);
    long size = row.getLong(5);
    return new Kernel(
        table,
        table.isCounted() ? number : row.getLong(1),
        text(row.getString(2)),
        target(table, text(row.getString(3)), ofFile),
        0,
        stored,
        size == 0 ? stored : size,
        size != 0,
        row.getString(6),
        List.of());
  }

  private static String target(KernelTable table, String column, String ofFile) {
    if (!table.arguments()) {
      return column;
    }
    Matcher named = TARGET_ARGUMENT.matcher(column);
    return named.find() ? named.group("target") : ofFile;
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
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
    return passable().stream().map(KernelTable::table).toList();
  }

  private List<KernelTable> passable() {
    List<KernelTable> all = new ArrayList<>(schema.get().known());
    if (namesFiles) {
      all.add(KernelTable.ROCFFT_FILES);
    }
    return all;
  }

  private KernelTable passable(String table) {
    return passable().stream()
        .filter(one -> one.table().equals(table))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no table of kernels: " + table));
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
            cells.add(text(row.getString(i)));
          }
          rows.add(List.copyOf(cells));
        });
    return List.copyOf(rows);
  }

  /** A row of a table of kernels, while {@link #eachKernel} is at it. */
  public final class TableKernel {
    private final Kernel kernel;
    private final ResultSet row;
    private final Map<String, MsgValue> cells = new LinkedHashMap<>();

    private TableKernel(Kernel kernel, ResultSet row, List<String> columns) throws SQLException {
      this.kernel = kernel;
      this.row = row;
      for (String column : columns) {
        cells.put(
            column,
            column.equals(KernelTable.ROW_ID)
                ? MsgValue.Int.of(kernel.id())
                : cell(row.getObject(7 + cells.size())));
      }
    }

    /** Its name. */
    public String name() {
      return kernel.name();
    }

    /** Its architecture, as the row or the file's name says it; empty if neither does. */
    public String target() {
      return kernel.target();
    }

    /** Size of its code object. */
    public long sizeBytes() {
      return kernel.sizeBytes();
    }

    /** Returns the values of the requested columns, as they are stored, in their order. */
    public Map<String, MsgValue> cells() {
      return cells;
    }

    /**
     * Its code object, unpacked; of a row that names a file, the name.
     *
     * @throws FormatException if it is damaged, or another one than its hash says
     */
    public ByteView code() throws FormatException {
      return SqliteDocument.this.code(kernel, blob(7 + cells.size()), opening.budget());
    }

    /** The first bytes of its code object, as many as an ELF header has; none if compressed. */
    public byte[] header() throws FormatException {
      return kernel.packed() ? new byte[0] : blob(8 + cells.size());
    }

    private byte[] blob(int column) throws FormatException {
      try {
        byte[] blob = row.getBytes(column);
        return blob == null ? new byte[0] : blob;
      } catch (SQLException failure) {
        throw file.unreadable("kernel " + kernel.name(), failure);
      }
    }
  }

  /** Takes kernels. */
  @FunctionalInterface
  public interface KernelVisitor {
    /** Takes the next one, which is gone afterwards; what was read of it stays. */
    void take(TableKernel kernel) throws IOException;
  }

  /**
   * Goes through the kernels of a table in the order of its rows, and holds one at a time. Other
   * queries wait meanwhile.
   *
   * @param table the name of a table of kernels
   * @param columns what {@link TableKernel#cells} is to have
   * @throws FormatException if SQLite cannot read a row
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public void eachKernel(
      String table, List<String> columns, Progress progress, KernelVisitor visitor)
      throws IOException {
    KernelTable known = passable(table).storedBy(storedBy(table));
    String ofFile = targetOfFile();
    long[] number = new long[1];
    try {
      file.query(
          "table " + table,
          known.rowsWith(columns),
          progress,
          row -> {
            try {
              Kernel kernel = kernel(known, row, ++number[0], ofFile);
              visitor.take(new TableKernel(kernel, row, columns));
            } catch (IOException failure) {
              throw new UncheckedIOException(failure);
            }
          });
    } catch (UncheckedIOException failure) {
      throw failure.getCause();
    }
  }

  private ByteView code(Kernel kernel, byte @Nullable [] blob, UnpackBudget budget)
      throws FormatException {
    String name = "%s, kernel %s".formatted(bytes().name(), kernel.name());
    byte[] stored = blob == null ? new byte[0] : blob;
    byte[] code =
        kernel.packed() ? Kernels.unpacked(ByteView.of(name, stored), kernel, budget) : stored;
    Kernels.check(ByteView.of(name, code), kernel.md5());
    return ByteView.of(name, code);
  }

  private static MsgValue cell(@Nullable Object value) {
    return switch (value) {
      case null -> new MsgValue.Nil();
      case Number number when !(number instanceof Double) -> MsgValue.Int.of(number.longValue());
      case Double real -> new MsgValue.Real(real);
      case byte[] bytes -> new MsgValue.Binary(bytes, null);
      default -> new MsgValue.Text(value.toString());
    };
  }

  /**
   * Returns the columns of a table of kernels beside those that are known of it; nothing where
   * {@code table} is no such table.
   */
  public List<String> otherColumns(String table) {
    List<String> others = new ArrayList<>();
    for (KernelTable known : passable()) {
      if (known.table().equals(table)) {
        tables().stream()
            .filter(one -> one.name().equals(table))
            .forEach(one -> others.addAll(one.columns()));
        known.columns().forEach(column -> others.remove(column.name()));
      }
    }
    return others;
  }

  /**
   * Returns the parts of the schema that no row shows, in words: views, triggers, and computed
   * columns of a table.
   *
   * @param table one of {@link #tables}
   */
  public List<String> otherSchema(String table, Progress progress) throws FormatException {
    return file.texts(
        "schema",
        "SELECT 'the ' || type || ' ' || name FROM sqlite_schema WHERE type IN ('view', 'trigger') UNION ALL SELECT 'the computed column ' || name FROM pragma_table_xinfo('%s') WHERE hidden > 0"
            .formatted(escaped(table)),
        progress);
  }

  /**
   * The columns of a table's primary key, in its order; none if it has no such key.
   *
   * @param table one of {@link #tables}
   */
  public List<String> primaryKey(String table, Progress progress) throws FormatException {
    return file.texts(
        "columns of " + table,
        "SELECT name FROM pragma_table_info('%s') WHERE pk > 0 ORDER BY pk"
            .formatted(escaped(table)),
        progress);
  }

  /**
   * The first kernel whose name or architecture is stored as something else than text, which its
   * library does not find, in words with the column; empty if there is none.
   *
   * @param table the name of a table of kernels
   */
  public Optional<String> nameThatIsNoText(String table, Progress progress) throws FormatException {
    KernelTable known = passable(table);
    List<String> first = new ArrayList<>();
    for (String column : List.of(known.name(), known.target())) {
      file.texts(
              "table " + table,
              "SELECT CAST(%1$s AS TEXT) FROM %2$s WHERE typeof(%3$s) NOT IN ('text', 'null') LIMIT 1"
                  .formatted(known.name(), table, column),
              progress)
          .forEach(name -> first.add("%s: column %s".formatted(name, column)));
    }
    return first.stream().findFirst();
  }

  /**
   * The name of the first kernel whose code is not stored as bytes; empty if all is.
   *
   * @param table the name of a table of kernels
   */
  public Optional<String> codeThatIsNoBytes(String table, Progress progress)
      throws FormatException {
    KernelTable known = passable(table);
    return known.namesFiles()
        ? Optional.empty()
        : file
            .texts(
                "table " + table,
                "SELECT %s FROM %s WHERE typeof(%s) <> 'blob' LIMIT 1"
                    .formatted(known.name(), table, known.code()),
                progress)
            .stream()
            .findFirst();
  }

  /**
   * Whether a table has an index that lets each combination of columns occur once, in any order.
   *
   * @param table one of {@link #tables}
   */
  public boolean hasUniqueIndex(String table, Set<String> columns, Progress progress)
      throws FormatException {
    Map<String, Set<String>> indices = new HashMap<>();
    file.query(
        "indices of " + table,
        "SELECT list.name, part.name FROM pragma_index_list('%s') list, pragma_index_info(list.name) part WHERE list.\"unique\" AND NOT list.partial"
            .formatted(escaped(table)),
        progress,
        row ->
            indices
                .computeIfAbsent(row.getString(1), name -> new LinkedHashSet<>())
                .add(text(row.getString(2))));
    return indices.containsValue(columns);
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
    Kernels code = contents.get().code();
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
    return !contents.get().code().kernels.get(row).table().arguments();
  }

  /**
   * Returns the targets of MIOpen's rows by their arguments, or else by the file's name, one by
   * one.
   */
  List<String> arguments() {
    return contents.get().code().kernels.stream()
        .filter(kernel -> kernel.table().arguments())
        .map(Kernel::target)
        .toList();
  }

  /** Returns the targets that rocFFT's rows state, one by one. */
  public List<String> architectures() {
    List<String> all = new ArrayList<>();
    for (Kernel kernel : contents.get().code().kernels) {
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

  /** The kernels as code objects. */
  private final class Kernels implements CodeObjects {
    private final List<Kernel> kernels;
    private final Map<Place, Integer> byPlace = new HashMap<>();

    Kernels(List<Kernel> kernels) {
      this.kernels = List.copyOf(kernels);
      for (int row = 0; row < kernels.size(); row++) {
        byPlace.put(where(kernels.get(row)), row);
      }
    }

    private Place.CodeObject where(Kernel kernel) {
      return new Place.CodeObject(
          place(), kernel.name(), kernel.index(), kernel.target(), null, true);
    }

    @Override
    public int size() {
      return kernels.size();
    }

    @Override
    public CodeObjectRow row(int row) {
      Kernel kernel = kernels.get(row);
      return new CodeObjectRow(
          row,
          kernel.name(),
          kernel.index(),
          kernel.target(),
          GpuTarget.lenient(kernel.target()),
          "hsaco",
          -1,
          kernel.storedBytes(),
          kernel.sizeBytes(),
          where(kernel),
          null);
    }

    @Override
    public Map<String, MsgValue> metadata(int row) {
      Map<String, MsgValue> all = new LinkedHashMap<>();
      facts(kernels.get(row)).forEach((name, text) -> all.put(name, new MsgValue.Text(text)));
      return all;
    }

    private static Map<String, String> facts(Kernel kernel) {
      Map<String, String> all = new LinkedHashMap<>();
      for (int i = 0; i < kernel.facts().size(); i++) {
        if (!kernel.facts().get(i).isEmpty()) {
          all.put(kernel.table().facts().get(i).name(), kernel.facts().get(i));
        }
      }
      if (!kernel.table().arguments()) {
        Map<String, String> parameters = RocfftName.parameters(kernel.name());
        all.putAll(parameters);
        List<String> factors = RocfftName.factors(kernel.name());
        if (!parameters.isEmpty() && !factors.isEmpty()) {
          all.put("factors", String.join(" ", factors));
        }
      }
      return all;
    }

    DocumentPart part(int row) {
      Kernel kernel = kernels.get(row);
      Map<String, String> fields = new LinkedHashMap<>();
      fields.put("target", kernel.target());
      fields.putAll(facts(kernel));
      String key = kernel.name() + (kernel.target().isEmpty() ? "" : " @ " + kernel.target());
      return new DocumentPart(
          "kernel",
          kernel.index() == 0 ? key : "%s (%d)".formatted(key, kernel.index() + 1),
          where(kernel),
          kernel.sizeBytes(),
          fields,
          progress -> load(row, progress),
          null);
    }

    @Override
    public OptionalInt rowOf(Place.CodeObject place) {
      Integer row = byPlace.get(place);
      return row == null ? OptionalInt.empty() : OptionalInt.of(row);
    }

    @Override
    public ByteView load(int row, Progress progress) throws IOException {
      return load(row, opening.budget(), progress);
    }

    @Override
    public void extract(int row, OutputStream out, UnpackBudget budget, Progress progress)
        throws IOException {
      load(row, budget, progress).writeTo(out, progress);
    }

    private ByteView load(int row, UnpackBudget budget, Progress progress) throws IOException {
      Kernel kernel = kernels.get(row);
      byte[][] found = new byte[1][];
      file.query(
          "kernel " + kernel.name(),
          kernel.table().codeOfRow(kernel.id()),
          progress,
          result -> found[0] = result.getBytes(1));
      ByteView code = code(kernel, found[0], budget);
      return kernel.target().isEmpty() || !BundleFile.isBundle(code)
          ? code
          : bundled(code, GpuTarget.lenient(kernel.target()), budget, progress);
    }

    /**
     * Returns the code in a bundle, which the compiler wrote where it ran as a program: MIOpen
     * stores it as it is.
     */
    private static ByteView bundled(
        ByteView bundle, GpuTarget target, UnpackBudget budget, Progress progress)
        throws IOException {
      List<ByteView> found = new ArrayList<>();
      FiledBundle.each(
          bundle,
          target,
          budget,
          progress,
          (each, code) ->
              found.add(ByteView.of(bundle.name(), code.bytes(0, Math.toIntExact(code.size())))));
      return found.getFirst();
    }

    private static byte[] unpacked(ByteView stored, Kernel kernel, UnpackBudget budget)
        throws FormatException {
      UnpackMeter meter = budget.meter(stored, "bzip2 data");
      meter.declare(kernel.sizeBytes());
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (InputStream in = UnpackedStream.bzip2(stored.stream(), meter)) {
        in.transferTo(out);
      } catch (FormatException failure) {
        throw failure;
      } catch (IOException failure) {
        throw FormatException.at(stored, 0, "bzip2 data", "", Reason.BAD_COMPRESSION)
            .expected("a complete stream")
            .found(String.valueOf(failure.getMessage()))
            .cause(failure)
            .build();
      }
      if (out.size() != kernel.sizeBytes()) {
        throw FormatException.at(stored, 0, "kernel", "uncompressed_size", Reason.BAD_VALUE)
            .mismatch(kernel.sizeBytes() + " bytes", out.size() + " bytes");
      }
      return out.toByteArray();
    }

    private static void check(ByteView code, @Nullable String md5) throws FormatException {
      if (md5 == null || md5.isEmpty()) {
        return;
      }
      byte[] bytes = code.bytes(0, (int) code.size());
      String actual = HexText.of(Digests.md5().digest(bytes));
      if (!actual.equalsIgnoreCase(md5)) {
        throw FormatException.at(code, 0, "kernel", "kernel_hash", Reason.CHECKSUM_MISMATCH)
            .expected("MD5 " + md5.toLowerCase(Locale.ROOT))
            .found(actual)
            .advice("MIOpen discards such a kernel and compiles it again.")
            .build();
      }
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
