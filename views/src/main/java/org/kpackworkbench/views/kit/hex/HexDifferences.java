package org.kpackworkbench.views.kit.hex;

import javafx.scene.SnapshotParameters;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.paint.ImagePattern;
import javafx.scene.paint.Paint;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.views.kit.draw.Inks;
import org.kpackworkbench.views.kit.hex.HexCells.State;

/**
 * Draws how the bytes of several sides differ, in colours and in shapes, and what is folded. UI
 * thread only.
 */
final class HexDifferences {
  private static final int HATCH_PIXELS = 6;
  private static final double BAR_PIXELS = 2;

  private @Nullable Paint hatch;
  private @Nullable Color hatchedWith;

  /** Draws a run of cells in one state. */
  private interface Run {
    void draw(State state, int from, int to);
  }

  private static void runs(HexCells cells, int side, Run run) {
    for (int from = 0; from < cells.columns(); ) {
      int to = from + 1;
      while (to < cells.columns() && cells.state(side, to) == cells.state(side, from)) {
        to++;
      }
      run.draw(cells.state(side, from), from, to);
      from = to;
    }
  }

  /** Draws what is behind the text of a side's row. */
  void behind(RowFrame frame, HexColumns columns, HexCells cells, int side, int line) {
    Inks inks = frame.inks();
    runs(
        cells,
        side,
        (state, from, to) -> {
          Paint paint =
              switch (state) {
                case CHANGED -> inks.base().interpolate(inks.danger(), 0.2);
                case ONLY_HERE -> inks.base().interpolate(inks.accent(), 0.22);
                case GAP -> hatch(inks);
                case SAME, NONE -> null;
              };
          if (paint != null) {
            frame.lines(columns).fill(paint, from, to, frame.rowY(line), frame.rowHeight());
          }
        });
  }

  /** Draws bars over the text, so that differences need no colours, and a sign before the side. */
  void over(RowFrame frame, HexColumns columns, HexCells cells, int side, int line) {
    Inks inks = frame.inks();
    HexLines lines = frame.lines(columns);
    double top = frame.rowY(line);
    double bottom = top + frame.rowHeight() - BAR_PIXELS;
    runs(
        cells,
        side,
        (state, from, to) -> {
          if (state == State.CHANGED) {
            lines.fill(inks.danger(), from, to, bottom, BAR_PIXELS);
          } else if (state == State.ONLY_HERE) {
            lines.fill(inks.accent(), from, to, top, BAR_PIXELS);
            lines.fill(inks.accent(), from, to, bottom, BAR_PIXELS);
          }
        });
    String sign = side == 0 ? "" : cells.mark(side);
    if (!sign.isEmpty()) {
      frame.graphics().setFill(sign.equals("≠") ? inks.danger() : inks.accent());
      double x = columns.left() - 2 * columns.charWidth();
      frame.graphics().fillText(sign, x, frame.baseline(line));
    }
  }

  /** Draws a line that is in place of others. */
  void fold(RowFrame frame, HexColumns first, double width, ByteRange positions, int line) {
    GraphicsContext graphics = frame.graphics();
    double y = Math.round(frame.rowY(line));
    double right = Math.max(frame.width(), width);
    graphics.setFill(frame.inks().raised());
    graphics.fillRect(0, y, right, frame.rowHeight());
    graphics.setStroke(frame.inks().line());
    graphics.setLineWidth(1);
    graphics.strokeLine(0, y + 0.5, right, y + 0.5);
    graphics.strokeLine(0, y + frame.rowHeight() - 0.5, right, y + frame.rowHeight() - 0.5);
    graphics.setFill(frame.inks().muted());
    graphics.fillText("▸", first.offsetX(), frame.baseline(line));
    graphics.fillText(HexCells.foldWords(positions), first.hexX(0), frame.baseline(line));
  }

  /** Thin stripes: nothing is here. */
  private Paint hatch(Inks inks) {
    Paint made = hatch;
    if (made == null || !inks.base().equals(hatchedWith)) {
      Canvas tile = new Canvas(HATCH_PIXELS, HATCH_PIXELS);
      GraphicsContext graphics = tile.getGraphicsContext2D();
      graphics.setFill(inks.raised());
      graphics.fillRect(0, 0, HATCH_PIXELS, HATCH_PIXELS);
      graphics.setStroke(inks.base().interpolate(inks.muted(), 0.45));
      graphics.setLineWidth(1);
      for (int x = -HATCH_PIXELS; x <= HATCH_PIXELS; x += HATCH_PIXELS) {
        graphics.strokeLine(x, HATCH_PIXELS, x + HATCH_PIXELS, 0);
      }
      SnapshotParameters plain = new SnapshotParameters();
      plain.setFill(Color.TRANSPARENT);
      made = new ImagePattern(tile.snapshot(plain, null), 0, 0, HATCH_PIXELS, HATCH_PIXELS, false);
      hatch = made;
      hatchedWith = inks.base();
    }
    return made;
  }
}
