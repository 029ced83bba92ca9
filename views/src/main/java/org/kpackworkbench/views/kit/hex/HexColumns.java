package org.kpackworkbench.views.kit.hex;

import java.util.OptionalInt;

/**
 * Where the columns of a hex view lie, in pixels from the left edge.
 *
 * @param left where the first one starts
 * @param charWidth width of one character
 * @param bytesPerRow 8, 16 or 32
 * @param offsetDigits digits of the column of offsets
 * @param addressDigits digits of the column of addresses; 0: there is none
 */
public record HexColumns(
    double left, double charWidth, int bytesPerRow, int offsetDigits, int addressDigits) {
  private static final int GROUP_BYTES = 8;
  private static final double MARGIN_PIXELS = 10;

  /** Width of the strip of owners. */
  public static final double GUTTER_PIXELS = 8;

  /** Returns the same columns at another place. */
  HexColumns at(double newLeft) {
    return new HexColumns(newLeft, charWidth, bytesPerRow, offsetDigits, addressDigits);
  }

  /** Left edge of the offsets. */
  public double offsetX() {
    return left + MARGIN_PIXELS;
  }

  /** Left edge of the addresses. */
  public double addressX() {
    return offsetX() + (offsetDigits + 2) * charWidth;
  }

  /** The strip in the owner's pattern, left of the bytes. */
  public double gutterX() {
    return addressDigits == 0
        ? offsetX() + (offsetDigits + 1) * charWidth
        : addressX() + (addressDigits + 1) * charWidth;
  }

  private double hexX() {
    return gutterX() + GUTTER_PIXELS + charWidth;
  }

  /** Left edge of a byte's first digit. */
  public double hexX(int column) {
    return hexX() + characterOf(column) * charWidth;
  }

  /** The character of the line of digits at which a byte starts. */
  public int characterOf(int column) {
    return 3 * column + column / GROUP_BYTES;
  }

  /** How many characters the line of digits has. */
  public int lineLength() {
    return characterOf(bytesPerRow - 1) + 2;
  }

  /** Left edge of a byte's cell, half way to its neighbour; {@code bytesPerRow} gives the end. */
  public double hexCellX(int column) {
    if (column == bytesPerRow) {
      return hexX(column - 1) + 2.5 * charWidth;
    }
    boolean startsGroup = column > 0 && column % GROUP_BYTES == 0;
    return hexX(column) - (startsGroup ? 1 : 0.5) * charWidth;
  }

  /** Left edge of a byte's character; {@code bytesPerRow} gives the end. */
  public double asciiX(int column) {
    return hexX(bytesPerRow - 1) + (4 + column) * charWidth;
  }

  /** Where labels of owners start. */
  public double labelX() {
    return asciiX(bytesPerRow) + 2 * charWidth;
  }

  /** Right edge of everything but labels. */
  public double width() {
    return asciiX(bytesPerRow) + charWidth;
  }

  /** The byte of a row that a point is on or nearest to; empty in the columns of numbers. */
  public OptionalInt columnAt(double x) {
    if (x < gutterX()) {
      return OptionalInt.empty();
    }
    if (x >= asciiX(0) - charWidth) {
      int column = (int) ((x - asciiX(0)) / charWidth);
      return OptionalInt.of(Math.clamp(column, 0, bytesPerRow - 1));
    }
    int column = 0;
    while (column + 1 < bytesPerRow && x >= hexCellX(column + 1)) {
      column++;
    }
    return OptionalInt.of(column);
  }

  /** Whether a point is in the column of characters or behind it. */
  public boolean isInText(double x) {
    return x >= asciiX(0) - charWidth;
  }
}
