package org.kpackworkbench.model.format.sqlite;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;

/**
 * A table of kernels in an open database, row by row, and what it has that another database of its
 * library would not have.
 *
 * @param table one of {@link SqliteDocument#kernelTables}
 */
public record PackableTable(SqliteDocument document, KernelTable table) {

  /**
   * Goes through the kernels in the order of rows, and holds one at a time. Other queries wait
   * meanwhile.
   *
   * @param columns what {@link TableKernel#cells} is to have
   * @throws FormatException if SQLite cannot read a row
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public void each(List<String> columns, Progress progress, Taker<TableKernel> visitor)
      throws IOException {
    KernelTable stored = table.storedBy(document.storedBy(table.table()));
    String ofFile = document.targetOfFile();
    long[] number = new long[1];
    document
        .file()
        .query(
            "table " + table.table(),
            stored.rowsWith(columns),
            progress,
            row -> {
              KernelRow kernel = KernelRow.of(stored, row, ++number[0], ofFile);
              visitor.take(document.kernel(kernel, row, columns));
            });
  }

  /** The columns beside those that are known of the table. */
  public List<String> otherColumns() {
    List<String> others = new ArrayList<>();
    document.tables().stream()
        .filter(one -> one.name().equals(table.table()))
        .forEach(one -> others.addAll(one.columns()));
    table.columns().forEach(column -> others.remove(column.name()));
    return others;
  }

  /**
   * The parts of the schema that no row shows, in words: views, triggers, and computed columns of
   * the table.
   */
  public List<String> otherSchema(Progress progress) throws FormatException {
    return texts(
        "schema",
        "SELECT 'the ' || type || ' ' || name FROM sqlite_schema WHERE type IN ('view', 'trigger') UNION ALL SELECT 'the computed column ' || name FROM pragma_table_xinfo('%s') WHERE hidden > 0"
            .formatted(table.table()),
        progress);
  }

  /** The columns of the primary key, in its order; none if there is no such key. */
  public List<String> primaryKey(Progress progress) throws FormatException {
    return document.primaryKey(table.table(), progress);
  }

  /**
   * The first kernel whose name or architecture is stored as something else than text, which its
   * library does not find, in words with the column; empty if there is none.
   */
  public Optional<String> nameThatIsNoText(Progress progress) throws FormatException {
    List<String> first = new ArrayList<>();
    for (String column : List.of(table.name(), table.target())) {
      texts(
              "table " + table.table(),
              "SELECT CAST(%1$s AS TEXT) FROM %2$s WHERE typeof(%3$s) NOT IN ('text', 'null') LIMIT 1"
                  .formatted(table.name(), table.table(), column),
              progress)
          .forEach(name -> first.add("%s: column %s".formatted(name, column)));
    }
    return first.stream().findFirst();
  }

  /** The name of the first kernel whose code is not stored as bytes; empty if all is. */
  public Optional<String> codeThatIsNoBytes(Progress progress) throws FormatException {
    return table.namesFiles()
        ? Optional.empty()
        : texts(
                "table " + table.table(),
                "SELECT %s FROM %s WHERE typeof(%s) <> 'blob' LIMIT 1"
                    .formatted(table.name(), table.table(), table.code()),
                progress)
            .stream()
            .findFirst();
  }

  /** Whether an index lets each combination of columns occur once, in any order. */
  public boolean hasUniqueIndex(Set<String> columns, Progress progress) throws FormatException {
    Map<String, Set<String>> indices = new HashMap<>();
    document
        .file()
        .query(
            "indices of " + table.table(),
            "SELECT list.name, part.name FROM pragma_index_list('%s') list, pragma_index_info(list.name) part WHERE list.\"unique\" AND NOT list.partial"
                .formatted(table.table()),
            progress,
            row ->
                indices
                    .computeIfAbsent(row.getString(1), name -> new LinkedHashSet<>())
                    .add(KernelRow.text(row.getString(2))));
    return indices.containsValue(columns);
  }

  private List<String> texts(String what, String sql, Progress progress) throws FormatException {
    return document.file().texts(what, sql, progress);
  }
}
