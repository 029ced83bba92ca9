package org.kpackworkbench.views.kit.hex;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.function.IntToDoubleFunction;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Paint;
import org.kpackworkbench.views.kit.draw.Inks;

/**
 * Draws lines of bytes in the columns of a view: numbers, digits, characters, and what is behind
 * them.
 */
public record HexLines(
    GraphicsContext graphics, Inks inks, HexMetrics metrics, HexColumns columns) {
  /** The value of a byte that is being read. */
  public static final int UNDER_WAY = -1;

  /** The value of a byte that cannot be read. */
  public static final int UNREADABLE = -2;

  /** The value where there is no byte. */
  public static final int NONE = -3;

  /** Zeroes in a fainter colour than the rest, so that the rest can be seen among them. */
  public void bytes(int[] values, double baseline) {
    char[] digits = blank(columns.lineLength());
    char[] faint = blank(columns.lineLength());
    char[] printable = blank(columns.bytesPerRow());
    char[] points = blank(columns.bytesPerRow());
    for (int i = 0; i < values.length; i++) {
      int value = values[i];
      int at = columns.characterOf(i);
      if (value >= 0) {
        HexRowText.putHex(value == 0 ? faint : digits, at, value);
        (HexRowText.isPrintable(value) ? printable : points)[i] = HexRowText.character(value);
      } else if (value != NONE) {
        Arrays.fill(faint, at, at + 2, value == UNREADABLE ? '?' : '.');
      }
    }
    graphics.setFill(inks.text());
    line(digits, columns.hexX(0), baseline);
    line(printable, columns.asciiX(0), baseline);
    graphics.setFill(inks.faint());
    line(faint, columns.hexX(0), baseline);
    line(points, columns.asciiX(0), baseline);
  }

  /** The offset of a line; a dash for none. */
  public void offset(OptionalLong offset, double baseline) {
    number(offset, columns.offsetDigits(), columns.offsetX(), baseline);
  }

  /** A number in a column of its own; a dash for none. */
  void number(OptionalLong number, int digits, double x, double baseline) {
    String dash = " ".repeat(digits - 1) + "–";
    graphics.setFill(number.isPresent() ? inks.muted() : inks.faint());
    metrics.fillText(
        graphics,
        number.isPresent() ? HexRowText.offset(number.getAsLong(), digits) : dash,
        x,
        baseline);
  }

  /** The numbers of the columns, above the rows. */
  public void heading(double baseline) {
    char[] line = blank(columns.lineLength());
    for (int i = 0; i < columns.bytesPerRow(); i++) {
      HexRowText.putHex(line, columns.characterOf(i), i);
    }
    graphics.setFill(inks.muted());
    metrics.fillText(graphics, "offset", columns.offsetX(), baseline);
    line(line, columns.hexX(0), baseline);
    metrics.fillText(graphics, "text", columns.asciiX(0), baseline);
  }

  /** Fills the background of a heading. */
  public void headingBackground(double width, double height) {
    graphics.setFill(inks.raised());
    graphics.fillRect(0, 0, width, height);
    graphics.setStroke(inks.line());
    graphics.setLineWidth(1);
    graphics.strokeLine(0, height - 0.5, width, height - 0.5);
  }

  /** Fills the cells of some bytes, as digits and as characters. */
  public void fill(Paint paint, int from, int to, double y, double height) {
    graphics.setFill(paint);
    fill(columns::hexCellX, from, to, y, height);
    fill(columns::asciiX, from, to, y, height);
  }

  private void fill(IntToDoubleFunction x, int from, int to, double y, double height) {
    // Whole pixels, or neighbours would shine through the seam.
    double left = Math.round(x.applyAsDouble(from));
    graphics.fillRect(left, y, Math.round(x.applyAsDouble(to)) - left, height);
  }

  /** Draws the owner of some bytes of a row into the strip beside it. */
  public void owner(Paint pattern, int from, int to, double y, double height) {
    int count = columns.bytesPerRow();
    double top = Math.round(y + height * from / count);
    double bottom = Math.round(y + height * to / count);
    graphics.setFill(pattern);
    graphics.fillRect(columns.gutterX(), top, HexColumns.GUTTER_PIXELS, Math.max(1, bottom - top));
  }

  /** Outlines the caret's byte, thicker in the column where keys go. */
  public void caret(int column, double y, double height, boolean focused, boolean inText) {
    graphics.setStroke(focused ? inks.accent() : inks.muted());
    outline(columns::hexCellX, column, y, height, focused && !inText ? 2 : 1);
    outline(columns::asciiX, column, y, height, focused && inText ? 2 : 1);
  }

  private void outline(IntToDoubleFunction x, int column, double y, double height, double width) {
    double left = Math.round(x.applyAsDouble(column));
    double right = Math.round(x.applyAsDouble(column + 1));
    double inset = width / 2;
    graphics.setLineWidth(width);
    graphics.strokeRect(left + inset, y + inset, right - left - width, height - width);
  }

  private void line(char[] characters, double x, double baseline) {
    String text = new String(characters).stripTrailing();
    if (!text.isEmpty()) {
      metrics.fillText(graphics, text, x, baseline);
    }
  }

  private static char[] blank(int length) {
    char[] characters = new char[length];
    Arrays.fill(characters, ' ');
    return characters;
  }
}
