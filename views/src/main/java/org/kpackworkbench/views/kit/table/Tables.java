package org.kpackworkbench.views.kit.table;

import javafx.scene.control.Label;
import javafx.scene.text.TextAlignment;
import org.kpackworkbench.views.kit.control.Controls;

/** The placeholder of empty tables and lists. UI thread only. */
public final class Tables {
  private Tables() {}

  /** Creates the label for an empty table or list. */
  public static Label placeholder(String text) {
    Label label = Controls.wrapped(Controls.label(text, "empty-state", "muted"));
    label.setTextAlignment(TextAlignment.CENTER);
    return label;
  }
}
