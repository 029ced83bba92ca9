package org.kpackworkbench.views.kit.table;

import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.Tooltip;
import javafx.scene.control.skin.VirtualFlow;

/**
 * Tooltips of cells. The cells of a list share one, made when the pointer first comes over one of
 * them: a tooltip is a window with styles of its own, and scrolling brings new cells under a
 * pointer that rests.
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
            return;
          }
          Tooltip tip = shared(cell);
          tip.setText(now);
          cell.setTooltip(tip);
        });
    // The tooltip stays known to what it was set on, and would show another cell's text there.
    cell.setOnMouseExited(event -> cell.setTooltip(null));
  }

  private static Tooltip shared(Node cell) {
    Node list = cell;
    while (list.getParent() != null && !(list instanceof VirtualFlow)) {
      list = list.getParent();
    }
    return (Tooltip) list.getProperties().computeIfAbsent(Tooltip.class, key -> new Tooltip());
  }
}
