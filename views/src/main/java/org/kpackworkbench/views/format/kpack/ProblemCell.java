package org.kpackworkbench.views.format.kpack;

import javafx.scene.control.TableCell;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.IconSize;
import org.kpackworkbench.icons.KpackIcon;

/** A cell that says what is wrong with a line, with a sign before the words. */
final class ProblemCell extends TableCell<Line, String> {
  ProblemCell() {
    getStyleClass().add("problem-cell");
  }

  @Override
  protected void updateItem(@Nullable String problem, boolean empty) {
    super.updateItem(problem, empty);
    boolean nothing = empty || problem == null || problem.isEmpty();
    setText(nothing ? null : problem);
    setGraphic(nothing ? null : KpackIcon.WARNING.node(IconSize.SMALL));
  }
}
