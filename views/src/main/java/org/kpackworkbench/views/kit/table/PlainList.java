package org.kpackworkbench.views.kit.table;

import java.util.function.Function;
import java.util.stream.Collectors;
import javafx.scene.control.ListView;
import javafx.scene.control.SelectionMode;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;

/**
 * A list of lines without columns, with what all lists of the window have: several lines can be
 * selected and copied, an empty one says so, and a screen reader knows what it lists. What has
 * columns is a {@code RowsTable}. UI thread only.
 */
public final class PlainList<T> extends ListView<T> {
  /**
   * A list.
   *
   * @param id its name for tests and stylesheets
   * @param what what it lists, for screen readers, e.g. {@code "Jobs"}
   * @param empty what it says while it has no lines
   */
  public PlainList(String id, String what, String empty) {
    this(id, what, empty, String::valueOf);
  }

  /**
   * Creates a list with a function for the copied text.
   *
   * @param text what is copied of a line
   */
  public PlainList(String id, String what, String empty, Function<? super T, String> text) {
    Controls.named(this, id, "dense");
    setAccessibleText(what);
    getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
    if (!empty.isEmpty()) {
      setPlaceholder(Tables.placeholder(empty));
    }
    new ActionHandlers()
        .on(
            ActionId.COPY,
            () ->
                RowCopy.toClipboard(
                    getSelectionModel().getSelectedItems().stream()
                        .map(text)
                        .collect(Collectors.joining("\n"))))
        .attachTo(this);
  }

  /** Removes the border; returns this list. */
  public PlainList<T> edgeToEdge() {
    getStyleClass().add("edge-to-edge");
    return this;
  }
}
