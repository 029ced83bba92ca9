package org.kpackworkbench.views.kit.table;

import javafx.scene.control.OverrunStyle;
import javafx.scene.control.TableColumnBase;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.text.SharedCut;

/** How a column's cells look. */
public enum CellLook {
  TEXT("text-cell"),
  /** A function's name; shown without the result and the scopes before it. */
  FUNCTION("text-cell"),
  /** A path; paths differ at their ends. */
  PATH("text-cell"),
  MONOSPACE("mono-cell"),
  MUTED("muted-cell"),
  NUMBER("number-cell");

  private final String styleClass;

  CellLook(String styleClass) {
    this.styleClass = styleClass;
  }

  /** The CSS class of cells and header. */
  public String styleClass() {
    return styleClass;
  }

  /**
   * Where a text is cut that is too long. Names differ at their ends as often as at their
   * beginnings (targets, kernels, files of one folder); sentences are read from the start.
   */
  public static OverrunStyle overrun(@Nullable String text) {
    boolean name =
        text == null
            || text.replace(SharedCut.ARROW, "→").indexOf(' ') < 0
            || text.contains("::")
            || text.contains(" @ ");
    return name ? OverrunStyle.CENTER_ELLIPSIS : OverrunStyle.ELLIPSIS;
  }

  void alignHeader(TableColumnBase<?, ?> column) {
    column.getStyleClass().add(styleClass);
  }
}
