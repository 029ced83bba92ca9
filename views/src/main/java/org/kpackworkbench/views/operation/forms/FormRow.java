package org.kpackworkbench.views.operation.forms;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * One file of a preview or a result, or something in it.
 *
 * @param status its change
 * @param name what it is called there: short where all are in one folder
 * @param file the file that it would be or is; null if it is none
 * @param what targets, or why
 * @param needs names of others that it depends on
 * @param beforeBytes its size before; -1 if there was nothing or not known
 * @param afterBytes its size afterwards; -1 if there is nothing or not known yet
 */
record FormRow(
    OutputStatus status,
    String name,
    @Nullable Path file,
    String what,
    String needs,
    long beforeBytes,
    long afterBytes) {
  /** A row that depends on no other. */
  FormRow(
      OutputStatus status,
      String name,
      @Nullable Path file,
      String what,
      long beforeBytes,
      long afterBytes) {
    this(status, name, file, what, "", beforeBytes, afterBytes);
  }

  /** A row without sizes. */
  static FormRow of(OutputStatus status, String name, @Nullable Path file, String what) {
    return new FormRow(status, name, file, what, -1, -1);
  }

  /** Adds a row for each of the first things, and one that counts the rest. */
  static <T> void some(List<FormRow> rows, List<T> things, int most, Function<T, FormRow> row) {
    things.stream().limit(most).map(row).forEach(rows::add);
    if (things.size() > most) {
      rows.add(
          of(rows.getLast().status(), "and %d more".formatted(things.size() - most), null, ""));
    }
  }

  /** A table of the files of a preview or a result. UI thread only. */
  static RowsTable<FormRow> table(
      ViewContext context,
      String id,
      String words,
      String empty,
      List<RowColumn<FormRow>> columns) {
    return RowsTable.alone(RowsSpec.of(id, words, empty, columns), context);
  }

  /**
   * Returns the columns of files.
   *
   * @param status the heading of the column of changes
   * @param sizes whether there are columns of sizes
   */
  static List<RowColumn<FormRow>> columns(String status, boolean sizes) {
    List<RowColumn<FormRow>> columns = new ArrayList<>();
    columns.add(RowColumn.text(status, row -> row.status().text()));
    if (sizes) {
      columns.add(RowColumn.figure("Before", FormRow::beforeText).counted(FormRow::beforeBytes));
      columns.add(RowColumn.figure("After", FormRow::afterText).counted(FormRow::afterBytes));
    }
    columns.add(RowColumn.path("File", FormRow::name));
    columns.add(RowColumn.muted("Details", FormRow::what));
    return columns;
  }

  /** Its size before, which reads differently where it differs from that afterwards. */
  String beforeText() {
    return text(beforeBytes, afterBytes);
  }

  /** Its size afterwards, which reads differently where it differs from that before. */
  String afterText() {
    return text(afterBytes, beforeBytes);
  }

  private static String text(long sizeBytes, long beside) {
    return sizeBytes < 0 ? Columns.UNKNOWN : SizeText.of(sizeBytes, beside);
  }

  /** The change of a file, or of its contents. */
  enum OutputStatus {
    WRITTEN("+", "new"),
    REPLACED("⚠", "replaced"),
    BLOCKED("✖", "already exists"),
    CONVERTED("→", "host-only"),
    RESTORED("→", "fat again"),
    COPIED("=", "copied"),
    REFUSED("⚠", "not converted"),
    LEFT_OUT("−", "not kept"),
    SMALLER("→", "smaller"),
    UPDATED("→", "updated"),
    DISCARDED("⚠", "discarded"),
    READ("·", "read"),
    NOT_FOUND("·", "not found"),
    MISSING("⚠", "missing"),
    PASSED("=", "passed through"),
    SKIPPED("−", "skipped"),
    CONFLICT("✖", "conflict"),
    FAILED("✖", "failed");

    private final String sign;
    private final String words;

    OutputStatus(String sign, String words) {
      this.sign = sign;
      this.words = words;
    }

    /** Sign and words, as tables show them. */
    String text() {
      return sign + " " + words;
    }

    String words() {
      return words;
    }
  }
}
