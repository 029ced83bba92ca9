package org.kpackworkbench.views.kit.map;

import java.util.List;

/**
 * Heights of the parts of a map, in pixels: title and axis above the first bar, the links, the
 * second bar with its axis and title below.
 *
 * @param levelHeight height of one level of a bar
 * @param tops upper edges of the bars
 * @param bottoms lower edges of the bars
 * @param textHeight height of a title or of an axis
 */
record MapGeometry(double levelHeight, double[] tops, double[] bottoms, double textHeight) {
  /** Left and right of the bars. */
  static final double MARGIN = 10;

  private static final double LINKS = 34;
  private static final double HIGHEST_LEVEL = 40;
  private static final double PADDING = 6;

  static MapGeometry of(List<LaneIndex> lanes, double lineHeight, double height) {
    double text = Math.ceil(lineHeight * 1.35);
    int levels = lanes.stream().mapToInt(LaneIndex::levels).sum();
    double fixed = 2 * PADDING + lanes.size() * 2 * text + (lanes.size() - 1) * LINKS;
    double room = (height - fixed) / Math.max(1, levels);
    double level = Math.floor(Math.clamp(room, text * 0.6, Math.max(text, HIGHEST_LEVEL)));
    double[] tops = new double[lanes.size()];
    double[] bottoms = new double[lanes.size()];
    double y = PADDING + 2 * text;
    for (int lane = 0; lane < lanes.size(); lane++) {
      tops[lane] = y;
      bottoms[lane] = y + level * lanes.get(lane).levels();
      y = bottoms[lane] + LINKS;
    }
    return new MapGeometry(level, tops, bottoms, text);
  }

  static double prefHeight(List<LaneIndex> lanes, double lineHeight) {
    double text = Math.ceil(lineHeight * 1.35);
    int levels = lanes.stream().mapToInt(LaneIndex::levels).sum();
    return 2 * PADDING
        + lanes.size() * 2 * text
        + Math.max(0, lanes.size() - 1) * LINKS
        + levels * Math.max(24, text);
  }

  double barTop(int lane) {
    return tops[lane];
  }

  double barBottom(int lane) {
    return bottoms[lane];
  }

  /** Whether the lane's axis and title are above its bar; the second lane's are below. */
  boolean isAxisAbove(int lane) {
    return lane == 0;
  }

  /** Upper edge of the axis. */
  double axisTop(int lane) {
    return isAxisAbove(lane) ? tops[lane] - textHeight : bottoms[lane];
  }

  /** Upper edge of the title. */
  double titleTop(int lane) {
    return isAxisAbove(lane) ? tops[lane] - 2 * textHeight : bottoms[lane] + textHeight;
  }

  /** The lane that is at a height, or the nearer one. */
  int laneAt(double y) {
    return tops.length > 1 && y > (bottoms[0] + tops[1]) / 2 ? 1 : 0;
  }
}
