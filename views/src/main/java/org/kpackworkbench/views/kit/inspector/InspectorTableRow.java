package org.kpackworkbench.views.kit.inspector;

import java.util.function.Consumer;
import javafx.css.PseudoClass;
import javafx.scene.control.TableRow;
import javafx.scene.input.MouseButton;
import org.jspecify.annotations.Nullable;

/** A row that knows whether it is a heading, and is followed by a double click. */
final class InspectorTableRow extends TableRow<InspectorRow> {
  private static final PseudoClass HEADING = PseudoClass.getPseudoClass("heading");
  private static final PseudoClass PROBLEM = PseudoClass.getPseudoClass("problem");

  InspectorTableRow(Consumer<InspectorRow> follow) {
    setOnMouseClicked(
        event -> {
          InspectorRow row = getItem();
          if (event.getButton() == MouseButton.PRIMARY
              && event.getClickCount() == 2
              && row != null) {
            follow.accept(row);
          }
        });
  }

  @Override
  protected void updateItem(@Nullable InspectorRow row, boolean empty) {
    super.updateItem(row, empty);
    pseudoClassStateChanged(HEADING, row instanceof InspectorRow.Heading);
    pseudoClassStateChanged(PROBLEM, row instanceof InspectorRow.Problem);
  }

  /** A heading has no value: it may take the whole row. */
  @Override
  protected void layoutChildren() {
    super.layoutChildren();
    if (getItem() instanceof InspectorRow.Heading && !getChildren().isEmpty()) {
      getChildren().getFirst().resizeRelocate(0, 0, getWidth(), getHeight());
    }
  }
}
