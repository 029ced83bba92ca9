package org.kpackworkbench.views.analysis.compare.bytes;

import java.util.List;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Paint;
import org.kpackworkbench.model.analysis.diff.AlignedBytes;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.views.kit.draw.Inks;
import org.kpackworkbench.views.kit.hex.HexMetrics;

/**
 * One drawing of aligned bytes: what is visible, and where.
 *
 * @param hatch what gaps are filled with
 * @param headerHeight height of the lines above the rows
 * @param topLine the line at the top
 * @param shiftPixels how much of it is scrolled away
 * @param visibleLines how many lines are seen, counting those that are cut
 * @param width width of the drawing, from the scrolled-to left edge
 */
record CompareFrame(
    GraphicsContext graphics,
    Inks inks,
    Paint hatch,
    HexMetrics metrics,
    CompareColumns columns,
    AlignedBytes known,
    CompareRows rows,
    List<SideBytes> sides,
    double headerHeight,
    long topLine,
    double shiftPixels,
    int visibleLines,
    double width) {

  double rowHeight() {
    return metrics.rowHeight();
  }

  /** Upper edge of the n-th visible line. */
  double lineY(int line) {
    return headerHeight + line * metrics.rowHeight() - shiftPixels;
  }

  double baseline(int line) {
    return lineY(line) + metrics.ascent();
  }

  ByteRange positions(int line) {
    return rows.positions(topLine + line);
  }

  boolean isFold(int line) {
    return rows.isFold(topLine + line);
  }

  /** Writes a line of characters of one width each, whatever the font thinks of them. */
  void line(String text, double x, double baseline) {
    if (metrics.monospaced()) {
      graphics.fillText(text, x, baseline);
      return;
    }
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) != ' ') {
        graphics.fillText(text.substring(i, i + 1), x + i * columns.charWidth(), baseline);
      }
    }
  }
}
