package org.kpackworkbench.views.kit.table;

import javafx.beans.property.DoubleProperty;
import javafx.scene.control.Labeled;

/**
 * The height of rows in long tables. Known in advance, it lets a table jump far, and scroll,
 * without measuring rows that are not visible. UI thread only.
 */
public final class RowHeight {
  /** As {@code .dense} rows of other tables have it. */
  private static final double EM = 1.9;

  private RowHeight() {}

  /**
   * Fixes the height.
   *
   * @param fixed the table's {@code fixedCellSize}
   * @param probe something in the same scene whose text is as large as that of the rows
   */
  public static void fix(DoubleProperty fixed, Labeled probe) {
    // Whole pixels, so that all lines between rows are equally thin.
    fixed.bind(probe.fontProperty().map(font -> Math.rint(EM * font.getSize())));
  }
}
