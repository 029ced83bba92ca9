package org.kpackworkbench.views.kit.hex;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import javafx.beans.value.ObservableValue;
import javafx.scene.canvas.GraphicsContext;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.draw.DrawnRegion;
import org.kpackworkbench.views.kit.draw.TextFit;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/**
 * The drawn bytes of one side, or of several beside one another: turns points into positions and
 * draws the visible rows. UI thread only.
 */
public final class HexSurface extends DrawnRegion {
  private static final int ADDRESS_DIGITS = 12;

  /** More are hard to count, however wide the room is. */
  private static final int MOST_FITTED = 16;

  private static final int FEWEST_FITTED = 8;

  private final ByteRowsModel model;
  private final HexDifferences differences = new HexDifferences();
  private List<HexSide> sides;
  private @Nullable LongFunction<OptionalLong> addressOf;
  private HexMetrics metrics;
  private TextFit fit;
  private double shiftPixels;
  private double scrolledX;
  private boolean focused;
  private boolean inText;

  /** A surface in a font of one width. */
  public HexSurface(
      ByteRowsModel model, List<HexSide> sides, ObservableValue<OwnerColors> palette) {
    super(palette);
    this.model = model;
    this.sides = sides;
    this.metrics = HexMetrics.of(font());
    this.fit = new TextFit(font());
    getStyleClass().add("monospaced");
  }

  /** Draws these sides, as many as before. */
  public void setSides(List<HexSide> newSides) {
    sides = newSides;
    redraw();
  }

  /** Has a column of virtual addresses from now on; null for none. */
  void setAddressOf(@Nullable LongFunction<OptionalLong> addresses) {
    addressOf = addresses;
  }

  @Override
  protected void fontChanged() {
    metrics = HexMetrics.of(font());
    fit = new TextFit(font());
    fitRows();
    redraw();
  }

  private boolean isSeveral() {
    return sides.size() > 1;
  }

  /** Height of what is above the rows: the numbers of columns, of several sides also the names. */
  public double headerHeight() {
    return isSeveral() ? 2 * rowHeight() + 4 : metrics.headerHeight();
  }

  /** Height of a row, in pixels. */
  public double rowHeight() {
    return metrics.rowHeight();
  }

  /** Width of all columns, in pixels. */
  double columnsWidth() {
    return columns(sides.size() - 1).width();
  }

  /** The columns of a side; between two there is room for a sign. */
  public HexColumns columns(int side) {
    return columns(side, model.rowLength());
  }

  private HexColumns columns(int side, int bytesPerRow) {
    // Where the only view is a part of a file, the numbers are the file's.
    long end =
        isSeveral()
            ? sides.stream().mapToLong(HexSide::sizeBytes).max().orElse(0)
            : shown(sides.getFirst(), sides.getFirst().sizeBytes());
    HexColumns first =
        new HexColumns(
            0,
            metrics.charWidth(),
            bytesPerRow,
            HexRowText.offsetDigits(end),
            addressOf == null ? 0 : ADDRESS_DIGITS);
    return side == 0 ? first : first.at(side * (first.width() + 3 * first.charWidth()));
  }

  /** The number of a byte that is shown. */
  private long shown(HexSide side, long offset) {
    return isSeveral() ? offset : side.fileOffset(offset);
  }

  /** Fits the rows of several sides into a width. */
  void fitColumns(double width) {
    int bytes = MOST_FITTED;
    while (isSeveral()
        && bytes > FEWEST_FITTED
        && columns(sides.size() - 1, bytes).width() > width) {
      bytes /= 2;
    }
    model.fitRow(bytes);
  }

  /** Sets the number of visible rows in the model. */
  void fitRows() {
    double room = getHeight() - headerHeight();
    model.setVisibleRows((long) Math.max(1, Math.floor(room / rowHeight())));
  }

  /** The side at a point. */
  public int sideAt(double x) {
    HexColumns first = columns(0);
    double block = first.width() + 3 * first.charWidth();
    long side = (long) ((x + scrolledX + 1.5 * first.charWidth()) / block);
    return Math.clamp(side, 0, sides.size() - 1);
  }

  /** The row at a height, also above and below what is visible. */
  public long rowAt(double y) {
    double rows = (y - headerHeight() + shiftPixels) / rowHeight();
    long row = model.topRowProperty().get() + (long) Math.floor(rows);
    return Math.clamp(row, 0, model.rowCount() - 1);
  }

  /** The position at a point or nearest to it; -1 above the rows and in the columns of numbers. */
  public long positionAt(double x, double y) {
    OptionalInt column = columns(sideAt(x)).columnAt(x + scrolledX);
    long row = rowAt(y);
    if (y < headerHeight() || column.isEmpty() || model.isFold(row)) {
      return -1;
    }
    return model.inside(model.positionsOf(row).start() + column.getAsInt());
  }

  /** Whether a point is over the bytes and not beside or below them. */
  boolean isOnByte(double x, double y) {
    long row = (long) ((y - headerHeight() + shiftPixels) / rowHeight());
    return model.length() > 0
        && positionAt(x, y) >= 0
        && x + scrolledX < columns(sideAt(x)).asciiX(model.rowLength())
        && model.topRowProperty().get() + row < model.rowCount();
  }

  /** Whether a point is in a column of characters. */
  boolean isInText(double x) {
    return columns(sideAt(x)).isInText(x + scrolledX);
  }

  /** Has it drawn again, because something that it shows has changed. */
  public void refresh() {
    redraw();
  }

  /** Scrolls by pixels, so that a touch pad moves smoothly. */
  void scrollPixels(double pixels) {
    double position = shiftPixels + pixels;
    long rows = (long) Math.floor(position / rowHeight());
    long top = model.topRowProperty().get();
    boolean atEnd = top + rows < 0 || top + rows >= model.lastTop();
    shiftPixels = atEnd ? 0 : position - rows * rowHeight();
    model.scrollTo(top + rows);
    redraw();
  }

  /** Shows whole rows again, after a step that is not by pixels. */
  void settle() {
    shiftPixels = 0;
  }

  /** Shows the columns from a pixel on. */
  void scrollX(double pixels) {
    scrolledX = pixels;
    redraw();
  }

  /** Shows whether keys come here, and to which column. */
  void showFocus(boolean isFocused, boolean isInText) {
    focused = isFocused;
    inText = isInText;
    redraw();
  }

  private RowFrame frame(GraphicsContext graphics, double width, double height) {
    double shift = Math.round(shiftPixels);
    long top = model.topRowProperty().get();
    long room = (long) Math.ceil((height - headerHeight() + shift) / rowHeight());
    int visible = (int) Math.clamp(model.rowCount() - top, 0, Math.max(0, room));
    return new RowFrame(
        graphics, inks(), metrics, headerHeight(), top, shift, visible, width + scrolledX);
  }

  @Override
  protected void draw(GraphicsContext graphics, double width, double height) {
    graphics.setFont(metrics.font());
    RowFrame frame = frame(graphics, width, height);
    graphics.save();
    graphics.translate(-scrolledX, 0);
    if (model.length() == 0) {
      nothing(graphics);
    } else {
      ask(frame);
      rows(frame);
    }
    if (isSeveral() || model.length() > 0) {
      header(frame);
    }
    graphics.restore();
  }

  private void nothing(GraphicsContext graphics) {
    graphics.setFill(inks().muted());
    if (isSeveral()) {
      graphics.fillText("No bytes: both sides are empty.", 8, headerHeight() + rowHeight());
    } else {
      graphics.fillText(
          sides.getFirst().view() == null
              ? "No file is open here."
              : "No bytes: the file is empty.",
          HexColumns.GUTTER_PIXELS + 4,
          metrics.ascent() + 6);
    }
  }

  /** Requests the visible bytes. */
  private void ask(RowFrame frame) {
    for (int side = 0; side < sides.size(); side++) {
      List<ByteRange> ranges = new ArrayList<>();
      for (int line = 0; line < frame.visibleRows(); line++) {
        if (!model.isFold(frame.topRow() + line)) {
          ranges.add(model.bytes(side, model.positionsOf(frame.topRow() + line)));
        }
      }
      ranges.removeIf(ByteRange::isEmpty);
      if (!ranges.isEmpty()) {
        sides.get(side).pages().show(ranges);
      }
    }
  }

  private void rows(RowFrame frame) {
    List<HexRowPainter> painters = new ArrayList<>();
    for (int side = 0; side < sides.size(); side++) {
      boolean active = side == model.side();
      painters.add(
          new HexRowPainter(
              frame,
              frame.lines(columns(side)),
              sides.get(side),
              new HexRowPainter.Look(colors(), this::ownerPaint, active, isSeveral())));
    }
    ByteRange visible = ByteRange.between(first(frame), end(frame));
    List<HexDecoration> marks = model.decorationsIn(visible);
    for (int line = 0; line < frame.visibleRows(); line++) {
      ByteRange positions = model.positionsOf(frame.topRow() + line);
      if (model.isFold(frame.topRow() + line)) {
        differences.fold(frame, columns(0), columnsWidth(), positions, line);
      } else if (!positions.isEmpty()) {
        row(new HexCells(positions, model, sides), painters, marks, frame, line);
      }
    }
  }

  private long first(RowFrame frame) {
    return model.positionsOf(frame.topRow()).start();
  }

  private long end(RowFrame frame) {
    return frame.visibleRows() == 0
        ? first(frame)
        : model.positionsOf(frame.topRow() + frame.visibleRows() - 1).end();
  }

  private void row(
      HexCells cells,
      List<HexRowPainter> painters,
      List<HexDecoration> marks,
      RowFrame frame,
      int line) {
    long caret = model.caret();
    for (int side = 0; side < painters.size(); side++) {
      HexRowPainter painter = painters.get(side);
      painter.owners(cells, side, line);
      if (isSeveral()) {
        differences.behind(frame, columns(side), cells, side, line);
      }
      painter.marksBehind(cells, marks, model.selectionProperty().get(), line);
      painter.text(cells, side, line, this::shown, addressOf);
      painter.marksOver(cells, marks, line);
      if (isSeveral()) {
        differences.over(frame, columns(side), cells, side, line);
      }
      if (cells.positions().contains(caret)) {
        int column = (int) (caret - cells.positions().start());
        painter.caret(cells, side, column, line, focused, inText);
      }
    }
  }

  private void header(RowFrame frame) {
    GraphicsContext graphics = frame.graphics();
    double baseline = metrics.ascent() + 1;
    frame
        .lines(columns(0))
        .headingBackground(
            isSeveral() ? Math.max(frame.width(), columnsWidth()) : frame.width(), headerHeight());
    long[] sizes = sides.stream().mapToLong(HexSide::sizeBytes).toArray();
    for (int side = 0; side < sides.size(); side++) {
      HexColumns columns = columns(side);
      HexLines lines = frame.lines(columns);
      if (isSeveral()) {
        graphics.setFill(side == model.side() && focused ? inks().accent() : inks().text());
        String size = "  " + SizeText.of(sizes[side], sizes);
        double room = columns.width() - columns.offsetX() - fit.width(size);
        String label = fit.fitEnd(sides.get(side).label(), room);
        graphics.fillText(label, columns.offsetX(), baseline);
        graphics.setFill(inks().muted());
        graphics.fillText(size, columns.offsetX() + fit.width(label), baseline);
      }
      lines.heading(isSeveral() ? baseline + rowHeight() : baseline);
      if (addressOf != null) {
        metrics.fillText(graphics, "address", columns.addressX(), baseline);
      }
    }
  }
}
