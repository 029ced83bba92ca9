package org.kpackworkbench.views.kit.layout;

import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.kpackworkbench.views.kit.control.Controls;

/** Names on the left, and what has them on the right, under headings. UI thread only. */
public class NamesGrid extends GridPane {
  private final String style;
  private int rows;

  /**
   * An empty grid.
   *
   * @param style what the names of its parts begin with in stylesheets
   */
  protected NamesGrid(String style) {
    this.style = style;
    ColumnConstraints names = new ColumnConstraints();
    names.setMinWidth(Region.USE_PREF_SIZE);
    ColumnConstraints fields = new ColumnConstraints();
    fields.setHgrow(Priority.ALWAYS);
    setUp(names, fields);
  }

  private void setUp(ColumnConstraints names, ColumnConstraints fields) {
    getStyleClass().add(style + "-grid");
    getColumnConstraints().setAll(names, fields);
  }

  /** A heading over the rows that follow. */
  public final void heading(String text) {
    add(Controls.label(text, style + "-heading"), 0, rows++, 2, 1);
  }

  /**
   * Adds a row.
   *
   * @param named what the name is that of, for screen readers
   */
  protected final Label row(String name, Node named, Node content) {
    Label label = Controls.label(name, style + "-name");
    label.setLabelFor(named);
    GridPane.setValignment(label, VPos.TOP);
    addRow(rows++, label, content);
    return label;
  }
}
