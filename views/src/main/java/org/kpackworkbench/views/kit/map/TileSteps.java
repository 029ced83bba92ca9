package org.kpackworkbench.views.kit.map;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the tile beside a tile, for the arrow keys. */
final class TileSteps {
  private TileSteps() {}

  /** Where keys start: the largest tile. */
  static @Nullable TreemapTile first(List<TreemapTile> tiles) {
    return tiles.stream()
        .filter(tile -> tile.header() == 0)
        .max(Comparator.comparingDouble(tile -> tile.box().area()))
        .orElse(null);
  }

  /** The nearest tile in a direction, of those without tiles of their own inside; null for none. */
  static @Nullable TreemapTile next(
      List<TreemapTile> tiles, TreemapTile from, int right, int down) {
    double x = centreX(from);
    double y = centreY(from);
    TreemapTile best = null;
    double nearest = Double.POSITIVE_INFINITY;
    for (TreemapTile tile : tiles) {
      double along = (centreX(tile) - x) * right + (centreY(tile) - y) * down;
      double aside = Math.abs((centreX(tile) - x) * down) + Math.abs((centreY(tile) - y) * right);
      // Straight ahead is better than near and askew.
      double distance = along + 2 * aside;
      if (!tile.equals(from) && tile.header() == 0 && along > 1 && distance < nearest) {
        best = tile;
        nearest = distance;
      }
    }
    return best;
  }

  private static double centreX(TreemapTile tile) {
    return tile.box().x() + tile.box().width() / 2;
  }

  private static double centreY(TreemapTile tile) {
    return tile.box().y() + tile.box().height() / 2;
  }
}
