package org.kpackworkbench.views.kit.hex;

import javafx.scene.canvas.GraphicsContext;
import org.kpackworkbench.views.kit.draw.Inks;

/**
 * One drawing of bytes in rows: which rows are visible, and where.
 *
 * @param metrics the font and what it measures
 * @param headerHeight height of what is above the rows
 * @param topRow the row at the top
 * @param shiftPixels how much of it is scrolled away
 * @param visibleRows how many rows are seen, counting those that are cut
 * @param width width of the drawing, in pixels, from the scrolled-to left edge
 */
public record RowFrame(
    GraphicsContext graphics,
    Inks inks,
    HexMetrics metrics,
    double headerHeight,
    long topRow,
    double shiftPixels,
    int visibleRows,
    double width) {

  /** Height of a row. */
  public double rowHeight() {
    return metrics.rowHeight();
  }

  /** Upper edge of the n-th visible row. */
  public double rowY(int visibleRow) {
    return headerHeight + visibleRow * metrics.rowHeight() - shiftPixels;
  }

  /** The baseline of the text in the n-th visible row. */
  public double baseline(int visibleRow) {
    return rowY(visibleRow) + metrics.ascent();
  }

  /** Returns a painter of lines in some columns. */
  public HexLines lines(HexColumns columns) {
    return new HexLines(graphics, inks, metrics, columns);
  }
}
