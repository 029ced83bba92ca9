package org.kpackworkbench.views.kit.rows;

import java.util.Objects;
import javafx.scene.Parent;

/** The style sheet of marked rows. */
public final class RowsStyle {
  private RowsStyle() {}

  /** Applies it to a view that holds a table or tree with marked rows. */
  public static void addTo(Parent parent) {
    parent
        .getStylesheets()
        .add(Objects.requireNonNull(RowsStyle.class.getResource("rows.css")).toExternalForm());
  }
}
