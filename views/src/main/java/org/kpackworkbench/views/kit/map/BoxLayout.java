package org.kpackworkbench.views.kit.map;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides which pieces of a lane are drawn, and where.
 *
 * <p>Nested pieces are one level lower and reach to the bottom of the bar. A piece of less than
 * three pixels is drawn three wide and over its neighbours. Where many such pieces are together
 * they are drawn as a crowd that looks like most of its bytes; only problems, markers and wrappers
 * are always drawn for themselves. So the number of boxes depends on the width, not on the number
 * of pieces.
 */
final class BoxLayout {
  static final double TINY_PIXELS = 3;

  private final LaneIndex index;
  private final MapViewport viewport;
  private final int lane;
  private final double top;
  private final double levelHeight;
  private final double bottom;
  private final List<MapBox> boxes = new ArrayList<>();

  BoxLayout(LaneIndex index, MapViewport viewport, int lane, double top, double levelHeight) {
    this.index = index;
    this.viewport = viewport;
    this.lane = lane;
    this.top = top;
    this.levelHeight = levelHeight;
    this.bottom = top + index.levels() * levelHeight;
  }

  /** The boxes in the order of drawing: what is drawn over others comes later. */
  List<MapBox> boxes() {
    for (int level = 0; level < index.levels(); level++) {
      level(level);
    }
    return boxes;
  }

  private void level(int level) {
    int[] order = index.level(level);
    double end = viewport.offset(lane, viewport.width());
    List<MapBox> important = new ArrayList<>();
    TinyBoxMerger merger = new TinyBoxMerger();
    int i = index.firstBeyond(level, viewport.offset(lane, 0));
    for (; i < order.length && index.piece(order[i]).range().start() <= end; i++) {
      MapBox box = box(order[i], level);
      if (box.right() <= 0 || box.piece().range().isEmpty()) {
        continue;
      }
      if (!box.tiny()) {
        boxes.add(box);
      } else if (box.piece().rank() >= MapPiece.ALWAYS_SEEN_RANK) {
        addOver(important, box);
      } else {
        merger.add(box);
      }
    }
    boxes.addAll(merger.boxes());
    boxes.addAll(important);
  }

  private static void addOver(List<MapBox> important, MapBox box) {
    if (important.isEmpty() || box.left() >= important.getLast().right()) {
      important.add(box);
    } else if (box.piece().rank() > important.getLast().piece().rank()) {
      important.set(important.size() - 1, box);
    }
  }

  /** The box of a piece, whether or not it is drawn for itself. */
  MapBox box(int piece, int level) {
    MapPiece what = index.piece(piece);
    double left = viewport.x(lane, what.range().start());
    double right = viewport.x(lane, what.range().end());
    boolean isTiny = right - left < TINY_PIXELS;
    if (isTiny) {
      left = Math.floor((left + right) / 2 / TINY_PIXELS) * TINY_PIXELS;
      right = left + TINY_PIXELS;
    }
    boolean frame = what.look() instanceof MapPiece.Frame;
    double upper = top + level * levelHeight;
    double lower = frame ? upper + levelHeight : bottom;
    return new MapBox(lane, piece, what, level, left, right, upper, lower, 1, isTiny);
  }

  /**
   * Merges tiny boxes, which come in order and on a grid of three pixels, into larger ones: cells
   * that touch and have more boxes than cells. One that is alone stays as it is.
   */
  private static final class TinyBoxMerger {
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
}
