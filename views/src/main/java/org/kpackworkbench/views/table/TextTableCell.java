package org.kpackworkbench.views.table;

import javafx.scene.control.TableCell;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.common.VisibleText;

/** A cell of text; its tooltip shows all of it. */
final class TextTableCell<T> extends TableCell<T, String> {
  TextTableCell(CellLook look) {
    getStyleClass().add(look.styleClass());
    CellTips.install(this, () -> getText() == null ? "" : getText());
  }

  @Override
  protected void updateItem(@Nullable String text, boolean empty) {
    super.updateItem(text, empty);
    setText(empty || text == null ? null : VisibleText.of(text));
    setTextOverrun(CellLook.overrun(text));
  }
}
