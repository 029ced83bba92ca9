package org.kpackworkbench.views.kit.map;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides which tiles of a treemap are drawn, and where.
 *
 * <p>What would be smaller than some pixels is gathered in one tile, "n more", so that the number
 * of tiles depends on the room and not on the number of things.
 */
final class TreemapLayout {
  private static final double SMALLEST_AREA = 48;
  private static final double SMALLEST_GROUP_SIDE = 26;
  private static final double GAP = 1;

  private final double headerHeight;
  private final List<TreemapTile> tiles = new ArrayList<>();

  private TreemapLayout(double headerHeight) {
    this.headerHeight = headerHeight;
  }

  /**
   * The tiles of what is in {@code root}, groups before what is in them.
   *
   * @param headerHeight height of a group's name
   */
  static List<TreemapTile> of(TreemapNode root, Squarify.Box box, double headerHeight) {
    TreemapLayout layout = new TreemapLayout(headerHeight);
    if (root.isLeaf()) {
      layout.tiles.add(new TreemapTile(root, root, box, 0, 0, false));
    } else {
      layout.inside(root, box, 0);
    }
    return layout.tiles;
  }

  private void inside(TreemapNode group, Squarify.Box box, int depth) {
    List<TreemapNode> children = group.children();
    double scale = group.size() == 0 ? 0 : box.area() / group.size();
    int shown = countFrom(children, scale);
    List<TreemapNode> parts = new ArrayList<>(children.subList(0, shown));
    TreemapNode rest = rest(children, shown);
    if (rest != null) {
      int at = shown;
      while (at > 0 && parts.get(at - 1).size() < rest.size()) {
        at--;
      }
      parts.add(at, rest);
    }
    List<Long> sizes = parts.stream().map(TreemapNode::size).toList();
    TreemapNode leftovers = rest;
    Squarify.divide(
        sizes,
        (double) group.size(),
        box,
        (index, part) ->
            tile(parts.get(index), group, part, depth, parts.get(index).equals(leftovers)));
  }

  /** How many children are large enough to be drawn for themselves; they are sorted by size. */
  private static int countFrom(List<TreemapNode> children, double scale) {
    int low = 0;
    int high = children.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (children.get(middle).size() * scale >= SMALLEST_AREA) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    // One that is too small needs no group of its own.
    return low == children.size() - 1 ? children.size() : low;
  }

  private static @org.jspecify.annotations.Nullable TreemapNode rest(
      List<TreemapNode> children, int shown) {
    if (shown == children.size()) {
      return null;
    }
    List<TreemapNode> small = children.subList(shown, children.size());
    long size = small.stream().mapToLong(TreemapNode::size).sum();
    String count = String.format(java.util.Locale.ROOT, "%,d more", small.size());
    return new TreemapNode(count.replace(',', ' '), size, null, null, small);
  }

  private void tile(
      TreemapNode node, TreemapNode parent, Squarify.Box box, int depth, boolean leftovers) {
    Squarify.Box inner = box.inset(0, 0, GAP, GAP);
    boolean open =
        !node.isLeaf()
            && !leftovers
            && inner.width() >= SMALLEST_GROUP_SIDE
            && inner.height() >= SMALLEST_GROUP_SIDE + headerHeight;
    double header = open ? headerHeight : 0;
    tiles.add(new TreemapTile(node, parent, inner, depth, header, leftovers));
    if (open) {
      inside(node, inner.inset(GAP, header, GAP, GAP), depth + 1);
    }
  }
}
