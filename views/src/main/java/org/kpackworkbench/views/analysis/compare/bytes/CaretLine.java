package org.kpackworkbench.views.analysis.compare.bytes;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;

/** The line below aligned bytes: what is at the caret on each side. */
final class CaretLine extends HBox {
  private final ByteCompareModel model;
  private final ByteCompareView view;
  private final List<Label> labels = new ArrayList<>();

  CaretLine(ByteCompareModel model, ByteCompareView view) {
    this.model = model;
    this.view = view;
    getStyleClass().add("caret-line");
    for (int side = 0; side < view.sides().size(); side++) {
      Label label = new Label();
      label.setId("caret-side-" + side);
      label.setMaxWidth(Double.MAX_VALUE);
      label.setMinWidth(40);
      label.setPrefWidth(100);
      label.setTooltip(new Tooltip());
      HBox.setHgrow(label, Priority.ALWAYS);
      labels.add(label);
    }
    getChildren().setAll(labels);
    model.caretProperty().subscribe(this::refresh);
    model.knownProperty().subscribe(this::refresh);
    refresh();
  }

  /** Says it anew: bytes that were under way may have come. */
  void refresh() {
    List<String> words = CompareWords.atCaret(model, view.sides());
    for (int side = 0; side < labels.size(); side++) {
      Label label = labels.get(side);
      label.setText(words.get(side));
      label.getTooltip().setText(words.get(side));
    }
  }
}
