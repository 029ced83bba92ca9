package org.kpackworkbench.views.kit.table;

import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.TableView;

/**
 * Gives the last visible column of a table a style class: the button for choosing columns lies over
 * its heading, which has to leave room for it.
 */
public final class LastColumn {
  private static final String STYLE = "last-column";

  private LastColumn() {}

  /** Keeps track of the last column. */
  public static void mark(TableView<?> table) {
    follow(table.getVisibleLeafColumns());
  }

  private static <C extends TableColumnBase<?, ?>> void follow(ObservableList<C> columns) {
    columns.addListener(
        (ListChangeListener<C>)
            change -> {
              while (change.next()) {
                change.getRemoved().forEach(column -> column.getStyleClass().remove(STYLE));
              }
              mark(columns);
            });
    mark(columns);
  }

  private static void mark(ObservableList<? extends TableColumnBase<?, ?>> columns) {
    for (int i = 0; i < columns.size(); i++) {
      ObservableList<String> styles = columns.get(i).getStyleClass();
      if (i < columns.size() - 1) {
        styles.remove(STYLE);
      } else if (!styles.contains(STYLE)) {
        styles.add(STYLE);
      }
    }
  }
}
