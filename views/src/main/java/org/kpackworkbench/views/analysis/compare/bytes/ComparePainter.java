package org.kpackworkbench.views.analysis.compare.bytes;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.paint.Paint;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.AlignedBytes;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.analysis.compare.bytes.ByteCompareModel.CompareRows;
import org.kpackworkbench.views.analysis.compare.bytes.RowCells.State;
import org.kpackworkbench.views.kit.draw.Inks;
import org.kpackworkbench.views.kit.hex.HexMetrics;
import org.kpackworkbench.views.kit.hex.HexRowText;

/** Draws the rows of aligned bytes. */
final class ComparePainter {
  private static final double BAR_PIXELS = 2;

  private final CompareFrame frame;
  private final GraphicsContext graphics;
  private final SideColumns columns;
  private final Function<Claim, Paint> patterns;

  ComparePainter(CompareFrame frame, Function<Claim, Paint> patterns) {
    this.frame = frame;
    this.graphics = frame.graphics();
    this.columns = frame.columns();
    this.patterns = patterns;
  }

  /** Draws all rows. */
  void paint(ByteRange selection, int activeSide) {
    String said = "";
    for (int line = 0; line < frame.visibleLines(); line++) {
      ByteRange positions = frame.positions(line);
      if (frame.isFold(line)) {
        fold(positions, line);
      } else if (!positions.isEmpty()) {
        RowCells cells =
            new RowCells(
                positions, columns.bytesPerRow(), frame.known().alignment(), frame.sides());
        said = row(cells, positions, line, selection, activeSide, said);
      }
    }
  }

  private String row(
      RowCells cells,
      ByteRange positions,
      int line,
      ByteRange selection,
      int activeSide,
      String alreadySaid) {
    String said = alreadySaid;
    for (int side = 0; side < frame.sides().size(); side++) {
      backgrounds(cells, side, line);
      selection(selection.intersect(positions), positions, side, side == activeSide, line);
      numbers(cells, side, line);
      said = text(cells, side, line, said);
      marks(cells, side, line);
      if (side > 0) {
        sign(cells.mark(side), side - 1, line);
      }
    }
    return said;
  }

  private void backgrounds(RowCells cells, int side, int line) {
    for (int from = 0; from < cells.columns(); ) {
      int to = cells.runEnd(side, from);
      Paint paint =
          switch (cells.state(side, from)) {
            case CHANGED -> frame.inks().base().interpolate(frame.inks().danger(), 0.2);
            case ONLY_HERE -> frame.inks().base().interpolate(frame.inks().accent(), 0.22);
            case GAP -> frame.hatch();
            case SAME, NONE -> null;
          };
      if (paint != null) {
        graphics.setFill(paint);
        fill(side, from, to, frame.lineY(line), frame.rowHeight());
      }
      from = to;
    }
  }

  /** Bars over the text: differences are also visible without colours. */
  private void marks(RowCells cells, int side, int line) {
    double top = frame.lineY(line);
    double bottom = top + frame.rowHeight() - BAR_PIXELS;
    for (int from = 0; from < cells.columns(); ) {
      int to = cells.runEnd(side, from);
      State state = cells.state(side, from);
      if (state == State.CHANGED) {
        graphics.setFill(frame.inks().danger());
        fill(side, from, to, bottom, BAR_PIXELS);
      } else if (state == State.ONLY_HERE) {
        graphics.setFill(frame.inks().accent());
        fill(side, from, to, top, BAR_PIXELS);
        fill(side, from, to, bottom, BAR_PIXELS);
      }
      from = to;
    }
  }

  private void selection(
      ByteRange selected, ByteRange positions, int side, boolean active, int line) {
    if (!selected.isEmpty()) {
      Color veil = frame.inks().accentVeil();
      graphics.setFill(
          active ? veil : Color.color(veil.getRed(), veil.getGreen(), veil.getBlue(), 0.12));
      int from = (int) (selected.start() - positions.start());
      fill(side, from, (int) (from + selected.length()), frame.lineY(line), frame.rowHeight());
    }
  }

  private void fill(int side, int from, int to, double y, double height) {
    fill(column -> columns.hexCellX(side, column), from, to, y, height);
    fill(column -> columns.asciiX(side, column), from, to, y, height);
  }

  private void fill(IntToDoubleFunction x, int from, int to, double y, double height) {
    // Whole pixels, or neighbours would shine through the seam.
    double left = Math.round(x.applyAsDouble(from));
    graphics.fillRect(left, y, Math.round(x.applyAsDouble(to)) - left, height);
  }

  private void numbers(RowCells cells, int side, int line) {
    long first = cells.firstOffset(side);
    double baseline = frame.baseline(line);
    if (first < 0) {
      graphics.setFill(frame.inks().faint());
      String none = " ".repeat(columns.offsetDigits() - 1) + "–";
      frame.line(none, columns.offsetX(side), baseline);
      return;
    }
    graphics.setFill(frame.inks().muted());
    String offset = HexRowText.offset(first, columns.offsetDigits());
    frame.line(offset, columns.offsetX(side), baseline);
    strip(cells, side, line);
  }

  /** The owners of a row's bytes, from top to bottom in the strip beside it. */
  private void strip(RowCells cells, int side, int line) {
    SideBytes bytes = frame.sides().get(side);
    double height = frame.rowHeight();
    int count = cells.columns();
    for (int column = 0; column < count; column++) {
      long offset = cells.offset(side, column);
      @Nullable Claim owner = offset < 0 ? null : bytes.owner(offset);
      if (owner != null) {
        graphics.setFill(patterns.apply(owner));
        double top = Math.round(frame.lineY(line) + height * column / count);
        double bottom = Math.round(frame.lineY(line) + height * (column + 1) / count);
        graphics.fillRect(
            columns.stripX(side), top, SideColumns.STRIP_PIXELS, Math.max(1, bottom - top));
      }
    }
  }

  /** Zeroes in a fainter colour than the rest, so that the rest can be seen among them. */
  private String text(RowCells cells, int side, int line, String alreadySaid) {
    char[] digits = blank(columns.lineLength());
    char[] faint = blank(columns.lineLength());
    char[] printable = blank(columns.bytesPerRow());
    char[] points = blank(columns.bytesPerRow());
    String failure = null;
    for (int i = 0; i < cells.columns(); i++) {
      long offset = cells.offset(side, i);
      int value = cells.value(side, i);
      int at = columns.characterOf(i);
      if (offset >= 0 && value >= 0) {
        HexRowText.putHex(value == 0 ? faint : digits, at, value);
        (HexRowText.isPrintable(value) ? printable : points)[i] = HexRowText.character(value);
      } else if (offset >= 0) {
        char sign = value == SideBytes.UNREADABLE ? '?' : '.';
        faint[at] = sign;
        faint[at + 1] = sign;
        failure = failure == null ? frame.sides().get(side).failure(offset) : failure;
      }
    }
    if (failure != null && !failure.equals(alreadySaid)) {
      failure(failure, side, line);
      return failure;
    }
    graphics.setFill(frame.inks().text());
    put(digits, columns.hexX(side, 0), line);
    put(printable, columns.asciiX(side, 0), line);
    graphics.setFill(frame.inks().faint());
    put(faint, columns.hexX(side, 0), line);
    put(points, columns.asciiX(side, 0), line);
    return Objects.requireNonNullElse(failure, alreadySaid);
  }

  private void failure(String failure, int side, int line) {
    double left = columns.hexX(side, 0);
    int room = (int) ((columns.sideX(side) + columns.blockWidth() - left) / columns.charWidth());
    String text = "⚠ " + failure.replace('\n', ' ');
    graphics.setFill(frame.inks().danger());
    graphics.fillText(
        text.length() <= room ? text : text.substring(0, Math.max(0, room - 1)) + "…",
        left,
        frame.baseline(line));
  }

  private void put(char[] characters, double x, int line) {
    String text = new String(characters).stripTrailing();
    if (!text.isEmpty()) {
      frame.line(text, x, frame.baseline(line));
    }
  }

  private void sign(String sign, int side, int line) {
    if (!sign.isEmpty()) {
      graphics.setFill(sign.equals("≠") ? frame.inks().danger() : frame.inks().accent());
      graphics.fillText(sign, columns.markX(side) + columns.charWidth(), frame.baseline(line));
    }
  }

  private void fold(ByteRange positions, int line) {
    double y = Math.round(frame.lineY(line));
    double width = Math.max(frame.width(), columns.width());
    graphics.setFill(frame.inks().raised());
    graphics.fillRect(0, y, width, frame.rowHeight());
    graphics.setStroke(frame.inks().line());
    graphics.setLineWidth(1);
    graphics.strokeLine(0, y + 0.5, width, y + 0.5);
    graphics.strokeLine(0, y + frame.rowHeight() - 0.5, width, y + frame.rowHeight() - 0.5);
    graphics.setFill(frame.inks().muted());
    graphics.fillText("▸", columns.stripX(0), frame.baseline(line));
    graphics.fillText(foldWords(positions), columns.hexX(0, 0), frame.baseline(line));
  }

  static String foldWords(ByteRange positions) {
    return "… %s equal bytes …".formatted(CountText.grouped(positions.length()));
  }

  private static char[] blank(int length) {
    char[] characters = new char[length];
    Arrays.fill(characters, ' ');
    return characters;
  }

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
      SideColumns columns,
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

    /** Writes a line of characters of equal width, independent of the font. */
    void line(String text, double x, double baseline) {
      metrics.fillText(graphics, text, x, baseline);
    }
  }

  /**
   * Where the columns of aligned bytes lie, in pixels from the left edge: for each side a strip of
   * owners, offsets, bytes and characters, and between two sides a column of marks.
   *
   * @param charWidth width of one character
   * @param bytesPerRow 8, 16 or 32
   * @param offsetDigits digits of offsets
   * @param sides how many sides there are
   */
  record SideColumns(double charWidth, int bytesPerRow, int offsetDigits, int sides) {
    private static final int GROUP_BYTES = 8;
    private static final double MARGIN_PIXELS = 6;
    static final double STRIP_PIXELS = 8;

    /** Left edge of a side's block. */
    double sideX(int side) {
      return side * (blockWidth() + markWidth());
    }

    /** Width of a side's block. */
    double blockWidth() {
      return asciiX() + (bytesPerRow + 1) * charWidth;
    }

    /** Width of the column of marks. */
    double markWidth() {
      return 3 * charWidth;
    }

    /** Left edge of the column of marks behind a side. */
    double markX(int side) {
      return sideX(side) + blockWidth();
    }

    double stripX(int side) {
      return sideX(side) + MARGIN_PIXELS;
    }

    double offsetX(int side) {
      return stripX(side) + STRIP_PIXELS + charWidth / 2;
    }

    private double firstHexX() {
      return MARGIN_PIXELS + STRIP_PIXELS + (offsetDigits + 2.5) * charWidth;
    }

    private double asciiX() {
      return firstHexX() + (characterOf(bytesPerRow - 1) + 4) * charWidth;
    }

    /** Left edge of a byte's first digit. */
    double hexX(int side, int column) {
      return sideX(side) + firstHexX() + characterOf(column) * charWidth;
    }

    /** Left edge of a byte's cell, half way to its neighbour; {@code bytesPerRow} gives the end. */
    double hexCellX(int side, int column) {
      if (column == bytesPerRow) {
        return hexX(side, column - 1) + 2.5 * charWidth;
      }
      boolean startsGroup = column > 0 && column % GROUP_BYTES == 0;
      return hexX(side, column) - (startsGroup ? 1 : 0.5) * charWidth;
    }

    /** Left edge of a byte's character; {@code bytesPerRow} gives the end. */
    double asciiX(int side, int column) {
      return sideX(side) + asciiX() + column * charWidth;
    }

    /** The character of the line of digits at which a byte starts. */
    int characterOf(int column) {
      return 3 * column + column / GROUP_BYTES;
    }

    /** How many characters the line of digits has. */
    int lineLength() {
      return characterOf(bytesPerRow - 1) + 2;
    }

    /** Width of everything. */
    double width() {
      return sideX(sides - 1) + blockWidth();
    }

    /** The side at a point. */
    int sideAt(double x) {
      return Math.clamp(
          (long) ((x + markWidth() / 2) / (blockWidth() + markWidth())), 0, sides - 1);
    }

    /** The byte of a row that a point is on or nearest to; -1 in the column of offsets. */
    int columnAt(double x) {
      int side = sideAt(x);
      if (x < hexCellX(side, 0)) {
        return -1;
      }
      if (isInText(x)) {
        int column = (int) ((x - asciiX(side, 0)) / charWidth);
        return Math.clamp(column, 0, bytesPerRow - 1);
      }
      int column = 0;
      while (column + 1 < bytesPerRow && x >= hexCellX(side, column + 1)) {
        column++;
      }
      return column;
    }

    /** Whether a point is in a column of characters or behind it. */
    boolean isInText(double x) {
      return x >= asciiX(sideAt(x), 0) - charWidth;
    }
  }
}
