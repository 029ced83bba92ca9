package org.kpackworkbench.views.kit.map;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The pieces of a lane by level, each level in order, for finding what is visible. */
final class LaneIndex {
  /** Deeper levels are not drawn. */
  static final int MOST_LEVELS = 5;

  private final MapLane lane;
  private final List<int[]> levels = new ArrayList<>();

  LaneIndex(MapLane lane) {
    this.lane = lane;
    int count = Math.min(MOST_LEVELS, lane.levels());
    for (int level = 0; level < count; level++) {
      int depth = level;
      levels.add(
          IntStream.range(0, lane.pieces().size())
              .filter(i -> lane.pieces().get(i).depth() == depth)
              .boxed()
              .sorted(Comparator.comparingLong(i -> lane.pieces().get(i).range().start()))
              .mapToInt(Integer::intValue)
              .toArray());
    }
  }

  MapLane lane() {
    return lane;
  }

  int levels() {
    return levels.size();
  }

  /** The pieces of a level, as positions in the lane's list, by their starts. */
  int[] level(int level) {
    return levels.get(level);
  }

  MapPiece piece(int index) {
    return lane.pieces().get(index);
  }

  /** The piece of a level that holds an offset, or else starts nearest before it; -1 for none. */
  int near(int level, double offset) {
    int[] order = levels.get(level);
    int at = firstBeyond(level, offset);
    if (at + 1 < order.length && piece(order[at + 1]).range().start() <= offset) {
      at++;
    }
    return order.length == 0 ? -1 : order[at];
  }

  /** The first entry of a level that may reach beyond an offset. */
  int firstBeyond(int level, double offset) {
    int[] order = levels.get(level);
    int low = 0;
    int high = order.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (piece(order[middle]).range().start() < offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    // Pieces of one level seldom overlap: the one before may reach into view.
    return Math.max(0, low - 1);
  }
}
