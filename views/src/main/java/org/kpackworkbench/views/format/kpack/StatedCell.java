package org.kpackworkbench.views.format.kpack;

import javafx.css.PseudoClass;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.TableCell;
import javafx.scene.control.Tooltip;
import org.jspecify.annotations.Nullable;

/** A cell with what a code object states; stands out where it is filed under another target. */
final class StatedCell extends TableCell<Line, String> {
  /** Stands before a target that is not the one the code object is filed under. */
  static final String DIFFERS = "⚠ ";

  private static final PseudoClass PROBLEM = PseudoClass.getPseudoClass("problem");

  StatedCell() {
    getStyleClass().add("stated-cell");
    // The end of a target tells it from the others.
    setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
  }

  @Override
  protected void updateItem(@Nullable String text, boolean empty) {
    super.updateItem(text, empty);
    String shown = empty || text == null ? "" : text;
    boolean differs = shown.startsWith(DIFFERS);
    setText(shown);
    pseudoClassStateChanged(PROBLEM, differs);
    setTooltip(
        differs
            ? new Tooltip(
                "The code object states "
                    + shown.substring(DIFFERS.length())
                    + ", not the target it is filed under.")
            : null);
  }
}
