package org.kpackworkbench.views.kit.rows;

import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.kpackworkbench.views.kit.action.ActionId;

/** The groups of a table opened and closed, and the keys of trees. */
record TreeWalk<R>(RowsTable<R> table) {
  /** Opens or closes the group that a row is; false if it is none. */
  boolean toggle(LoadedRow<R> line) {
    RowsSpec.Tree<R> tree = table.model().tree();
    R row = line.content();
    return tree != null
        && row != null
        && tree.isGroup(row)
        && (table.opensGroup(line)
            || tree.open(table.getSelectionModel().getSelectedIndex(), !tree.isOpen(row)));
  }

  /** The keys of trees; those of the table come first otherwise. */
  void walk(KeyEvent event) {
    RowsSpec.Tree<R> tree = table.model().tree();
    int at = table.getSelectionModel().getSelectedIndex();
    if (tree == null || at < 0 || at >= table.model().shown()) {
      return;
    }
    R row = table.model().row(at).content();
    if (matches(event, ActionId.EXPAND_SUBTREE)) {
      tree.openSubtree(at);
    } else if (matches(event, ActionId.EXPAND_ALL)) {
      openAll(tree);
    } else if (matches(event, ActionId.TO_PARENT)) {
      if (!toParent(tree)) {
        return;
      }
    } else if (event.isShiftDown() || event.isShortcutDown() || event.isAltDown()) {
      return;
    } else if (event.getCode() == KeyCode.RIGHT && tree.grouped()) {
      if (!tree.open(at, true)
          && at + 1 < table.model().shown()
          && row != null
          && tree.isGroup(row)) {
        table.pickPosition(at + 1);
      }
    } else if (event.getCode() == KeyCode.LEFT && tree.grouped()) {
      if (!tree.open(at, false)) {
        boolean unused = toParent(tree);
      }
    } else if (event.getCode() != KeyCode.ENTER
        || (row != null && table.model().spec().target(row) != null)
        || !toggle(table.model().row(at))) {
      return;
    }
    event.consume();
  }

  private static boolean matches(KeyEvent event, ActionId id) {
    return id.accelerators().stream().anyMatch(key -> key.match(event));
  }

  void openAll(RowsSpec.Tree<R> tree) {
    int again = tree.openAll(table.getSelectionModel().getSelectedIndex());
    if (again >= 0) {
      table.pickPosition(again);
    }
  }

  /** Selects the row in which the selected one is; false if it is in none. */
  boolean toParent(RowsSpec.Tree<R> tree) {
    int parent = tree.parentOf(table.getSelectionModel().getSelectedIndex());
    if (parent < 0 || table.model().rows().index(parent) < 0) {
      return false;
    }
    table.pickPosition(parent);
    return true;
  }
}
