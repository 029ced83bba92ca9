package org.kpackworkbench.views.operation.edit.kpack;

import java.util.Objects;
import java.util.function.Function;
import javafx.beans.property.StringProperty;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import org.jspecify.annotations.Nullable;

/** A field to type in, in every row of a small table. */
final class FieldCell extends TableCell<AddItem, String> {
  private final Function<AddItem, StringProperty> property;
  private final TextField field = new TextField();
  private @Nullable StringProperty bound;

  private FieldCell(String title, Function<AddItem, StringProperty> property) {
    this.property = property;
    field.getStyleClass().add("small");
    field.setAccessibleText(title);
    getStyleClass().add("field-cell");
  }

  /** A column of fields. */
  static TableColumn<AddItem, String> column(
      String title, Function<AddItem, StringProperty> property, double width) {
    TableColumn<AddItem, String> column = words(title, property, width);
    column.setCellFactory(made -> new FieldCell(title, property));
    return column;
  }

  /** A column of words that follow a property. */
  static TableColumn<AddItem, String> words(
      String title, Function<AddItem, StringProperty> property, double width) {
    TableColumn<AddItem, String> column = new TableColumn<>(title);
    column.setCellValueFactory(row -> property.apply(row.getValue()));
    column.setSortable(false);
    column.setPrefWidth(width);
    return column;
  }

  @Override
  protected void updateItem(@Nullable String text, boolean empty) {
    super.updateItem(text, empty);
    AddItem item = empty || getTableRow() == null ? null : getTableRow().getItem();
    StringProperty now = item == null ? null : property.apply(item);
    if (!Objects.equals(now, bound)) {
      if (bound != null) {
        field.textProperty().unbindBidirectional(bound);
      }
      bound = now;
      if (now != null) {
        field.textProperty().bindBidirectional(now);
      }
    }
    if (item != null) {
      field.setDisable(!item.usable());
      field.setTooltip(new Tooltip(item.file().path().toString()));
    }
    setGraphic(item == null ? null : field);
  }
}
