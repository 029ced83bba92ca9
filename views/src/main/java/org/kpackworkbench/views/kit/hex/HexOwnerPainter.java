package org.kpackworkbench.views.kit.hex;

import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.paint.Paint;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/**
 * Draws who owns the bytes: a tint behind them, a strip in the owner's pattern beside the row,
 * lines between owners, and the owner's name where it starts.
 */
final class HexOwnerPainter {
  private static final double CHIP_PIXELS = 10;

  private final HexFrame frame;
  private final GraphicsContext graphics;
  private final OwnerColors colors;
  private final Function<Claim, Paint> patterns;

  HexOwnerPainter(HexFrame frame, OwnerColors colors, Function<Claim, Paint> patterns) {
    this.frame = frame;
    this.graphics = frame.graphics();
    this.colors = colors;
    this.patterns = patterns;
  }

  /** Draws what is behind the text. */
  void paint() {
    @Nullable Claim[] above = null;
    for (int row = 0; row < frame.visibleRows(); row++) {
      @Nullable Claim[] owners = frame.owners(row);
      fill(owners, row);
      labels(owners, above, row);
      above = owners;
    }
  }

  /** Draws the lines between owners, over the tints of both. */
  void paintBoundaries() {
    graphics.setStroke(frame.inks().muted());
    graphics.setLineWidth(1);
    @Nullable Claim[] above = null;
    for (int row = 0; row < frame.visibleRows(); row++) {
      @Nullable Claim[] owners = frame.owners(row);
      int count = (int) frame.rowBytes(row).length();
      boundaries(owners, above, count, row, frame.columns()::hexCellX);
      boundaries(owners, above, count, row, frame.columns()::asciiX);
      above = owners;
    }
  }

  private void fill(@Nullable Claim[] owners, int row) {
    HexColumns columns = frame.columns();
    double y = frame.rowY(row);
    double height = frame.rowHeight();
    for (int from = 0; from < owners.length; ) {
      int to = HexFrame.runEnd(owners, from);
      Claim owner = owners[from];
      if (owner != null) {
        graphics.setFill(frame.inks().tint(colors.of(owner)));
        fillCells(columns::hexCellX, from, to, y, height);
        fillCells(columns::asciiX, from, to, y, height);
        graphics.setFill(patterns.apply(owner));
        double top = Math.round(y + height * from / owners.length);
        double bottom = Math.round(y + height * to / owners.length);
        graphics.fillRect(columns.gutterX(), top, HexColumns.GUTTER_PIXELS, bottom - top);
      }
      from = to;
    }
  }

  private void fillCells(IntToDoubleFunction x, int from, int to, double y, double height) {
    // Whole pixels, or neighbours would shine through the seam.
    double left = Math.round(x.applyAsDouble(from));
    graphics.fillRect(left, y, Math.round(x.applyAsDouble(to)) - left, height);
  }

  private void boundaries(
      @Nullable Claim[] owners,
      @Nullable Claim @Nullable [] above,
      int count,
      int row,
      IntToDoubleFunction x) {
    double y = frame.rowY(row) + 0.5;
    for (int column = 0; column < count; column++) {
      double left = Math.round(x.applyAsDouble(column)) + 0.5;
      double right = Math.round(x.applyAsDouble(column + 1)) + 0.5;
      if (column > 0 && !HexFrame.same(owners[column], owners[column - 1])) {
        graphics.strokeLine(left, y, left, y + frame.rowHeight());
      }
      if (above != null && !HexFrame.same(owners[column], above[column])) {
        graphics.strokeLine(left, y, right, y);
      }
    }
  }

  private void labels(@Nullable Claim[] owners, @Nullable Claim @Nullable [] above, int row) {
    double x = frame.columns().labelX();
    double baseline = frame.baseline(row);
    double charWidth = frame.columns().charWidth();
    for (int from = 0; from < owners.length; ) {
      Claim owner = owners[from];
      boolean starts = from > 0 || above == null || !HexFrame.same(owner, above[above.length - 1]);
      int room = (int) ((frame.width() - x - CHIP_PIXELS) / charWidth) - 2;
      if (owner != null && starts && room >= 3) {
        String text = ellipsis(owner.label(), room);
        chip(owner, x, baseline);
        graphics.setFill(frame.inks().muted());
        graphics.fillText(text, x + CHIP_PIXELS + charWidth, baseline);
        x += CHIP_PIXELS + (text.length() + 3) * charWidth;
      }
      from = HexFrame.runEnd(owners, from);
    }
  }

  private void chip(Claim owner, double x, double baseline) {
    double left = Math.round(x);
    double top = Math.round(baseline) - CHIP_PIXELS;
    graphics.setFill(patterns.apply(owner));
    graphics.fillRect(left, top, CHIP_PIXELS, CHIP_PIXELS);
    Color line = frame.inks().line();
    graphics.setStroke(line);
    graphics.setLineWidth(1);
    graphics.strokeRect(left + 0.5, top + 0.5, CHIP_PIXELS - 1, CHIP_PIXELS - 1);
  }

  static String ellipsis(String text, int room) {
    return text.length() <= room ? text : text.substring(0, Math.max(0, room - 1)) + "…";
  }
}
