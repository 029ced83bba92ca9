package org.kpackworkbench.views.analysis.compare.bytes;

/**
 * Where the columns of aligned bytes lie, in pixels from the left edge: for each side a strip of
 * owners, offsets, bytes and characters, and between two sides a column of marks.
 *
 * @param charWidth width of one character
 * @param bytesPerRow 8, 16 or 32
 * @param offsetDigits digits of offsets
 * @param sides how many sides there are
 */
record CompareColumns(double charWidth, int bytesPerRow, int offsetDigits, int sides) {
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
    return Math.clamp((long) ((x + markWidth() / 2) / (blockWidth() + markWidth())), 0, sides - 1);
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
