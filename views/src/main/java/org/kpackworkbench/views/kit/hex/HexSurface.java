package org.kpackworkbench.views.kit.hex;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongFunction;
import javafx.beans.value.ObservableValue;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.paint.Paint;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/** The drawn part of a hex view: turns points into offsets and draws the visible rows. */
final class HexSurface extends ByteRowsSurface {
  private static final int ADDRESS_DIGITS = 12;

  private final HexModel model;
  private final HexPages pages;
  private Runnable arrived = () -> {};

  HexSurface(HexModel model, Background background, ObservableValue<OwnerColors> palette) {
    super(model, palette);
    this.model = model;
    this.pages = new HexPages(background, this::pagesArrived);
  }

  private void pagesArrived() {
    refresh();
    arrived.run();
  }

  /** The bytes that are drawn, as far as they have been read. */
  HexPages pages() {
    return pages;
  }

  /** Called, besides drawing them, when there are new pages. */
  void onArrived(Runnable listener) {
    arrived = listener;
  }

  @Override
  public double columnsWidth() {
    return columns().width();
  }

  HexColumns columns() {
    ByteView view = model.viewProperty().get();
    // Where the view is a part of a file, the numbers are the file's.
    long end = view == null ? 0 : view.fileOffset(view.size());
    return new HexColumns(
        0,
        metrics().charWidth(),
        model.bytesPerRowProperty().get(),
        HexRowText.offsetDigits(end),
        model.addressOfProperty().get() == null ? 0 : ADDRESS_DIGITS);
  }

  @Override
  protected HexColumns columnsAt(double x) {
    return columns();
  }

  /** Whether a point is over the bytes and not beside or below them. */
  boolean isOnByte(double x, double y) {
    long rows = (long) ((y - metrics().headerHeight() + shiftPixels()) / rowHeight());
    HexGeometry geometry = model.geometry();
    return positionAt(x, y) >= 0
        && x + scrolledX() < columns().asciiX(model.bytesPerRowProperty().get())
        && model.topRowProperty().get() + rows < geometry.rows()
        && geometry.sizeBytes() > 0;
  }

  @Override
  public double headerHeight() {
    return metrics().headerHeight();
  }

  @Override
  protected void draw(GraphicsContext graphics, double width, double height) {
    ByteView view = model.viewProperty().get();
    graphics.setFont(metrics().font());
    if (view == null || view.size() == 0) {
      graphics.setFill(inks().muted());
      graphics.fillText(
          view == null ? "No file is open here." : "No bytes: the file is empty.",
          HexColumns.GUTTER_PIXELS + 4,
          metrics().ascent() + 6);
      return;
    }
    graphics.save();
    graphics.translate(-scrolledX(), 0);
    RowFrame rows = frame(graphics, width, height);
    draw(new HexFrame(rows, columns(), model.geometry(), pages), view);
    graphics.restore();
  }

  private void draw(HexFrame frame, ByteView view) {
    if (frame.rows().visibleRows() > 0) {
      pages.show(frame.visibleBytes().start(), frame.visibleBytes().end() - 1);
    }
    @Nullable LongFunction<OptionalLong> addresses = model.addressOfProperty().get();
    List<HexDecoration> decorations = model.decorationsIn(frame.visibleBytes());
    HexOwnerPainter owners = new HexOwnerPainter(frame, colors(), this::ownerPaint);
    HexMarkPainter marks = new HexMarkPainter(frame);
    HexTextPainter text = new HexTextPainter(frame, view, addresses);
    owners.paint();
    marks.paintBehind(model.selectionProperty().get(), decorations);
    text.paint();
    owners.paintBoundaries();
    marks.paintOver(decorations, model.caretProperty().get(), isShownFocused(), isCaretInText());
    text.paintHeader();
  }

  private static final class HexMarkPainter {
    private static final double WAVE_PIXELS = 4;
    private static final double RIBBON_PIXELS = 7;

    private final HexFrame frame;
    private final GraphicsContext graphics;

    HexMarkPainter(HexFrame frame) {
      this.frame = frame;
      this.graphics = frame.rows().graphics();
    }

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

    /** Paints what is behind the text: boxes around what was found, and the selection over them. */
    void paintBehind(ByteRange selection, List<HexDecoration> decorations) {
      for (HexDecoration decoration : decorations) {
        if (decoration.mark() == HexDecoration.Mark.FOUND) {
          graphics.setFill(frame.rows().inks().base().interpolate(Color.web("#f0e442"), 0.22));
          each(
              decoration.range(), s -> graphics.fillRect(s.left, s.top + 1, s.width, s.height - 2));
        }
      }
      graphics.setFill(frame.rows().inks().accentVeil());
      each(selection, s -> graphics.fillRect(s.left, s.top, s.width, s.height));
    }

    /** Paints what is over the text. */
    void paintOver(List<HexDecoration> decorations, long caret, boolean focused, boolean inText) {
      for (HexDecoration decoration : decorations) {
        each(decoration.range(), brush(decoration.mark()));
        if (decoration.mark() == HexDecoration.Mark.BOOKMARK) {
          bookmark(decoration.range());
        }
      }
      caret(caret, focused, inText);
    }

    /** In the margin before the numbers, which nothing else is in. */
    private void bookmark(ByteRange range) {
      ByteRange visible = range.intersect(frame.visibleBytes());
      if (visible.isEmpty()) {
        return;
      }
      HexGeometry geometry = frame.geometry();
      graphics.setFill(frame.rows().inks().text());
      double left = 1;
      long first = geometry.rowOf(visible.start());
      long last = geometry.rowOf(visible.end() - 1);
      double top = frame.rows().rowY((int) (first - frame.rows().topRow()));
      double bottom =
          frame.rows().rowY((int) (last - frame.rows().topRow())) + frame.rows().rowHeight();
      graphics.fillRect(left, top + 1, 1.5, bottom - top - 2);
      if (geometry.rowOf(range.start()) == first) {
        double low = top + Math.min(frame.rows().rowHeight() - 2, RIBBON_PIXELS + 3);
        graphics.fillPolygon(
            new double[] {left, left + RIBBON_PIXELS, left + RIBBON_PIXELS, left + 3.5, left},
            new double[] {top + 2, top + 2, low, low - 3, low},
            5);
      }
    }

    private Brush brush(HexDecoration.Mark mark) {
      return switch (mark) {
        case FOUND -> s -> outline(s, frame.rows().inks().text(), 1);
        case CHANGED -> s -> bar(s.left, s.bottom() - 2, s.width, frame.rows().inks().danger());
        case ADDED ->
            s -> {
              bar(s.left, s.top, s.width, frame.rows().inks().accent());
              bar(s.left, s.bottom() - 2, s.width, frame.rows().inks().accent());
            };
        case FINDING -> this::wave;
        case BOOKMARK -> s -> {};
      };
    }

    private void caret(long caret, boolean focused, boolean inText) {
      ByteRange cell = new ByteRange(caret, 1).intersect(frame.visibleBytes());
      HexPage page = frame.pages().pageOf(caret);
      if (cell.isEmpty() || (page != null && !page.has(caret))) {
        return;
      }
      long row = frame.geometry().rowOf(caret);
      int column = (int) (caret - frame.geometry().startOf(row));
      double y = frame.rows().rowY((int) (row - frame.rows().topRow()));
      frame.lines().caret(column, y, frame.rows().rowHeight(), focused, inText);
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
      graphics.setStroke(frame.rows().inks().danger());
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
            new Stretch(
                left,
                frame.rows().rowY((int) (row - frame.rows().topRow())),
                width,
                frame.rows().rowHeight()));
      }
    }
  }

  /**
   * Draws who owns the bytes: a tint behind them, a strip in the owner's pattern beside the row,
   * lines between owners, and the owner's name where it starts.
   */
  private static final class HexOwnerPainter {
    private static final double CHIP_PIXELS = 10;

    private final HexFrame frame;
    private final GraphicsContext graphics;
    private final OwnerColors colors;
    private final Function<Claim, Paint> patterns;

    HexOwnerPainter(HexFrame frame, OwnerColors colors, Function<Claim, Paint> patterns) {
      this.frame = frame;
      this.graphics = frame.rows().graphics();
      this.colors = colors;
      this.patterns = patterns;
    }

    /** Draws what is behind the text. */
    void paint() {
      @Nullable Claim[] above = null;
      for (int row = 0; row < frame.rows().visibleRows(); row++) {
        @Nullable Claim[] owners = frame.owners(row);
        fill(owners, row);
        labels(owners, above, row);
        above = owners;
      }
    }

    /** Draws the lines between owners, over the tints of both. */
    void paintBoundaries() {
      graphics.setStroke(frame.rows().inks().muted());
      graphics.setLineWidth(1);
      @Nullable Claim[] above = null;
      for (int row = 0; row < frame.rows().visibleRows(); row++) {
        @Nullable Claim[] owners = frame.owners(row);
        int count = (int) frame.rowBytes(row).length();
        boundaries(owners, above, count, row, frame.columns()::hexCellX);
        boundaries(owners, above, count, row, frame.columns()::asciiX);
        above = owners;
      }
    }

    private void fill(@Nullable Claim[] owners, int row) {
      HexLines lines = frame.lines();
      double y = frame.rows().rowY(row);
      double height = frame.rows().rowHeight();
      for (int from = 0; from < owners.length; ) {
        int to = HexFrame.runEnd(owners, from);
        Claim owner = owners[from];
        if (owner != null) {
          lines.fill(frame.rows().inks().tint(colors.of(owner)), from, to, y, height);
          lines.owner(patterns.apply(owner), from, to, y, height);
        }
        from = to;
      }
    }

    private void boundaries(
        @Nullable Claim[] owners,
        @Nullable Claim @Nullable [] above,
        int count,
        int row,
        IntToDoubleFunction x) {
      double y = frame.rows().rowY(row) + 0.5;
      for (int column = 0; column < count; column++) {
        double left = Math.round(x.applyAsDouble(column)) + 0.5;
        double right = Math.round(x.applyAsDouble(column + 1)) + 0.5;
        if (column > 0 && !HexFrame.same(owners[column], owners[column - 1])) {
          graphics.strokeLine(left, y, left, y + frame.rows().rowHeight());
        }
        if (above != null && !HexFrame.same(owners[column], above[column])) {
          graphics.strokeLine(left, y, right, y);
        }
      }
    }

    private void labels(@Nullable Claim[] owners, @Nullable Claim @Nullable [] above, int row) {
      double x = frame.columns().labelX();
      double baseline = frame.rows().baseline(row);
      double charWidth = frame.columns().charWidth();
      for (int from = 0; from < owners.length; ) {
        Claim owner = owners[from];
        boolean starts =
            from > 0 || above == null || !HexFrame.same(owner, above[above.length - 1]);
        int room = (int) ((frame.rows().width() - x - CHIP_PIXELS) / charWidth) - 2;
        if (owner != null && starts && room >= 3) {
          String text = ellipsis(owner.label(), room);
          chip(owner, x, baseline);
          graphics.setFill(frame.rows().inks().muted());
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
      Color line = frame.rows().inks().line();
      graphics.setStroke(line);
      graphics.setLineWidth(1);
      graphics.strokeRect(left + 0.5, top + 0.5, CHIP_PIXELS - 1, CHIP_PIXELS - 1);
    }

    static String ellipsis(String text, int room) {
      return text.length() <= room ? text : text.substring(0, Math.max(0, room - 1)) + "…";
    }
  }
}
