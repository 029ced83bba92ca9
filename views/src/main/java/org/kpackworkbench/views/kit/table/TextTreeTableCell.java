package org.kpackworkbench.views.kit.table;

import javafx.scene.control.TreeTableCell;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.text.VisibleText;

/** A cell of text; its tooltip shows all of it. */
final class TextTreeTableCell<T> extends TreeTableCell<T, String> {
  TextTreeTableCell(CellLook look) {
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
