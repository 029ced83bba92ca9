package org.kpackworkbench.views.kit.table;

import javafx.scene.control.TableCell;
import org.jspecify.annotations.Nullable;

/** A cell with a number; its tooltip and what a screen reader says are exact. */
final class NumberTableCell<T> extends TableCell<T, Number> {
  private final NumberLook look;

  NumberTableCell(NumberLook look) {
    this.look = look;
    getStyleClass().add(CellLook.NUMBER.styleClass());
    if (look == NumberLook.ADDRESS) {
      getStyleClass().add("address-cell");
    }
    CellTips.install(this, this::exact);
  }

  @Override
  protected void updateItem(@Nullable Number value, boolean empty) {
    super.updateItem(value, empty);
    setText(empty ? null : look.text(value));
    setAccessibleText(empty ? null : exact());
  }

  private String exact() {
    Number value = getItem();
    return isEmpty() || value == null || look.unknown(value.longValue())
        ? ""
        : look.exact(value.longValue());
  }
}
