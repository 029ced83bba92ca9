package org.kpackworkbench.views.kit.table;

import javafx.scene.control.OverrunStyle;
import javafx.scene.control.TableCell;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.text.FunctionName;
import org.kpackworkbench.views.kit.text.VisibleText;

/** A cell of text; its tooltip shows all of it. */
final class TextTableCell<T> extends TableCell<T, String> {
  private final CellLook look;

  TextTableCell(CellLook look) {
    getStyleClass().add(look.styleClass());
    this.look = look;
    CellTips.install(this, () -> getItem() == null ? "" : VisibleText.of(getItem()));
  }

  @Override
  protected void updateItem(@Nullable String text, boolean empty) {
    super.updateItem(text, empty);
    String shown = look == CellLook.FUNCTION && text != null ? FunctionName.brief(text) : text;
    setText(empty || shown == null ? null : VisibleText.of(shown));
    setAccessibleText(empty ? null : text);
    setTextOverrun(
        look == CellLook.FUNCTION ? OverrunStyle.CENTER_ELLIPSIS : CellLook.overrun(text));
  }
}
