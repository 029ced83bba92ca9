package org.kpackworkbench.views.kit.table;

import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.TablePosition;
import javafx.scene.control.TableView;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.InputEvent;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import org.jspecify.annotations.Nullable;

/**
 * Copies one cell of whichever table of a window has the focus: the one on which its context menu
 * was opened, else the one that has the focus. UI thread only.
 */
public final class CellCopy {
  private final ReadOnlyObjectWrapper<@Nullable TableView<?>> focused =
      new ReadOnlyObjectWrapper<>();
  private @Nullable Pointed pointed;

  /** A table that states what is copied of its cells, other than the value itself. */
  public interface Source {
    /**
     * The text of a cell; null if the row has not been read.
     *
     * @param row its position in the table
     */
    @Nullable String cellText(int row, TableColumnBase<?, ?> column);
  }

  private record Pointed(TableView<?> table, int row, TableColumnBase<?, ?> column) {}

  /** Follows the focus and the pointer in a scene. */
  public void follow(Scene scene) {
    scene.focusOwnerProperty().subscribe(owner -> focused.set(table(owner)));
    scene.addEventFilter(ContextMenuEvent.CONTEXT_MENU_REQUESTED, this::menuRequested);
    scene.addEventFilter(KeyEvent.KEY_PRESSED, this::moved);
    scene.addEventFilter(
        MouseEvent.MOUSE_PRESSED,
        event -> {
          if (event.getButton() == MouseButton.PRIMARY) {
            moved(event);
          }
        });
  }

  /** Whether a table with a selected row has the focus. */
  public ObservableValue<Boolean> possible() {
    return focused
        .flatMap(table -> table.getSelectionModel().selectedIndexProperty())
        .map(index -> index.intValue() >= 0)
        .orElse(false);
  }

  /** Puts the cell's text on the clipboard; nothing if there is no cell. */
  public void copy() {
    Pointed cell = cell();
    String text = cell == null ? null : text(cell);
    if (text != null) {
      RowCopy.toClipboard(text);
    }
  }

  private void menuRequested(ContextMenuEvent event) {
    pointed = null;
    if (event.isKeyboardTrigger()) {
      return;
    }
    Node node = event.getTarget() instanceof Node target ? target : null;
    while (node != null && pointed == null) {
      // Text and marks are inside the cell.
      if (node instanceof TableCell<?, ?> cell
          && !cell.isEmpty()
          && cell.getTableColumn() != null
          && cell.getTableView() != null) {
        pointed = new Pointed(cell.getTableView(), cell.getIndex(), cell.getTableColumn());
      }
      node = node.getParent();
    }
  }

  private void moved(InputEvent event) {
    // The key that copies the cell is no move.
    if (!(event instanceof KeyEvent key) || key.getCode().isNavigationKey()) {
      pointed = null;
    }
  }

  private @Nullable Pointed cell() {
    TableView<?> table = focused.get();
    Pointed there = pointed;
    if (there != null && there.table().equals(table)) {
      return there;
    }
    return table == null ? null : focusedCell(table);
  }

  /** The cell with the focus; the first of the row where keys moved from row to row. */
  private static @Nullable Pointed focusedCell(TableView<?> table) {
    TablePosition<?, ?> at = table.getFocusModel().getFocusedCell();
    TableColumnBase<?, ?> column =
        at == null || at.getTableColumn() == null
            ? table.getVisibleLeafColumn(0)
            : at.getTableColumn();
    return at == null || at.getRow() < 0 || column == null
        ? null
        : new Pointed(table, at.getRow(), column);
  }

  private static @Nullable String text(Pointed cell) {
    if (cell.table() instanceof Source source) {
      return source.cellText(cell.row(), cell.column());
    }
    return RowCopy.value(cell.column(), cell.row());
  }

  private static @Nullable TableView<?> table(@Nullable Node node) {
    return node instanceof TableView<?> table ? table : null;
  }
}
