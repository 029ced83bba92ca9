package org.kpackworkbench.views.analysis.compare.bytes;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
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
import org.kpackworkbench.views.kit.hex.HexColumns;
import org.kpackworkbench.views.kit.hex.HexLines;
import org.kpackworkbench.views.kit.hex.RowFrame;

/** Draws the rows of aligned bytes. */
final class ComparePainter {
  private static final double BAR_PIXELS = 2;

  private final CompareFrame frame;
  private final GraphicsContext graphics;
  private final List<HexLines> blocks;
  private final Function<Claim, Paint> patterns;

  ComparePainter(CompareFrame frame, Function<Claim, Paint> patterns) {
    this.frame = frame;
    this.graphics = frame.lines().graphics();
    this.blocks = frame.blocks();
    this.patterns = patterns;
  }

  /** Draws all rows. */
  void paint(ByteRange selection, int activeSide) {
    String said = "";
    for (int line = 0; line < frame.lines().visibleRows(); line++) {
      ByteRange positions = frame.positions(line);
      if (frame.isFold(line)) {
        fold(positions, line);
      } else if (!positions.isEmpty()) {
        RowCells cells =
            new RowCells(
                positions, frame.rows().bytesPerRow(), frame.known().alignment(), frame.sides());
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
            case CHANGED ->
                frame.lines().inks().base().interpolate(frame.lines().inks().danger(), 0.2);
            case ONLY_HERE ->
                frame.lines().inks().base().interpolate(frame.lines().inks().accent(), 0.22);
            case GAP -> frame.hatch();
            case SAME, NONE -> null;
          };
      if (paint != null) {
        blocks.get(side).fill(paint, from, to, frame.lines().rowY(line), frame.lines().rowHeight());
      }
      from = to;
    }
  }

  /** Bars over the text: differences are also visible without colours. */
  private void marks(RowCells cells, int side, int line) {
    HexLines block = blocks.get(side);
    double top = frame.lines().rowY(line);
    double bottom = top + frame.lines().rowHeight() - BAR_PIXELS;
    for (int from = 0; from < cells.columns(); ) {
      int to = cells.runEnd(side, from);
      State state = cells.state(side, from);
      if (state == State.CHANGED) {
        block.fill(frame.lines().inks().danger(), from, to, bottom, BAR_PIXELS);
      } else if (state == State.ONLY_HERE) {
        block.fill(frame.lines().inks().accent(), from, to, top, BAR_PIXELS);
        block.fill(frame.lines().inks().accent(), from, to, bottom, BAR_PIXELS);
      }
      from = to;
    }
  }

  private void selection(
      ByteRange selected, ByteRange positions, int side, boolean active, int line) {
    if (!selected.isEmpty()) {
      Color veil = frame.lines().inks().accentVeil();
      Color thin = Color.color(veil.getRed(), veil.getGreen(), veil.getBlue(), 0.12);
      int from = (int) (selected.start() - positions.start());
      int to = (int) (from + selected.length());
      HexLines block = blocks.get(side);
      block.fill(
          active ? veil : thin, from, to, frame.lines().rowY(line), frame.lines().rowHeight());
    }
  }

  private void numbers(RowCells cells, int side, int line) {
    HexLines block = blocks.get(side);
    block.offset(cells.firstOffset(side), frame.lines().baseline(line));
    for (int column = 0; column < cells.columns(); column++) {
      long offset = cells.offset(side, column);
      @Nullable Claim owner = offset < 0 ? null : frame.sides().get(side).owner(offset);
      if (owner != null) {
        Paint pattern = patterns.apply(owner);
        block.owner(
            pattern, column, column + 1, frame.lines().rowY(line), frame.lines().rowHeight());
      }
    }
  }

  private String text(RowCells cells, int side, int line, String alreadySaid) {
    String failure = failure(cells, side);
    if (failure != null && !failure.equals(alreadySaid)) {
      failure(failure, side, line);
    } else {
      blocks.get(side).bytes(cells.values(side), frame.lines().baseline(line));
    }
    return Objects.requireNonNullElse(failure, alreadySaid);
  }

  private @Nullable String failure(RowCells cells, int side) {
    for (int column = 0; column < cells.columns(); column++) {
      if (cells.value(side, column) == HexLines.UNREADABLE) {
        return frame.sides().get(side).failure(cells.offset(side, column));
      }
    }
    return null;
  }

  private void failure(String failure, int side, int line) {
    HexColumns columns = blocks.get(side).columns();
    double left = columns.hexX(0);
    int room = (int) ((columns.width() - left) / columns.charWidth());
    String text = "⚠ " + failure.replace('\n', ' ');
    graphics.setFill(frame.lines().inks().danger());
    graphics.fillText(
        text.length() <= room ? text : text.substring(0, Math.max(0, room - 1)) + "…",
        left,
        frame.lines().baseline(line));
  }

  private void sign(String sign, int side, int line) {
    if (!sign.isEmpty()) {
      graphics.setFill(
          sign.equals("≠") ? frame.lines().inks().danger() : frame.lines().inks().accent());
      graphics.fillText(sign, frame.columns().markX(side), frame.lines().baseline(line));
    }
  }

  private void fold(ByteRange positions, int line) {
    double y = Math.round(frame.lines().rowY(line));
    double width = Math.max(frame.lines().width(), frame.columns().width());
    graphics.setFill(frame.lines().inks().raised());
    graphics.fillRect(0, y, width, frame.lines().rowHeight());
    graphics.setStroke(frame.lines().inks().line());
    graphics.setLineWidth(1);
    graphics.strokeLine(0, y + 0.5, width, y + 0.5);
    graphics.strokeLine(
        0, y + frame.lines().rowHeight() - 0.5, width, y + frame.lines().rowHeight() - 0.5);
    graphics.setFill(frame.lines().inks().muted());
    HexColumns first = blocks.getFirst().columns();
    graphics.fillText("▸", first.offsetX(), frame.lines().baseline(line));
    graphics.fillText(foldWords(positions), first.hexX(0), frame.lines().baseline(line));
  }

  static String foldWords(ByteRange positions) {
    return "… %s equal bytes …".formatted(CountText.grouped(positions.length()));
  }

  /**
   * One drawing of aligned bytes: what is visible, and where.
   *
   * @param hatch what gaps are filled with
   */
  record CompareFrame(
      RowFrame lines,
      Paint hatch,
      SideColumns columns,
      AlignedBytes known,
      CompareRows rows,
      List<SideBytes> sides) {

    ByteRange positions(int line) {
      return rows.positions(lines.topRow() + line);
    }

    boolean isFold(int line) {
      return rows.isFold(lines.topRow() + line);
    }

    /** The lines of each side, in its columns. */
    List<HexLines> blocks() {
      return IntStream.range(0, sides.size())
          .mapToObj(side -> lines.lines(columns.at(side)))
          .toList();
    }
  }

  /**
   * The columns of aligned bytes: a block for each side, and a column of signs between two.
   *
   * @param first the columns of the first side
   * @param sides how many sides there are
   */
  record SideColumns(HexColumns first, int sides) {
    /** The columns of a side. */
    HexColumns at(int side) {
      return new HexColumns(
          side * blockWidth(), first.charWidth(), first.bytesPerRow(), first.offsetDigits(), 0);
    }

    private double blockWidth() {
      return first.width() + 3 * first.charWidth();
    }

    /** Left edge of the sign behind a side. */
    double markX(int side) {
      return at(side).width() + first.charWidth();
    }

    /** Width of everything. */
    double width() {
      return at(sides - 1).width();
    }

    /** The side at a point. */
    int sideAt(double x) {
      return Math.clamp((long) ((x + 1.5 * first.charWidth()) / blockWidth()), 0, sides - 1);
    }

    /** The columns of the side at a point. */
    HexColumns around(double x) {
      return at(sideAt(x));
    }
  }
}
