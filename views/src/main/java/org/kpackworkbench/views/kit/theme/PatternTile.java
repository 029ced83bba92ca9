package org.kpackworkbench.views.kit.theme;

import javafx.scene.image.PixelWriter;
import javafx.scene.image.WritableImage;
import javafx.scene.paint.Color;
import javafx.scene.paint.ImagePattern;
import javafx.scene.paint.Paint;

/** Draws an {@link OwnerPattern} into a tile of 8 × 8 pixels. */
final class PatternTile {
  static final int EDGE = 8;

  private PatternTile() {}

  static Paint paint(Color base, OwnerPattern pattern) {
    if (pattern == OwnerPattern.SOLID) {
      return base;
    }
    WritableImage tile = new WritableImage(EDGE, EDGE);
    PixelWriter pixels = tile.getPixelWriter();
    Color line = OwnerColors.lineOn(base);
    for (int y = 0; y < EDGE; y++) {
      for (int x = 0; x < EDGE; x++) {
        pixels.setColor(x, y, onLine(pattern, x, y) ? line : base);
      }
    }
    return new ImagePattern(tile, 0, 0, EDGE, EDGE, false);
  }

  /** Whether the pattern has a line at a pixel of the tile. */
  static boolean onLine(OwnerPattern pattern, int x, int y) {
    return switch (pattern) {
      case SOLID -> false;
      case LIGHT_DOTS -> (x % 4 == 0 && y % 8 == 0) || (x % 4 == 2 && y % 8 == 4);
      case RISING -> (x + y) % EDGE == EDGE - 1;
      case FALLING -> x == y;
      case HORIZONTAL -> y % 4 == 1;
      case VERTICAL -> x % 4 == 1;
      case CHEVRON_UP -> y == Math.abs(x - 4);
      case CHEVRON_DOWN -> y == 7 - Math.abs(x - 4);
      case WIDE_RISING -> (x + y) % EDGE < 3;
      case CHECKER -> (x / 4 + y / 4) % 2 == 0;
      case GRID -> x == 0 || y == 0;
      case CROSS -> x == y || x + y == EDGE - 1;
      case DIAMOND -> Math.abs(2 * x - 7) + Math.abs(2 * y - 7) <= 6;
      case DOTS -> x % 4 == 1 && y % 4 == 1;
      case DASHES -> y % 4 == 2 && (x + y) % EDGE < 4;
      case EMPTY -> x == 0 && y == 0;
    };
  }
}
