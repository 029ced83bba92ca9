package org.kpackworkbench.views.analysis.compare.bytes;

import java.util.ArrayList;
import java.util.List;
import javafx.beans.value.ObservableValue;
import javafx.scene.SnapshotParameters;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.paint.ImagePattern;
import javafx.scene.paint.Paint;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.ByteAlignment;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.analysis.compare.bytes.ComparePainter.CompareFrame;
import org.kpackworkbench.views.analysis.compare.bytes.ComparePainter.SideColumns;
import org.kpackworkbench.views.kit.draw.Inks;
import org.kpackworkbench.views.kit.draw.TextFit;
import org.kpackworkbench.views.kit.hex.ByteRowsSurface;
import org.kpackworkbench.views.kit.hex.HexRowText;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/** The drawn part of aligned bytes: turns points into positions and draws the visible rows. */
final class CompareSurface extends ByteRowsSurface {
  private static final int HATCH_PIXELS = 6;
  private static final int MOST_BYTES_PER_ROW = 32;

  private final ByteCompareModel model;
  private List<SideBytes> sides;
  private TextFit fit;
  private @Nullable Paint hatch;
  private @Nullable Color hatchedWith;

  CompareSurface(
      ByteCompareModel model, List<SideBytes> sides, ObservableValue<OwnerColors> palette) {
    super(model, palette);
    this.model = model;
    this.sides = sides;
    this.fit = new TextFit(font());
  }

  void setSides(List<SideBytes> newSides) {
    sides = newSides;
    redraw();
  }

  @Override
  protected void fontChanged() {
    fit = new TextFit(font());
    super.fontChanged();
  }

  @Override
  public void fitColumns(double width) {
    int bytes = MOST_BYTES_PER_ROW;
    while (bytes > 8 && columns(bytes).width() > width) {
      bytes /= 2;
    }
    // More than 16 are hard to count, however wide the window is.
    model.setBytesPerRow(Math.min(bytes, 16));
  }

  @Override
  public double columnsWidth() {
    return columns().width();
  }

  SideColumns columns() {
    return columns(model.rows().bytesPerRow());
  }

  private SideColumns columns(int bytesPerRow) {
    long longest = sides.stream().mapToLong(side -> side.view().size()).max().orElse(0);
    return new SideColumns(
        metrics().charWidth(), bytesPerRow, HexRowText.offsetDigits(longest), sides.size());
  }

  /** A line for the names of the sides, and one for the numbers of the columns. */
  @Override
  public double headerHeight() {
    return 2 * rowHeight() + 4;
  }

  /** The row at a height, also above and below what is visible. */
  long rowAt(double y) {
    double lines = (y - headerHeight() + shiftPixels()) / rowHeight();
    long line = model.topRowProperty().get() + (long) Math.floor(lines);
    return Math.clamp(line, 0, model.rows().lines() - 1);
  }

  /** The position at a point or nearest to it; -1 above the rows and in the columns of offsets. */
  @Override
  public long positionAt(double x, double y) {
    int column = columns().columnAt(x + scrolledX());
    long line = rowAt(y);
    if (y < headerHeight() || column < 0 || model.rows().isFold(line)) {
      return -1;
    }
    ByteRange positions = model.rows().positions(line);
    return Math.clamp(positions.start() + column, 0, Math.max(0, model.alignment().length() - 1));
  }

  int sideAt(double x) {
    return columns().sideAt(x + scrolledX());
  }

  @Override
  public boolean isInText(double x) {
    return columns().isInText(x + scrolledX());
  }

  @Override
  protected void draw(GraphicsContext graphics, double width, double height) {
    graphics.setFont(metrics().font());
    double shift = Math.round(shiftPixels());
    long top = model.topRowProperty().get();
    long room = (long) Math.ceil((height - headerHeight() + shift) / rowHeight());
    int visible = (int) Math.clamp(model.rows().lines() - top, 0, Math.max(0, room));
    CompareFrame frame =
        new CompareFrame(
            graphics,
            inks(),
            hatch(inks()),
            metrics(),
            columns(),
            model.known(),
            model.rows(),
            sides,
            headerHeight(),
            top,
            shift,
            visible,
            width + scrolledX());
    ask(frame);
    graphics.save();
    graphics.translate(-scrolledX(), 0);
    if (model.alignment().length() == 0) {
      graphics.setFill(inks().muted());
      graphics.fillText("No bytes: both sides are empty.", 8, headerHeight() + rowHeight());
    } else {
      new ComparePainter(frame, this::ownerPaint)
          .paint(model.selectionProperty().get(), model.sideProperty().get());
      caret(frame);
    }
    header(frame);
    graphics.restore();
  }

  /** Requests the visible bytes. */
  private void ask(CompareFrame frame) {
    ByteAlignment alignment = model.alignment();
    for (int side = 0; side < sides.size(); side++) {
      List<ByteRange> ranges = new ArrayList<>();
      for (int line = 0; line < frame.visibleLines(); line++) {
        if (!frame.isFold(line)) {
          ranges.add(alignment.bytes(side, frame.positions(line)));
        }
      }
      ranges.removeIf(ByteRange::isEmpty);
      if (!ranges.isEmpty()) {
        sides.get(side).pages().show(ranges);
      }
    }
  }

  private void caret(CompareFrame frame) {
    long caret = model.caretProperty().get();
    long line = model.rows().lineOf(caret) - frame.topLine();
    if (line < 0 || line >= frame.visibleLines() || frame.isFold((int) line)) {
      return;
    }
    SideColumns columns = frame.columns();
    int column = (int) (caret - frame.positions((int) line).start());
    for (int side = 0; side < sides.size(); side++) {
      boolean active = isShownFocused() && side == model.sideProperty().get();
      outline(
          frame,
          (int) line,
          columns.hexCellX(side, column),
          columns.hexCellX(side, column + 1),
          active,
          !isCaretInText());
      outline(
          frame,
          (int) line,
          columns.asciiX(side, column),
          columns.asciiX(side, column + 1),
          active,
          isCaretInText());
    }
  }

  private void outline(
      CompareFrame frame, int line, double from, double to, boolean active, boolean here) {
    GraphicsContext graphics = frame.graphics();
    double width = active && here ? 2 : 1;
    double left = Math.round(from) + width / 2;
    graphics.setStroke(active ? inks().accent() : inks().muted());
    graphics.setLineWidth(width);
    graphics.strokeRect(
        left,
        frame.lineY(line) + width / 2,
        Math.round(to) - Math.round(from) - width,
        frame.rowHeight() - width);
  }

  /** What the sides are called, and the numbers of the columns. */
  private void header(CompareFrame frame) {
    GraphicsContext graphics = frame.graphics();
    SideColumns columns = frame.columns();
    double height = headerHeight();
    double all = Math.max(frame.width(), columns.width());
    graphics.setFill(inks().raised());
    graphics.fillRect(0, 0, all, height);
    graphics.setStroke(inks().line());
    graphics.setLineWidth(1);
    graphics.strokeLine(0, height - 0.5, all, height - 0.5);
    double baseline = metrics().ascent() + 1;
    long[] sizes = sides.stream().mapToLong(each -> each.view().size()).toArray();
    for (int side = 0; side < sides.size(); side++) {
      boolean active = side == model.sideProperty().get() && isShownFocused();
      graphics.setFill(active ? inks().accent() : inks().text());
      String size = "  " + SizeText.of(sides.get(side).view().size(), sizes);
      double room = columns.blockWidth() - 2 * SideColumns.STRIP_PIXELS - fit.width(size);
      String label = fit.fitEnd(sides.get(side).label(), room);
      graphics.fillText(label, columns.stripX(side), baseline);
      graphics.setFill(inks().muted());
      graphics.fillText(size, columns.stripX(side) + fit.width(label), baseline);
      numbers(frame, side, baseline + rowHeight());
    }
  }

  private void numbers(CompareFrame frame, int side, double baseline) {
    SideColumns columns = frame.columns();
    char[] line = " ".repeat(columns.lineLength()).toCharArray();
    for (int i = 0; i < columns.bytesPerRow(); i++) {
      HexRowText.putHex(line, columns.characterOf(i), i);
    }
    frame.graphics().setFill(inks().muted());
    frame.line("offset", columns.offsetX(side), baseline);
    frame.line(new String(line), columns.hexX(side, 0), baseline);
    frame.line("text", columns.asciiX(side, 0), baseline);
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
