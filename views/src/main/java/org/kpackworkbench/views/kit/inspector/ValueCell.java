package org.kpackworkbench.views.kit.inspector;

import java.util.function.Consumer;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.TableCell;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.GoTo;
import org.kpackworkbench.views.kit.table.CellTips;

/** The value of a row; of an address a link to where it leads. */
final class ValueCell extends TableCell<InspectorRow, InspectorRow> {
  private final Consumer<GoTo.Found> onPointer;

  ValueCell(Consumer<GoTo.Found> onPointer) {
    this.onPointer = onPointer;
    getStyleClass().add("inspector-value");
    CellTips.install(this, () -> getItem() == null ? "" : getItem().value());
  }

  @Override
  protected void updateItem(@Nullable InspectorRow row, boolean empty) {
    super.updateItem(row, empty);
    setGraphic(null);
    setText(null);
    setTooltip(null);
    if (empty || row == null) {
      return;
    }
    if (row instanceof InspectorRow.Pointer pointer) {
      Hyperlink link = new Hyperlink(row.value());
      link.setMnemonicParsing(false);
      link.setOnAction(
          event -> {
            link.setVisited(false);
            onPointer.accept(pointer.target());
          });
      setGraphic(link);
    } else {
      setText(row.value());
    }
  }
}
