package org.kpackworkbench.views.kit.map;

import java.util.List;

/**
 * Divides a rectangle among sizes so that the parts are as square as they get: the squarified
 * treemap of Bruls, Huizing and van Wijk (2000).
 */
final class Squarify {
  /** A rectangle, in pixels. */
  record Box(double x, double y, double width, double height) {
    double area() {
      return width * height;
    }

    Box inset(double left, double top, double right, double bottom) {
      return new Box(
          x + left, y + top, Math.max(0, width - left - right), Math.max(0, height - top - bottom));
    }
  }

  /** Gets each part. */
  @FunctionalInterface
  interface Sink {
    void put(int index, Box box);
  }

  private Squarify() {}

  /**
   * Divides a rectangle.
   *
   * @param sizes the largest first
   * @param total their sum, or more where a part is to stay free
   */
  static void divide(List<Long> sizes, double total, Box box, Sink sink) {
    double scale = total <= 0 ? 0 : box.area() / total;
    Box free = box;
    int start = 0;
    while (start < sizes.size() && scale > 0) {
      double side = Math.min(free.width(), free.height());
      int end = row(sizes, start, scale, side);
      free = place(sizes, start, end, scale, free, sink);
      start = end;
    }
  }

  /**
   * The end of the row that starts at {@code start}: as long as it makes the worst part squarer.
   */
  private static int row(List<Long> sizes, int start, double scale, double side) {
    double largest = sizes.get(start) * scale;
    double sum = largest;
    double worst = worst(largest, largest, sum, side);
    int end = start + 1;
    while (end < sizes.size()) {
      double area = sizes.get(end) * scale;
      double withIt = worst(largest, area, sum + area, side);
      if (withIt > worst) {
        break;
      }
      worst = withIt;
      sum += area;
      end++;
    }
    return end;
  }

  private static double worst(double largest, double smallest, double sum, double side) {
    double square = side * side;
    double sumSquare = sum * sum;
    return smallest <= 0 || side <= 0
        ? Double.POSITIVE_INFINITY
        : Math.max(square * largest / sumSquare, sumSquare / (square * smallest));
  }

  private static Box place(
      List<Long> sizes, int start, int end, double scale, Box free, Sink sink) {
    double sum = 0;
    for (int i = start; i < end; i++) {
      sum += sizes.get(i) * scale;
    }
    boolean upright = free.width() >= free.height();
    double side = upright ? free.height() : free.width();
    double thickness = side <= 0 ? 0 : sum / side;
    double at = 0;
    for (int i = start; i < end; i++) {
      double length = thickness <= 0 ? 0 : sizes.get(i) * scale / thickness;
      sink.put(
          i,
          upright
              ? new Box(free.x(), free.y() + at, thickness, length)
              : new Box(free.x() + at, free.y(), length, thickness));
      at += length;
    }
    return upright ? free.inset(thickness, 0, 0, 0) : free.inset(0, thickness, 0, 0);
  }
}
