package org.kpackworkbench.views.table;

import javafx.scene.control.TableColumnBase;

/** How a column's cells look. */
public enum CellLook {
  TEXT("text-cell"),
  MONOSPACE("mono-cell"),
  MUTED("muted-cell"),
  NUMBER("number-cell");

  private final String styleClass;

  CellLook(String styleClass) {
    this.styleClass = styleClass;
  }

  /** The CSS class of cells and header. */
  String styleClass() {
    return styleClass;
  }

  void alignHeader(TableColumnBase<?, ?> column) {
    column.getStyleClass().add(styleClass);
  }
}
