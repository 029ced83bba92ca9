package org.kpackworkbench.views.operation.forms;

import javafx.scene.control.TableView;
import org.kpackworkbench.views.kit.table.CellLook;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.kit.table.Tables;

/** The table of files in a preview or a result. UI thread only. */
final class FormRows {
  private FormRows() {}

  /**
   * A table.
   *
   * @param fate the heading over what becomes of the files
   * @param before the heading over sizes before
   * @param after the heading over sizes after
   */
  static TableView<FormRow> table(
      String id, String words, String empty, String fate, String before, String after) {
    TableView<FormRow> table = new TableView<>();
    table.getColumns().add(Columns.text(fate, row -> row.fate().text()));
    table.getColumns().add(Columns.size(before, FormRow::beforeBytes));
    table.getColumns().add(Columns.size(after, FormRow::afterBytes));
    table.getColumns().add(Columns.text("File", FormRow::name));
    table.getColumns().add(Columns.text("Details", FormRow::what, CellLook.MUTED));
    Tables.dress(table, id, words, empty);
    return table;
  }
}
