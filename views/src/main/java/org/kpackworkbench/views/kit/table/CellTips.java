package org.kpackworkbench.views.kit.table;

import java.util.function.Supplier;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.Tooltip;

/**
 * Tooltips of cells, made when the pointer first comes over them: a table of many columns would
 * otherwise make thousands while it scrolls.
 */
public final class CellTips {
  private CellTips() {}

  /** Shows {@code text} over a cell, unless it is empty. */
  public static void install(IndexedCell<?> cell, Supplier<String> text) {
    cell.setOnMouseEntered(
        event -> {
          String now = text.get();
          if (now.isEmpty()) {
            cell.setTooltip(null);
          } else if (cell.getTooltip() == null) {
            cell.setTooltip(new Tooltip(now));
          } else {
            cell.getTooltip().setText(now);
          }
        });
  }
}
