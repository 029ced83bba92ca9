package org.kpackworkbench.views.kit.table;

import javafx.scene.control.Label;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TableView;
import javafx.scene.text.TextAlignment;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;

/**
 * Makes tables behave alike: several rows can be selected and copied, an empty table says what to
 * do. UI thread only.
 */
public final class Tables {
  private Tables() {}

  /**
   * Dresses a table.
   *
   * @param id its name for tests and stylesheets
   * @param what what it lists, for screen readers, e.g. {@code "Sections"}
   * @param empty what it says while it has no rows
   */
  public static void dress(TableView<?> table, String id, String what, String empty) {
    table.setId(id);
    table.getStyleClass().addAll("dense", "edge-to-edge", "data-table");
    table.setAccessibleText(what);
    table.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
    table.setPlaceholder(placeholder(empty));
    table.setTableMenuButtonVisible(true);
    LastColumn.mark(table);
    new ActionHandlers()
        .on(ActionId.COPY, () -> RowCopy.toClipboard(RowCopy.text(table)))
        .attachTo(table);
  }

  /** Creates the label for an empty table or list. */
  public static Label placeholder(String text) {
    Label label = Controls.wrapped(Controls.label(text, "empty-state", "muted"));
    label.setTextAlignment(TextAlignment.CENTER);
    return label;
  }
}
