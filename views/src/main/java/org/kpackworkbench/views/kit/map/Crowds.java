package org.kpackworkbench.views.kit.map;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gathers tiny boxes, which come in order and on a grid of three pixels, into crowds: cells that
 * touch and have more boxes than cells. One that stands alone stays as it is.
 */
final class Crowds {
  private final List<MapBox> done = new ArrayList<>();
  private final List<MapBox> cell = new ArrayList<>();

  void add(MapBox box) {
    if (!cell.isEmpty() && cell.getFirst().left() != box.left()) {
      closeCell();
    }
    cell.add(box);
  }

  List<MapBox> boxes() {
    closeCell();
    return done;
  }

  private void closeCell() {
    if (cell.isEmpty()) {
      return;
    }
    MapBox box = merged();
    cell.clear();
    if (!done.isEmpty() && joins(done.getLast(), box)) {
      MapBox before = done.removeLast();
      done.add(stretched(before, box));
    } else {
      done.add(box);
    }
  }

  private static boolean joins(MapBox before, MapBox box) {
    return before.right() == box.left()
        && before.piece().look().equals(box.piece().look())
        && before.isCrowd() == box.isCrowd();
  }

  /** One box for a cell, with the look that has most of its bytes. */
  private MapBox merged() {
    MapBox first = cell.getFirst();
    if (cell.size() == 1) {
      return first;
    }
    Map<MapPiece.Look, Long> bytes = new HashMap<>();
    MapBox most = first;
    for (MapBox box : cell) {
      MapPiece piece = box.piece();
      long sum = bytes.merge(piece.look(), piece.range().length(), Long::sum);
      if (sum > bytes.getOrDefault(most.piece().look(), 0L)) {
        most = box;
      }
    }
    return crowd(first, most, first.right(), cell.size());
  }

  private static MapBox stretched(MapBox before, MapBox box) {
    return crowd(before, before, box.right(), before.count() + box.count());
  }

  private static MapBox crowd(MapBox first, MapBox look, double right, int count) {
    return new MapBox(
        first.lane(),
        first.index(),
        look.piece(),
        first.level(),
        first.left(),
        right,
        first.top(),
        first.bottom(),
        count,
        true);
  }
}
