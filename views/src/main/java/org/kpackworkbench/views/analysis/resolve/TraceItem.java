package org.kpackworkbench.views.analysis.resolve;

import java.util.List;
import javafx.collections.ObservableList;
import javafx.scene.control.TreeItem;
import org.jspecify.annotations.Nullable;

/** A row of the tree; those below it are made when they are first asked for. */
final class TraceItem extends TreeItem<TraceNode> {
  private boolean made;

  TraceItem(TraceNode node) {
    super(node);
  }

  @Override
  public boolean isLeaf() {
    return getValue().children().isEmpty();
  }

  @Override
  public ObservableList<TreeItem<TraceNode>> getChildren() {
    ObservableList<TreeItem<TraceNode>> children = super.getChildren();
    if (!made) {
      made = true;
      List<TraceItem> below = getValue().children().stream().map(TraceItem::new).toList();
      children.setAll(below);
    }
    return children;
  }

  /**
   * The row of a line at or below this one, which is the same object; null where it is not here.
   */
  @Nullable TraceItem find(TraceNode node) {
    if (getValue().equals(node)) {
      return this;
    }
    if (!isAbove(getValue(), node)) {
      return null;
    }
    for (TreeItem<TraceNode> child : getChildren()) {
      TraceItem found = ((TraceItem) child).find(node);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static boolean isAbove(TraceNode above, TraceNode node) {
    for (TraceNode child : above.children()) {
      if (child.equals(node) || isAbove(child, node)) {
        return true;
      }
    }
    return false;
  }
}
