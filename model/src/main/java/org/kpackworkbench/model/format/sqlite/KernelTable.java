package org.kpackworkbench.model.format.sqlite;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.kpackworkbench.model.format.codeobject.HeaderTarget;

/**
 * A table whose rows are kernels, or name the files of kernels, as its library makes it.
 *
 * @param whose the library that reads it
 * @param database the library's name in archives
 * @param table its name
 * @param columns its columns, in order
 * @param primaryKey the columns of its primary key; none if it need not have one
 * @param others columns that are kept in archives as they are
 * @param needed what rows in archives need to be made again, in words
 * @param facts further columns that say something of a kernel
 * @param key the columns of the primary key by which SQLite stores the rows, where it does not by
 *     row ids; none where it does
 */
public record KernelTable(
    String whose,
    String database,
    String table,
    List<Column> columns,
    List<String> primaryKey,
    List<String> others,
    String needed,
    List<Fact> facts,
    List<String> key) {

  /** Further value of a row, and the expression that gives it. */
  record Fact(String name, String expression) {}

  /** The contents of a column. */
  public enum Role {
    /** The kernel's name, or that of its file. */
    NAME,
    /** The architecture. */
    TARGET,
    /** The compiler's arguments, which may name the architecture. */
    ARGUMENTS,
    /** The code object. */
    CODE,
    /** The size of a code object that is compressed; 0 if it is stored as it is. */
    SIZE,
    /** The MD5 of the code object in hexadecimal digits. */
    HASH,
    /** Something else. */
    OTHER
  }

  /**
   * A column.
   *
   * @param type INTEGER, TEXT or BLOB
   */
  public record Column(String name, String type, Role role) {}

  private static Column column(String name, String type, Role role) {
    return new Column(name, type, role);
  }

  /** The column that SQLite gives tables whose rows it stores by it. */
  public static final String ROW_ID = "rowid";

  /** A cache of rocFFT's, whose rows name their architecture. */
  public static final KernelTable ROCFFT =
      new KernelTable(
          "rocFFT",
          "rocfft",
          "cache_v1",
          List.of(
              column("kernel_name", "TEXT", Role.NAME),
              column("arch", "TEXT", Role.TARGET),
              column("hip_version", "INTEGER", Role.OTHER),
              column("generator_sum", "BLOB", Role.OTHER),
              column("code", "BLOB", Role.CODE),
              column("timestamp", "INTEGER", Role.OTHER)),
          List.of("kernel_name", "arch", "hip_version", "generator_sum"),
          List.of("hip_version", "generator_sum", "timestamp"),
          "hip_version, generator_sum and timestamp",
          List.of(
              new Fact("HIP version", "hip_version"),
              new Fact("generator", "lower(hex(generator_sum))"),
              new Fact("timestamp", "timestamp")),
          List.of());

  /** An older table of rocFFT's, whose rows name the files of kernels, by which they are known. */
  public static final KernelTable ROCFFT_FILES =
      new KernelTable(
          "rocFFT",
          "rocfft",
          KernelFiles.TABLE,
          List.of(
              column(ROW_ID, "INTEGER", Role.OTHER),
              column("arch", "TEXT", Role.TARGET),
              column("length", "INTEGER", Role.OTHER),
              column("precision", "TEXT", Role.OTHER),
              column(KernelFiles.PATH, "TEXT", Role.NAME)),
          List.of(),
          List.of("length", "precision", KernelFiles.PATH, ROW_ID),
          "rowid, length, precision, and a kernel_path below the database's folder",
          List.of(),
          List.of());

  /** MIOpen's kernels of convolutions. */
  public static final KernelTable MIOPEN =
      new KernelTable(
          "MIOpen",
          "miopen",
          "kern_db",
          List.of(
              column("id", "INTEGER", Role.OTHER),
              column("kernel_name", "TEXT", Role.NAME),
              column("kernel_args", "TEXT", Role.ARGUMENTS),
              column("kernel_blob", "BLOB", Role.CODE),
              column("kernel_hash", "TEXT", Role.HASH),
              column("uncompressed_size", "INTEGER", Role.SIZE)),
          List.of("id"),
          List.of("kernel_name", "kernel_args", "id", "kernel_hash", "uncompressed_size"),
          "id, kernel_args, kernel_hash, and uncompressed_size, which is 0 or the size of the code"
              + " object",
          List.of(new Fact("arguments", "kernel_args"), new Fact("MD5", "lower(kernel_hash)")),
          List.of());

  /** Those whose rows have code. */
  static final List<KernelTable> KNOWN = List.of(ROCFFT, MIOPEN);

  /** All of them, also of rows that name files. */
  public static final List<KernelTable> ALL = List.of(ROCFFT, ROCFFT_FILES, MIOPEN);

  /** The column of a role; {@code otherwise} if there is none. */
  private String column(Role role, String otherwise) {
    return columns.stream()
        .filter(column -> column.role() == role)
        .map(Column::name)
        .findFirst()
        .orElse(otherwise);
  }

  /** The type of a column: INTEGER, TEXT or BLOB. */
  public String type(String column) {
    return columns.stream()
        .filter(each -> each.name().equals(column))
        .findFirst()
        .orElseThrow()
        .type();
  }

  /** The column of the kernel's name. */
  public String name() {
    return column(Role.NAME, "");
  }

  /** The column of the architecture, or of arguments that may name it. */
  public String target() {
    return column(Role.TARGET, column(Role.ARGUMENTS, ""));
  }

  /** Whether the target is among arguments. */
  boolean arguments() {
    return column(Role.TARGET, "").isEmpty();
  }

  /** Whether rows name files that have the code. */
  public boolean namesFiles() {
    return column(Role.CODE, "").isEmpty();
  }

  /** The column of the code object, or of its file's name. */
  public String code() {
    return column(Role.CODE, name());
  }

  /** Returns this table, stored by the columns of its primary key. */
  KernelTable storedBy(List<String> columns) {
    return new KernelTable(
        whose, database, table, this.columns, primaryKey, others, needed, facts, columns);
  }

  /** Whether rows are known by their place in the order of the key, from 1. */
  boolean isCounted() {
    return !key.isEmpty();
  }

  /** Returns the expression that is selected for the row id; 0 where rows are counted. */
  private String rowId() {
    return isCounted() ? "0" : ROW_ID;
  }

  /** In which order rows are read. */
  String order() {
    return isCounted()
        ? key.stream()
            .map(column -> "\"" + column.replace("\"", "\"\"") + "\"")
            .collect(Collectors.joining(", "))
        : ROW_ID;
  }

  /** Whether a table of these columns is one of this kind. */
  boolean fits(String otherTable, Set<String> others) {
    return table.equals(otherTable)
        && columns.stream()
            .filter(column -> column.role() != Role.OTHER)
            .allMatch(column -> others.contains(column.name()));
  }

  /** Selects all rows: row id, name, target, stored size, size, hash, then the facts. */
  String rows() {
    return select(facts.stream().map(Fact::expression).toList());
  }

  /**
   * Selects all rows: row id, name, target, stored size, size, hash, then columns as they are, the
   * code and its first bytes.
   */
  String rowsWith(List<String> columns) {
    List<String> all = new ArrayList<>(columns);
    all.replaceAll(column -> column.equals(ROW_ID) ? rowId() : column);
    all.add(code());
    all.add("substr(%s, 1, %d)".formatted(code(), HeaderTarget.SIZE_BYTES));
    return select(all);
  }

  private String select(List<String> more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                rowId(),
                name(),
                target(),
                "length(" + code() + ")",
                column(Role.SIZE, "0"),
                column(Role.HASH, "NULL")));
    all.addAll(more);
    return "SELECT %s FROM %s ORDER BY %s".formatted(String.join(", ", all), table, order());
  }

  /** Selects the code of a row. */
  String codeOfRow(long row) {
    return isCounted()
        ? "SELECT %s FROM %s ORDER BY %s LIMIT 1 OFFSET %d"
            .formatted(code(), table, order(), row - 1)
        : "SELECT %s FROM %s WHERE rowid = %d".formatted(code(), table, row);
  }
}
