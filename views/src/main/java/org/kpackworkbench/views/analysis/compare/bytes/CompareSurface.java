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
import org.kpackworkbench.views.kit.hex.HexColumns;
import org.kpackworkbench.views.kit.hex.HexLines;
import org.kpackworkbench.views.kit.hex.HexRowText;
import org.kpackworkbench.views.kit.hex.RowFrame;
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
    int digits = HexRowText.offsetDigits(longest);
    return new SideColumns(
        new HexColumns(0, metrics().charWidth(), bytesPerRow, digits, 0), sides.size());
  }

  /** A line for the names of the sides, and one for the numbers of the columns. */
  @Override
  public double headerHeight() {
    return 2 * rowHeight() + 4;
  }

  int sideAt(double x) {
    return columns().sideAt(x + scrolledX());
  }

  @Override
  protected HexColumns columnsAt(double x) {
    return columns().around(x);
  }

  @Override
  protected void draw(GraphicsContext graphics, double width, double height) {
    graphics.setFont(metrics().font());
    RowFrame lines = frame(graphics, width, height);
    CompareFrame frame =
        new CompareFrame(lines, hatch(inks()), columns(), model.known(), model.rows(), sides);
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
      for (int line = 0; line < frame.lines().visibleRows(); line++) {
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
    long line = model.rows().lineOf(caret) - frame.lines().topRow();
    if (line < 0 || line >= frame.lines().visibleRows() || frame.isFold((int) line)) {
      return;
    }
    int column = (int) (caret - frame.positions((int) line).start());
    double y = frame.lines().rowY((int) line);
    List<HexLines> blocks = frame.blocks();
    for (int side = 0; side < blocks.size(); side++) {
      boolean active = isShownFocused() && side == model.sideProperty().get();
      blocks.get(side).caret(column, y, frame.lines().rowHeight(), active, isCaretInText());
    }
  }

  private void header(CompareFrame frame) {
    GraphicsContext graphics = frame.lines().graphics();
    List<HexLines> blocks = frame.blocks();
    double all = Math.max(frame.lines().width(), frame.columns().width());
    blocks.getFirst().headingBackground(all, headerHeight());
    double baseline = metrics().ascent() + 1;
    long[] sizes = sides.stream().mapToLong(each -> each.view().size()).toArray();
    for (int side = 0; side < sides.size(); side++) {
      HexColumns columns = blocks.get(side).columns();
      boolean active = side == model.sideProperty().get() && isShownFocused();
      graphics.setFill(active ? inks().accent() : inks().text());
      String size = "  " + SizeText.of(sides.get(side).view().size(), sizes);
      double room = columns.width() - columns.offsetX() - fit.width(size);
      String label = fit.fitEnd(sides.get(side).label(), room);
      graphics.fillText(label, columns.offsetX(), baseline);
      graphics.setFill(inks().muted());
      graphics.fillText(size, columns.offsetX() + fit.width(label), baseline);
      blocks.get(side).heading(baseline + rowHeight());
    }
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
