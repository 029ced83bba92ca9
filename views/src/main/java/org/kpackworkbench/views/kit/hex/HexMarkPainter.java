package org.kpackworkbench.views.kit.hex;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import org.kpackworkbench.model.base.bytes.ByteRange;

/** Draws selection, decorations and caret. */
final class HexMarkPainter {
  private static final double WAVE_PIXELS = 4;

  private final HexFrame frame;
  private final GraphicsContext graphics;

  HexMarkPainter(HexFrame frame) {
    this.frame = frame;
    this.graphics = frame.graphics();
  }

  /** One stretch of a range within a row, in pixels. */
  private record Stretch(double left, double top, double width, double height) {
    double bottom() {
      return top + height;
    }

    double right() {
      return left + width;
    }
  }

  @FunctionalInterface
  private interface Brush {
    void draw(Stretch stretch);
  }

  /** What is behind the text: boxes around what was found, and the selection over them. */
  void paintBehind(ByteRange selection, List<HexDecoration> decorations) {
    for (HexDecoration decoration : decorations) {
      if (decoration.mark() == HexDecoration.Mark.FOUND) {
        graphics.setFill(frame.inks().base().interpolate(Color.web("#f0e442"), 0.22));
        each(decoration.range(), s -> graphics.fillRect(s.left, s.top + 1, s.width, s.height - 2));
      }
    }
    graphics.setFill(frame.inks().accentVeil());
    each(selection, s -> graphics.fillRect(s.left, s.top, s.width, s.height));
  }

  /** What is drawn over the text. */
  void paintOver(List<HexDecoration> decorations, long caret, boolean focused, boolean inText) {
    for (HexDecoration decoration : decorations) {
      each(decoration.range(), brush(decoration.mark()));
    }
    caret(caret, focused, inText);
  }

  private Brush brush(HexDecoration.Mark mark) {
    return switch (mark) {
      case FOUND -> s -> outline(s, frame.inks().text(), 1);
      case CHANGED -> s -> bar(s.left, s.bottom() - 2, s.width, frame.inks().danger());
      case ADDED ->
          s -> {
            bar(s.left, s.top, s.width, frame.inks().accent());
            bar(s.left, s.bottom() - 2, s.width, frame.inks().accent());
          };
      case FINDING -> this::wave;
    };
  }

  private void caret(long caret, boolean focused, boolean inText) {
    ByteRange cell = new ByteRange(caret, 1).intersect(frame.visibleBytes());
    HexPage page = frame.pages().pageOf(caret);
    if (cell.isEmpty() || (page != null && !page.has(caret))) {
      return;
    }
    HexColumns columns = frame.columns();
    Color color = focused ? frame.inks().accent() : frame.inks().muted();
    each(cell, columns::hexCellX, s -> outline(s, color, focused && !inText ? 2 : 1));
    each(cell, columns::asciiX, s -> outline(s, color, focused && inText ? 2 : 1));
  }

  private void outline(Stretch s, Color color, double width) {
    graphics.setStroke(color);
    graphics.setLineWidth(width);
    double inset = width / 2;
    graphics.strokeRect(s.left + inset, s.top + inset, s.width - width, s.height - width);
  }

  private void bar(double x, double y, double width, Color color) {
    graphics.setFill(color);
    graphics.fillRect(x, y, width, 2);
  }

  private void wave(Stretch s) {
    graphics.setStroke(frame.inks().danger());
    graphics.setLineWidth(1);
    double low = s.bottom() - 1;
    boolean up = true;
    for (double x = s.left; x < s.right(); x += WAVE_PIXELS / 2) {
      double next = Math.min(s.right(), x + WAVE_PIXELS / 2);
      graphics.strokeLine(x, up ? low : low - 2, next, up ? low - 2 : low);
      up = !up;
    }
  }

  private void each(ByteRange range, Brush brush) {
    each(range, frame.columns()::hexCellX, brush);
    each(range, frame.columns()::asciiX, brush);
  }

  private void each(ByteRange range, IntToDoubleFunction x, Brush brush) {
    ByteRange visible = range.intersect(frame.visibleBytes());
    if (visible.isEmpty()) {
      return;
    }
    HexGeometry geometry = frame.geometry();
    long last = geometry.rowOf(visible.end() - 1);
    for (long row = geometry.rowOf(visible.start()); row <= last; row++) {
      int from = (int) (Math.max(visible.start(), geometry.startOf(row)) - geometry.startOf(row));
      int to = (int) (Math.min(visible.end(), geometry.startOf(row + 1)) - geometry.startOf(row));
      double left = Math.round(x.applyAsDouble(from));
      double width = Math.round(x.applyAsDouble(to)) - left;
      brush.draw(
          new Stretch(left, frame.rowY((int) (row - frame.topRow())), width, frame.rowHeight()));
    }
  }
}
