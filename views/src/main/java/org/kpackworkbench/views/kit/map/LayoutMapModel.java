package org.kpackworkbench.views.kit.map;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;

/**
 * Model of a layout map: one lane, or two with links between them. Immutable.
 *
 * @param lanes from top to bottom, one or two
 * @param links from the first lane to the second, in the order of their ranges in the first
 */
public record LayoutMapModel(List<MapLane> lanes, List<MapLink> links) {
  /** Nothing. */
  public static final LayoutMapModel EMPTY = new LayoutMapModel(List.of(), List.of());

  public LayoutMapModel {
    lanes = List.copyOf(lanes);
    links = List.copyOf(links);
    if (lanes.size() > 2) {
      throw new IllegalArgumentException("a map has one or two lanes, not " + lanes.size());
    }
  }

  /** The position of an offset of one lane in the other, as exact as the links allow. */
  double across(int fromLane, double offset) {
    double best = Double.NaN;
    double nearest = Double.POSITIVE_INFINITY;
    for (MapLink link : links) {
      ByteRange from = fromLane == 0 ? link.from() : link.to();
      ByteRange to = fromLane == 0 ? link.to() : link.from();
      double inside = Math.clamp(offset, (double) from.start(), (double) from.end());
      double distance = Math.abs(offset - inside);
      if (distance < nearest) {
        nearest = distance;
        // Off a link's end the distance is kept, so that moving along is steady.
        best = to.start() + Math.min(offset - from.start(), (double) Math.max(to.length(), 1));
      }
    }
    return best;
  }

  /** The part of the other lane that holds the same bytes; null if it has none of them. */
  @Nullable ByteRange across(int fromLane, ByteRange range) {
    for (MapLink link : links) {
      ByteRange from = fromLane == 0 ? link.from() : link.to();
      ByteRange to = fromLane == 0 ? link.to() : link.from();
      boolean inside = range.start() >= from.start() && range.start() < from.end();
      long distance = range.start() - from.start();
      if (inside && distance < to.length()) {
        long length = Math.min(range.end(), from.end()) - range.start();
        return new ByteRange(to.start() + distance, Math.min(length, to.length() - distance));
      }
    }
    return null;
  }
}
