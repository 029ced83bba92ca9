package org.kpackworkbench.views.analysis.compare;

import javafx.scene.control.TableCell;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.views.kit.table.CellTips;

/** What became of a row: sign, word and colour. */
final class ChangeCell extends TableCell<org.kpackworkbench.views.kit.rows.Row<Row>, Row> {
  private @Nullable ChangeLook shown;

  ChangeCell() {
    getStyleClass().add("change-cell");
    CellTips.install(this, () -> getItem() == null ? "" : getItem().change().words());
  }

  @Override
  protected void updateItem(@Nullable Row row, boolean empty) {
    super.updateItem(row, empty);
    ChangeLook look = empty || row == null ? null : ChangeLook.of(row.change());
    if (look == shown) {
      return;
    }
    if (shown != null) {
      getStyleClass().remove(shown.styleClass());
    }
    shown = look;
    if (look == null || row == null) {
      setText(null);
      setAccessibleText(null);
      return;
    }
    getStyleClass().add(look.styleClass());
    setText(look.sign() + "  " + look.word());
    setAccessibleText(row.change().words());
  }
}
