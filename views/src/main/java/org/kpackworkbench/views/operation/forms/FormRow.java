package org.kpackworkbench.views.operation.forms;

import java.nio.file.Path;
import javafx.scene.control.TableView;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.table.CellLook;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.kit.table.Tables;

/**
 * One file of a preview or a result, or something in it.
 *
 * @param status what becomes of it
 * @param name what it is called there: short where all are in one folder
 * @param file the file that it would be or is; null where it is none
 * @param what targets, or why
 * @param beforeBytes its size before; -1 where there was nothing or not known
 * @param afterBytes its size afterwards; -1 where there is nothing or not known yet
 */
record FormRow(
    OutputStatus status,
    String name,
    @Nullable Path file,
    String what,
    long beforeBytes,
    long afterBytes) {

  /** A row without sizes. */
  static FormRow of(OutputStatus status, String name, @Nullable Path file, String what) {
    return new FormRow(status, name, file, what, -1, -1);
  }

  /**
   * A table of the files of a preview or a result. UI thread only.
   *
   * @param status the heading over what becomes of the files
   * @param before the heading over sizes before
   * @param after the heading over sizes after
   */
  static TableView<FormRow> table(
      String id, String words, String empty, String status, String before, String after) {
    TableView<FormRow> table = new TableView<>();
    table.getColumns().add(Columns.text(status, row -> row.status().text()));
    table.getColumns().add(Columns.size(before, FormRow::beforeBytes));
    table.getColumns().add(Columns.size(after, FormRow::afterBytes));
    table.getColumns().add(Columns.text("File", FormRow::name));
    table.getColumns().add(Columns.text("Details", FormRow::what, CellLook.MUTED));
    Tables.dress(table, id, words, empty);
    return table;
  }

  /** What becomes of a file, or of what is in it. */
  enum OutputStatus {
    WRITTEN("+", "new"),
    REPLACED("⚠", "replaced"),
    BLOCKED("✖", "already exists"),
    CONVERTED("→", "host-only"),
    RESTORED("→", "fat again"),
    COPIED("=", "copied"),
    REFUSED("⚠", "not converted"),
    LEFT_OUT("−", "not kept"),
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

    /** Whether it should be examined before anything is done. */
    boolean matters() {
      return switch (this) {
        case REPLACED, BLOCKED, REFUSED, DISCARDED, MISSING, CONFLICT, FAILED -> true;
        default -> false;
      };
    }
  }
}
