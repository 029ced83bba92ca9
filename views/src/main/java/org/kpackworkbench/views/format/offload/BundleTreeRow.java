package org.kpackworkbench.views.format.offload;

import javafx.css.PseudoClass;
import javafx.scene.control.TreeTableRow;
import org.jspecify.annotations.Nullable;

/** A line of the tree that stands out where something is wrong with what it shows. */
final class BundleTreeRow extends TreeTableRow<BundleNode> {
  private static final PseudoClass PROBLEM = PseudoClass.getPseudoClass("problem");

  @Override
  protected void updateItem(@Nullable BundleNode node, boolean empty) {
    super.updateItem(node, empty);
    pseudoClassStateChanged(PROBLEM, !empty && node != null && !node.mark().problem().isEmpty());
  }
}
