package org.kpackworkbench.views.analysis.kernels;

import java.util.Arrays;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import javafx.scene.paint.Color;

/**
 * A transparent picture of dots: a hundred thousand of them take some milliseconds here, and half a
 * second as ovals of a canvas. For one thread.
 */
final class DotPicture {
  private static final int OPAQUE = 0xff;

  private final double scale;
  private final int columns;
  private final int rows;
  private final int[] pixels;

  /** How far from the middle a dot has pixels. */
  private final int reach;

  /** How much of each pixel around the middle is covered, 0–255. */
  private final int[] cover;

  /**
   * An empty picture.
   *
   * @param width in pixels of the scene, as all lengths here
   * @param scale pixels of the screen for each of them
   * @param radius of a dot
   */
  DotPicture(double width, double height, double scale, double radius) {
    this.scale = scale;
    columns = Math.max(1, (int) Math.ceil(width * scale));
    rows = Math.max(1, (int) Math.ceil(height * scale));
    pixels = new int[columns * rows];
    reach = (int) Math.ceil(radius * scale);
    int edge = 2 * reach + 1;
    cover = new int[edge * edge];
    Arrays.setAll(
        cover,
        at -> {
          double away = Math.hypot(at % edge - reach, at / edge - reach);
          return (int) Math.round(OPAQUE * Math.clamp(radius * scale + 0.5 - away, 0, 1));
        });
  }

  /** Colours as {@link #dot} takes them. */
  static int color(Color color) {
    return ((int) Math.round(color.getRed() * OPAQUE) << 16)
        | ((int) Math.round(color.getGreen() * OPAQUE) << 8)
        | (int) Math.round(color.getBlue() * OPAQUE);
  }

  /** Draws a dot over those that are there. */
  void dot(double x, double y, int color) {
    int middleColumn = (int) Math.round(x * scale - 0.5);
    int middleRow = (int) Math.round(y * scale - 0.5);
    int at = 0;
    for (int row = middleRow - reach; row <= middleRow + reach; row++) {
      for (int column = middleColumn - reach; column <= middleColumn + reach; column++) {
        int share = cover[at++];
        if (share > 0 && row >= 0 && row < rows && column >= 0 && column < columns) {
          int there = row * columns + column;
          pixels[there] = over(color, share, pixels[there]);
        }
      }
    }
  }

  /**
   * Fills a square, over earlier dots and squares.
   *
   * @param left of the square, as {@code top} a whole number of sides
   * @param opacity from 0 to 1
   */
  void square(double left, double top, double side, int color, double opacity) {
    int share = (int) Math.round(OPAQUE * opacity);
    int firstRow = (int) Math.round(top * scale);
    int firstColumn = (int) Math.round(left * scale);
    int lastRow = (int) Math.min(rows, Math.round((top + side) * scale));
    int lastColumn = (int) Math.min(columns, Math.round((left + side) * scale));
    for (int row = Math.max(0, firstRow); row < lastRow; row++) {
      for (int column = Math.max(0, firstColumn); column < lastColumn; column++) {
        int there = row * columns + column;
        pixels[there] = over(color, share, pixels[there]);
      }
    }
  }

  /** Both with colours that are multiplied by their opacity. */
  private static int over(int color, int share, int below) {
    if (share == OPAQUE) {
      return 0xff000000 | color;
    }
    int mixed = 0;
    for (int shift = 0; shift < 32; shift += 8) {
      int source = shift == 24 ? OPAQUE : color >>> shift & OPAQUE;
      int value = (source * share + (below >>> shift & OPAQUE) * (OPAQUE - share)) / OPAQUE;
      mixed |= value << shift;
    }
    return mixed;
  }

  /** The picture; JavaFX thread. */
  WritableImage image() {
    WritableImage image = new WritableImage(columns, rows);
    image
        .getPixelWriter()
        .setPixels(0, 0, columns, rows, PixelFormat.getIntArgbPreInstance(), pixels, 0, columns);
    return image;
  }
}
