package org.kpackworkbench.views.analysis.resolve;

import java.util.function.Consumer;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.TreeTableCell;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.place.PlaceWords;
import org.kpackworkbench.views.kit.table.CellTips;
import org.kpackworkbench.views.kit.text.VisibleText;

/** What a line speaks of; a link where that is at hand. */
final class TraceLinkCell extends TreeTableCell<TraceNode, TraceNode> {
  private final Hyperlink link = new Hyperlink();

  TraceLinkCell(Consumer<TraceNode> follow) {
    getStyleClass().add("trace-what");
    // Enter on the row does the same.
    link.setFocusTraversable(false);
    link.getStyleClass().add("trace-link");
    link.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    link.setOnAction(
        event -> {
          TraceNode node = getItem();
          if (node != null) {
            follow.accept(node);
          }
          link.setVisited(false);
        });
    CellTips.install(this, this::tip);
  }

  private String tip() {
    TraceNode node = getItem();
    if (node == null) {
      return "";
    }
    return node.place() == null
        ? node.detail()
        : node.detail() + "\nGo to " + PlaceWords.label(node.place());
  }

  @Override
  protected void updateItem(@Nullable TraceNode node, boolean empty) {
    super.updateItem(node, empty);
    if (empty || node == null) {
      setText(null);
      setGraphic(null);
      return;
    }
    String text = VisibleText.of(node.detail());
    boolean leads = node.place() != null && !text.isEmpty();
    link.setText(text);
    setGraphic(leads ? link : null);
    setText(leads ? null : text);
    // Sentences are read from their start.
    setTextOverrun(text.endsWith(".") ? OverrunStyle.ELLIPSIS : OverrunStyle.CENTER_ELLIPSIS);
  }
}
