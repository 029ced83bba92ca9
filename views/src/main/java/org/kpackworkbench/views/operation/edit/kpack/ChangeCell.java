package org.kpackworkbench.views.operation.edit.kpack;

import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.operation.edit.EditedRow;

/** Says with a sign and a word what edits have done to a row. */
final class ChangeCell extends TableCell<EditedRow, String> {
  private ChangeCell() {
    getStyleClass().add("change-cell");
  }

  static TableColumn<EditedRow, String> column() {
    TableColumn<EditedRow, String> column = new TableColumn<>(EditColumn.CHANGE.title());
    column.setCellValueFactory(
        row -> new ReadOnlyObjectWrapper<>(EditColumn.CHANGE.text(row.getValue())));
    column.setCellFactory(made -> new ChangeCell());
    column.setMinWidth(104);
    return column;
  }

  @Override
  protected void updateItem(@Nullable String words, boolean empty) {
    super.updateItem(words, empty);
    String shown = empty || words == null ? "" : words;
    setText(shown.isEmpty() ? null : shown);
    setGraphic(
        switch (shown) {
          case "added" -> KpackIcon.ADD.node();
          case "changed" -> KpackIcon.RENAME.node();
          default -> null;
        });
  }
}
