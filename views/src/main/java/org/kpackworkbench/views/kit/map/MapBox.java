package org.kpackworkbench.views.kit.map;

/**
 * Where a piece, or a crowd of pieces too small to be drawn one by one, is drawn.
 *
 * @param index of the piece in its lane; of a crowd, its first
 * @param piece the piece; of a crowd, the one that gives it its look
 * @param level the level it is on
 * @param count how many pieces it represents
 * @param tiny whether it is drawn wider than it is, so that it can be seen
 */
record MapBox(
    int lane,
    int index,
    MapPiece piece,
    int level,
    double left,
    double right,
    double top,
    double bottom,
    int count,
    boolean tiny) {

  double width() {
    return right - left;
  }

  double height() {
    return bottom - top;
  }

  boolean isCrowd() {
    return count > 1;
  }

  /** How far a point is from it sideways; infinite where it is above or below. */
  double distance(double x, double y) {
    if (y < top || y >= bottom) {
      return Double.POSITIVE_INFINITY;
    }
    return x < left ? left - x : Math.max(0, x - right);
  }
}
