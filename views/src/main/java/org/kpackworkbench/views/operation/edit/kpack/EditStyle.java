package org.kpackworkbench.views.operation.edit.kpack;

import java.util.Objects;
import javafx.scene.Parent;

/** The style sheet of views in which something is edited. */
final class EditStyle {
  private EditStyle() {}

  static void addTo(Parent parent) {
    parent
        .getStylesheets()
        .add(Objects.requireNonNull(EditStyle.class.getResource("edit.css")).toExternalForm());
  }
}
