package org.kpackworkbench.views.analysis.compare.bytes;

import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import org.kpackworkbench.views.kit.control.Controls;

/** The line below what is compared: what is at the caret on each side. */
public final class CaretLine extends GridPane {
  /**
   * A line of equally wide columns.
   *
   * @param id what the ids of its labels begin with
   * @param wraps whether long words take several lines
   */
  public CaretLine(String id, int sides, boolean wraps) {
    getStyleClass().add("caret-line");
    for (int side = 0; side < sides; side++) {
      Label label = Controls.named(new Label(), id + side);
      label.setWrapText(wraps);
      label.setTooltip(new Tooltip());
      ColumnConstraints width = new ColumnConstraints();
      width.setPercentWidth(100.0 / sides);
      getColumnConstraints().add(width);
      add(label, side, 0);
    }
  }

  /** Shows words for each side. */
  public void show(List<String> words) {
    for (int side = 0; side < words.size(); side++) {
      Label label = (Label) getChildren().get(side);
      label.setText(words.get(side));
      label.getTooltip().setText(words.get(side));
    }
  }
}
