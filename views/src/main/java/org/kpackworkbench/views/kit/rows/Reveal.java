package org.kpackworkbench.views.kit.rows;

import javafx.scene.Node;
import javafx.scene.control.Control;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.TableView;
import javafx.scene.control.skin.VirtualFlow;

/** Scrolls to a row, but not where it can be seen already. */
public final class Reveal {
  private static final int ROWS_ABOVE = 3;

  private Reveal() {}

  /** Scrolls a table. */
  public static void row(TableView<?> table, int row) {
    // Where the table has just become smaller, its rows still are as for the larger one.
    table.layout();
    if (!seen(table, row)) {
      table.scrollTo(Math.max(0, row - above(table, table.getFixedCellSize())));
    }
  }

  /** How many rows are shown above it: few where there is little room below the headings. */
  private static int above(Control table, double rowHeight) {
    int rows = (int) (table.getHeight() / Math.max(20, rowHeight)) - 2;
    return table.getHeight() <= 0 ? ROWS_ABOVE : Math.clamp(rows - 2L, 0, ROWS_ABOVE);
  }

  private static boolean seen(Control table, int row) {
    Node node = table.lookup(".virtual-flow");
    if (!(node instanceof VirtualFlow<?> flow)) {
      return false;
    }
    IndexedCell<?> first = flow.getFirstVisibleCell();
    IndexedCell<?> last = flow.getLastVisibleCell();
    return first != null && last != null && first.getIndex() < row && row < last.getIndex();
  }
}
