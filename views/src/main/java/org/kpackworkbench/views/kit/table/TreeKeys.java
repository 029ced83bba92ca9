package org.kpackworkbench.views.kit.table;

import java.util.ArrayDeque;
import java.util.Deque;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeView;
import javafx.scene.input.KeyEvent;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;

/**
 * Opening subtrees and going to the parent, by key and by action, in any tree. Opens no more than
 * some thousand rows at once, and none whose children are not there yet.
 */
public final class TreeKeys {
  /** Trees get slow far above this. */
  static final int MOST_OPENED = 20_000;

  private TreeKeys() {}

  /** Adds the keys to a tree, and its actions to {@code handlers}. */
  public static ActionHandlers install(TreeView<?> tree, ActionHandlers handlers) {
    Runnable subtree = () -> expand(tree.getSelectionModel().getSelectedItem());
    Runnable all = () -> expand(tree.getRoot());
    Runnable parent =
        () -> {
          TreeItem<?> item = tree.getSelectionModel().getSelectedItem();
          TreeItem<?> above = item == null ? null : item.getParent();
          if (above != null) {
            select(tree, above);
          }
        };
    // The tree's own keys come first otherwise: Shift+→ extends a selection, Ctrl+→ scrolls.
    tree.addEventFilter(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (!runs(event, ActionId.EXPAND_SUBTREE, subtree)
              && !runs(event, ActionId.EXPAND_ALL, all)
              && !runs(event, ActionId.TO_PARENT, parent)) {
            return;
          }
          event.consume();
        });
    return handlers
        .on(ActionId.EXPAND_SUBTREE, subtree)
        .on(ActionId.EXPAND_ALL, all)
        .on(ActionId.TO_PARENT, parent);
  }

  /** Opens an item and all below it, wide before deep; returns how many were opened. */
  public static int expand(@Nullable TreeItem<?> top) {
    Deque<TreeItem<?>> next = new ArrayDeque<>();
    if (top != null) {
      next.add(top);
    }
    int opened = 0;
    while (!next.isEmpty() && opened < MOST_OPENED) {
      TreeItem<?> item = next.poll();
      if (!item.isLeaf()) {
        item.setExpanded(true);
        opened++;
        next.addAll(item.getChildren());
      }
    }
    return opened;
  }

  private static boolean runs(KeyEvent event, ActionId id, Runnable action) {
    if (id.accelerators().stream().noneMatch(key -> key.match(event))) {
      return false;
    }
    action.run();
    return true;
  }

  @SuppressWarnings("unchecked")
  private static <T> void select(TreeView<T> tree, TreeItem<?> item) {
    int row = tree.getRow((TreeItem<T>) item);
    if (row >= 0) {
      tree.getSelectionModel().clearAndSelect(row);
      tree.scrollTo(Math.max(0, row - 3));
    }
  }
}
