package org.kpackworkbench.views.kit.hex;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongFunction;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.paint.Paint;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.views.kit.draw.Inks;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/**
 * Draws the rows of one side from top to bottom: who owns the bytes (a tint behind them, a strip in
 * the owner's pattern, lines between owners, the owner's name where it starts), what is marked, and
 * the text. Beside other sides owners are a strip only. For one drawing.
 */
final class HexRowPainter {
  private static final double CHIP_PIXELS = 10;
  private static final double WAVE_PIXELS = 4;
  private static final double RIBBON_PIXELS = 7;
  private static final double BAR_PIXELS = 2;

  private final RowFrame frame;
  private final HexLines lines;
  private final HexColumns columns;
  private final GraphicsContext graphics;
  private final Inks inks;
  private final HexSide side;
  private final Look look;
  private @Nullable Claim @Nullable [] above;
  private @Nullable String failure;
  private List<String> message = List.of();

  /**
   * How a side looks.
   *
   * @param active whether keys are for this side
   * @param several whether there are others beside it
   */
  record Look(
      OwnerColors colors, Function<Claim, Paint> patterns, boolean active, boolean several) {}

  /** The number of a side's byte that is shown. */
  @FunctionalInterface
  interface Numbers {
    long of(HexSide side, long offset);
  }

  HexRowPainter(RowFrame frame, HexLines lines, HexSide side, Look look) {
    this.frame = frame;
    this.lines = lines;
    this.columns = lines.columns();
    this.graphics = frame.graphics();
    this.inks = frame.inks();
    this.side = side;
    this.look = look;
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

  /** Draws the owners of a row's bytes. */
  void owners(HexCells cells, int of, int line) {
    @Nullable Claim[] owners = cells.owners(of);
    double y = frame.rowY(line);
    for (int from = 0; from < owners.length; ) {
      int to = runEnd(owners, from);
      Claim owner = owners[from];
      if (owner != null) {
        if (!look.several) {
          lines.fill(inks.tint(look.colors.of(owner)), from, to, y, frame.rowHeight());
        }
        lines.owner(look.patterns.apply(owner), from, to, y, frame.rowHeight());
      }
      from = to;
    }
    if (!look.several) {
      labels(owners, line);
    }
  }

  /** Whether two bytes have one owner. Claims that describe the same bytes alike are one. */
  private static boolean same(@Nullable Claim one, @Nullable Claim other) {
    if (one == null || other == null) {
      return Objects.equals(one, other);
    }
    return one.range().equals(other.range()) && one.label().equals(other.label());
  }

  private static int runEnd(@Nullable Claim[] owners, int from) {
    int to = from + 1;
    while (to < owners.length && same(owners[from], owners[to])) {
      to++;
    }
    return to;
  }

  private void labels(@Nullable Claim[] owners, int line) {
    double x = columns.labelX();
    double baseline = frame.baseline(line);
    for (int from = 0; from < owners.length; ) {
      Claim owner = owners[from];
      boolean starts = from > 0 || above == null || !same(owner, above[above.length - 1]);
      int room = (int) ((frame.width() - x - CHIP_PIXELS) / columns.charWidth()) - 2;
      if (owner != null && starts && room >= 3) {
        String text = ellipsis(owner.label(), room);
        chip(owner, x, baseline);
        graphics.setFill(inks.muted());
        graphics.fillText(text, x + CHIP_PIXELS + columns.charWidth(), baseline);
        x += CHIP_PIXELS + (text.length() + 3) * columns.charWidth();
      }
      from = runEnd(owners, from);
    }
  }

  private void chip(Claim owner, double x, double baseline) {
    double left = Math.round(x);
    double top = Math.round(baseline) - CHIP_PIXELS;
    graphics.setFill(look.patterns.apply(owner));
    graphics.fillRect(left, top, CHIP_PIXELS, CHIP_PIXELS);
    graphics.setStroke(inks.line());
    graphics.setLineWidth(1);
    graphics.strokeRect(left + 0.5, top + 0.5, CHIP_PIXELS - 1, CHIP_PIXELS - 1);
  }

  private static String ellipsis(String text, int room) {
    return text.length() <= room ? text : text.substring(0, Math.max(0, room - 1)) + "…";
  }

  /** Draws what is behind the text: boxes around what was found, and the selection over them. */
  void marksBehind(HexCells cells, List<HexDecoration> marks, ByteRange selection, int line) {
    for (HexDecoration mark : marks) {
      if (mark.mark() == HexDecoration.Mark.FOUND) {
        graphics.setFill(inks.base().interpolate(Color.web("#f0e442"), 0.22));
        each(
            cells,
            mark.range(),
            line,
            s -> graphics.fillRect(s.left, s.top + 1, s.width, s.height - 2));
      }
    }
    Color veil = inks.accentVeil();
    graphics.setFill(
        look.active ? veil : Color.color(veil.getRed(), veil.getGreen(), veil.getBlue(), 0.12));
    each(cells, selection, line, s -> graphics.fillRect(s.left, s.top, s.width, s.height));
  }

  /** Draws the numbers and the bytes, or why there are none, and lines between owners. */
  void text(
      HexCells cells,
      int of,
      int line,
      Numbers numbers,
      @Nullable LongFunction<OptionalLong> addressOf) {
    OptionalLong first = cells.firstOffset(of);
    lines.offset(
        first.isPresent() ? OptionalLong.of(numbers.of(side, first.getAsLong())) : first,
        frame.baseline(line));
    if (addressOf != null && first.isPresent()) {
      lines.number(
          addressOf.apply(first.getAsLong()),
          columns.addressDigits(),
          columns.addressX(),
          frame.baseline(line));
    }
    if (!isFailed(cells, of, line)) {
      lines.bytes(cells.values(of), frame.baseline(line));
    }
    if (!look.several) {
      boundaries(cells, of, line, columns::hexCellX);
      boundaries(cells, of, line, columns::asciiX);
      above = cells.owners(of);
    }
  }

  /** Draws, in as many rows as that takes, why none of the bytes of a row can be read. */
  private boolean isFailed(HexCells cells, int of, int line) {
    int[] values = cells.values(of);
    boolean none =
        Arrays.stream(values).allMatch(v -> v == HexLines.UNREADABLE || v == HexLines.NONE);
    OptionalLong first = cells.firstOffset(of);
    String why = none && first.isPresent() ? side.failure(first.getAsLong()) : null;
    if (why == null) {
      return false;
    }
    if (!why.equals(failure)) {
      failure = why;
      message = wrapped("⚠ " + why);
    }
    if (message.isEmpty()) {
      return false;
    }
    graphics.setFill(inks.danger());
    graphics.fillText(message.getFirst(), columns.hexX(0), frame.baseline(line));
    message = message.subList(1, message.size());
    return true;
  }

  private List<String> wrapped(String words) {
    // As far as the bytes reach: what is beside them, the names of owners, stays readable.
    double edge = columns.asciiX(columns.bytesPerRow());
    double end = look.several ? edge : Math.min(frame.width(), edge);
    int room = (int) ((end - columns.hexX(0)) / columns.charWidth()) - 2;
    List<String> parts = new ArrayList<>();
    String rest = words.replace('\n', ' ');
    while (rest.length() > room && room > 10) {
      int blank = rest.lastIndexOf(' ', room);
      int cut = blank <= 0 ? room : blank;
      parts.add(rest.substring(0, cut));
      rest = rest.substring(cut).strip();
    }
    parts.add(rest);
    return parts;
  }

  private void boundaries(HexCells cells, int of, int line, IntToDoubleFunction x) {
    @Nullable Claim[] owners = cells.owners(of);
    graphics.setStroke(inks.muted());
    graphics.setLineWidth(1);
    double y = frame.rowY(line) + 0.5;
    for (int column = 0; column < cells.positions().length(); column++) {
      double left = Math.round(x.applyAsDouble(column)) + 0.5;
      double right = Math.round(x.applyAsDouble(column + 1)) + 0.5;
      if (column > 0 && !same(owners[column], owners[column - 1])) {
        graphics.strokeLine(left, y, left, y + frame.rowHeight());
      }
      if (above != null && !same(owners[column], above[column])) {
        graphics.strokeLine(left, y, right, y);
      }
    }
  }

  /** Draws what is over the text. */
  void marksOver(HexCells cells, List<HexDecoration> marks, int line) {
    for (HexDecoration mark : marks) {
      each(cells, mark.range(), line, brush(mark.mark()));
      if (mark.mark() == HexDecoration.Mark.BOOKMARK) {
        bookmark(cells.positions(), mark.range(), line);
      }
    }
  }

  /** Draws a bookmark in the margin before the numbers, which nothing else is in. */
  private void bookmark(ByteRange row, ByteRange range, int line) {
    if (!row.overlaps(range)) {
      return;
    }
    double left = 1;
    double y = frame.rowY(line);
    boolean starts = range.start() >= row.start();
    double top = starts ? y + 1 : y;
    double bottom = y + frame.rowHeight() - (range.end() <= row.end() ? 1 : 0);
    graphics.setFill(inks.text());
    graphics.fillRect(left, top, 1.5, bottom - top);
    if (starts) {
      double low = y + Math.min(frame.rowHeight() - 2, RIBBON_PIXELS + 3);
      graphics.fillPolygon(
          new double[] {left, left + RIBBON_PIXELS, left + RIBBON_PIXELS, left + 3.5, left},
          new double[] {y + 2, y + 2, low, low - 3, low},
          5);
    }
  }

  private Brush brush(HexDecoration.Mark mark) {
    return switch (mark) {
      case FOUND ->
          s -> {
            graphics.setStroke(inks.text());
            graphics.setLineWidth(1);
            graphics.strokeRect(s.left + 0.5, s.top + 0.5, s.width - 1, s.height - 1);
          };
      case CHANGED -> s -> bar(s.left, s.bottom() - BAR_PIXELS, s.width, inks.danger());
      case ADDED ->
          s -> {
            bar(s.left, s.top, s.width, inks.accent());
            bar(s.left, s.bottom() - BAR_PIXELS, s.width, inks.accent());
          };
      case FINDING -> this::wave;
      case BOOKMARK -> s -> {};
    };
  }

  private void bar(double x, double y, double width, Color color) {
    graphics.setFill(color);
    graphics.fillRect(x, y, width, BAR_PIXELS);
  }

  private void wave(Stretch s) {
    graphics.setStroke(inks.danger());
    graphics.setLineWidth(1);
    double low = s.bottom() - 1;
    boolean up = true;
    for (double x = s.left; x < s.right(); x += WAVE_PIXELS / 2) {
      double next = Math.min(s.right(), x + WAVE_PIXELS / 2);
      graphics.strokeLine(x, up ? low : low - 2, next, up ? low - 2 : low);
      up = !up;
    }
  }

  private void each(HexCells cells, ByteRange range, int line, Brush brush) {
    ByteRange inside = range.intersect(cells.positions());
    if (inside.isEmpty()) {
      return;
    }
    int from = (int) (inside.start() - cells.positions().start());
    int to = (int) (from + inside.length());
    for (IntToDoubleFunction x : List.<IntToDoubleFunction>of(columns::hexCellX, columns::asciiX)) {
      double left = Math.round(x.applyAsDouble(from));
      double width = Math.round(x.applyAsDouble(to)) - left;
      brush.draw(new Stretch(left, frame.rowY(line), width, frame.rowHeight()));
    }
  }

  /** Outlines the byte of the caret, unless it cannot be read. */
  void caret(HexCells cells, int of, int column, int line, boolean focused, boolean inText) {
    if (cells.values(of)[column] != HexLines.UNREADABLE) {
      lines.caret(column, frame.rowY(line), frame.rowHeight(), focused && look.active, inText);
    }
  }
}
