package org.kpackworkbench.views.kit.rows;

import javafx.beans.value.ObservableValue;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.shape.StrokeLineCap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.draw.DrawnRegion;
import org.kpackworkbench.views.kit.rows.RowColumn.Tint;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/** Draws what a cell has to scale, before its text. UI thread only. */
final class CellPicture extends DrawnRegion {
  private static final double TREND_IN_EMS = 6;
  private static final double BAR_IN_EMS = 3.5;
  private static final double HEIGHT_IN_EMS = 1.15;
  private static final double LEAST_PIXELS = 2;
  private static final double DOT = 2.5;

  private @Nullable CellDrawing drawing;

  CellPicture(ObservableValue<OwnerColors> palette) {
    super(palette);
    getStyleClass().add("cell-picture");
    setMouseTransparent(true);
    fontChanged();
  }

  /** How wide it is in a table's font; 0 for what is drawn elsewhere. */
  static double widthInEms(@Nullable CellDrawing drawing) {
    return switch (drawing) {
      case CellDrawing.Trend trend -> TREND_IN_EMS;
      case CellDrawing.Bar bar -> BAR_IN_EMS;
      case CellDrawing.Growth growth -> BAR_IN_EMS;
      case CellDrawing.Depth depth -> 0;
      case CellDrawing.Sign sign -> 0;
      case CellDrawing.Marked marked -> 0;
      case null -> 0;
    };
  }

  void show(CellDrawing now) {
    if (!now.equals(drawing)) {
      drawing = now;
      fontChanged();
    }
  }

  @Override
  protected void fontChanged() {
    double em = font().getSize();
    double width = widthInEms(drawing) * em;
    setMinSize(width, HEIGHT_IN_EMS * em);
    setMaxSize(width, HEIGHT_IN_EMS * em);
    setPrefSize(width, HEIGHT_IN_EMS * em);
    super.fontChanged();
  }

  @Override
  protected void draw(GraphicsContext graphics, double width, double height) {
    switch (drawing) {
      case CellDrawing.Bar bar -> bar(graphics, bar, width, height);
      case CellDrawing.Growth growth -> growth(graphics, growth.share(), width, height);
      case CellDrawing.Trend trend -> trend(graphics, trend, width, height);
      case CellDrawing.Depth depth -> {}
      case CellDrawing.Sign sign -> {}
      case CellDrawing.Marked marked -> {}
      case null -> {}
    }
  }

  private static double length(double share, double whole) {
    return share == 0 ? 0 : Math.clamp(Math.abs(share) * whole, LEAST_PIXELS, whole);
  }

  private Color color(Tint tint) {
    return colors().of(tint.kind(), tint.target());
  }

  private void bar(GraphicsContext graphics, CellDrawing.Bar bar, double width, double height) {
    graphics.setFill(inks().line());
    graphics.setGlobalAlpha(0.35);
    graphics.fillRoundRect(0, 1, width, height - 2, 4, 4);
    graphics.setGlobalAlpha(1);
    graphics.setFill(ownerPaint(bar.tint().kind(), bar.tint().target()));
    graphics.fillRoundRect(0, 1, length(bar.share(), width), height - 2, 4, 4);
  }

  private void growth(GraphicsContext graphics, double share, double width, double height) {
    double middle = Math.rint(width / 2);
    double length = length(share, middle);
    graphics.setFill(inks().text());
    graphics.setStroke(inks().text());
    graphics.setLineWidth(1);
    if (share > 0) {
      graphics.fillRect(middle, 3, length, height - 6);
    } else if (share < 0) {
      graphics.strokeRect(middle - length + 0.5, 3.5, length - 0.5, height - 7);
    }
    graphics.setStroke(inks().muted());
    graphics.strokeLine(middle + 0.5, 0, middle + 0.5, height);
  }

  private void trend(
      GraphicsContext graphics, CellDrawing.Trend trend, double width, double height) {
    int count = trend.shares().size();
    double step = (width - 2 * DOT - 2) / Math.max(1, count - 1);
    graphics.setStroke(color(trend.tint()));
    graphics.setLineWidth(1.5);
    graphics.setLineCap(StrokeLineCap.ROUND);
    double lastX = Double.NaN;
    double lastY = Double.NaN;
    for (int at = 0; at < count; at++) {
      double x = 1 + DOT + at * step;
      double y = y(trend.shares().get(at), height);
      if (!Double.isNaN(lastY) && !Double.isNaN(y)) {
        graphics.strokeLine(lastX, lastY, x, y);
      } else if (!Double.isNaN(y)) {
        graphics.strokeLine(x, y, x, y);
      }
      lastX = x;
      lastY = y;
    }
    graphics.setFill(inks().text());
    for (int at : trend.marked()) {
      double y = y(trend.shares().get(at), height);
      graphics.fillOval(
          1 + at * step, (Double.isNaN(y) ? height - DOT : y) - DOT, 2 * DOT, 2 * DOT);
    }
  }

  private static double y(double share, double height) {
    return DOT + (height - 2 * DOT) * (1 - share);
  }
}
