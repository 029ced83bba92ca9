package org.kpackworkbench.views.format.kpack;

import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kpackworkbench.icons.IconSize;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.views.kit.dialog.ErrorText;

/** What is wrong in a file: what, where, expected, found, what to do. */
final class ProblemLines extends VBox {
  ProblemLines(FormatException problem) {
    ErrorText text = ErrorText.of(problem);
    getStyleClass().add("problem-lines");
    Label what = line(text.what());
    what.setGraphic(KpackIcon.WARNING.node(IconSize.SMALL));
    what.getStyleClass().add("problem-what");
    getChildren().add(what);
    for (ErrorText.Row row : text.rows()) {
      // The file is the one that is shown.
      if (!row.name().equals("File")) {
        getChildren().add(line(row.name() + ": " + row.value()));
      }
    }
    setAccessibleText(text.what());
  }

  private static Label line(String text) {
    Label label = new Label(text);
    label.setWrapText(true);
    label.setMinHeight(Region.USE_PREF_SIZE);
    return label;
  }
}
