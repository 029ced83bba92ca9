package org.kpackworkbench.model.format.sqlite;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.kpackworkbench.model.format.codeobject.HeaderTarget;

/**
 * A table whose rows are kernels.
 *
 * @param whose the library that reads it
 * @param table its name
 * @param name the column of the kernel's name
 * @param target the column of the architecture, or, where {@code arguments}, of the compiler's
 *     arguments that may name it
 * @param arguments whether the target is among arguments
 * @param code the column of the code object
 * @param size an expression for the size of the code object; 0 if it is stored as it is
 * @param hash an expression for its MD5 in hexadecimal digits; NULL where there is none
 * @param others further columns of it, as its library makes it
 * @param facts further columns that say something of a kernel
 * @param key the columns of the primary key by which SQLite stores the rows, where it does not by
 *     row ids; none where it does
 */
record KernelTable(
    String whose,
    String table,
    String name,
    String target,
    boolean arguments,
    String code,
    String size,
    String hash,
    List<String> others,
    List<Fact> facts,
    List<String> key) {

  /** Further value of a row, and the expression that gives it. */
  record Fact(String name, String expression) {}

  /** The column of rocFFT's tables that has the architecture. */
  static final String ARCH = "arch";

  /** All that are known. */
  static final List<KernelTable> KNOWN =
      List.of(
          new KernelTable(
              "rocFFT",
              "cache_v1",
              "kernel_name",
              ARCH,
              false,
              "code",
              "0",
              "NULL",
              List.of("hip_version", "generator_sum", "timestamp"),
              List.of(
                  new Fact("HIP version", "hip_version"),
                  new Fact("generator", "lower(hex(generator_sum))"),
                  new Fact("timestamp", "timestamp")),
              List.of()),
          new KernelTable(
              "MIOpen",
              "kern_db",
              "kernel_name",
              "kernel_args",
              true,
              "kernel_blob",
              "uncompressed_size",
              "kernel_hash",
              List.of("id"),
              List.of(new Fact("arguments", "kernel_args"), new Fact("MD5", "lower(kernel_hash)")),
              List.of()));

  /** Table whose rows name the files of kernels, by which they are known. */
  static final KernelTable FILES =
      new KernelTable(
          "rocFFT",
          KernelFiles.TABLE,
          KernelFiles.PATH,
          ARCH,
          false,
          KernelFiles.PATH,
          "0",
          "NULL",
          List.of("length", "precision"),
          List.of(),
          List.of());

  /** All of them, also of rows that name files. */
  static final List<KernelTable> ALL = Stream.concat(KNOWN.stream(), Stream.of(FILES)).toList();

  /** The column that SQLite gives tables whose rows it stores by it. */
  static final String ROW_ID = "rowid";

  /** Returns this table, stored by the columns of its primary key. */
  KernelTable storedBy(List<String> columns) {
    return new KernelTable(
        whose, table, name, target, arguments, code, size, hash, others, facts, columns);
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

  /** The columns that its library makes. */
  Set<String> columns() {
    Set<String> all = new HashSet<>(others);
    all.addAll(List.of(name, target, code));
    if (arguments) {
      all.addAll(List.of(size, hash));
    }
    return all;
  }

  /** Whether a table of these columns is one of this kind. */
  boolean fits(String otherTable, Set<String> columns) {
    return table.equals(otherTable)
        && columns.containsAll(List.of(name, target, code))
        && (!arguments || columns.containsAll(List.of(size, hash)));
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
    all.add(code);
    all.add("substr(%s, 1, %d)".formatted(code, HeaderTarget.SIZE_BYTES));
    return select(all);
  }

  private String select(List<String> more) {
    List<String> all =
        new ArrayList<>(List.of(rowId(), name, target, "length(" + code + ")", size, hash));
    all.addAll(more);
    return "SELECT %s FROM %s ORDER BY %s".formatted(String.join(", ", all), table, order());
  }

  /** Selects the code of one row. */
  String codeOfRow() {
    return isCounted()
        ? "SELECT %s FROM %s ORDER BY %s LIMIT 1 OFFSET ? - 1".formatted(code, table, order())
        : "SELECT %s FROM %s WHERE rowid = ?".formatted(code, table);
  }
}
