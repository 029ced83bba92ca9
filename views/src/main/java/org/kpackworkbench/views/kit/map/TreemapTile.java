package org.kpackworkbench.views.kit.map;

/**
 * A drawn tile.
 *
 * @param node what it represents; for leftovers, a group made of them
 * @param parent the group it is in
 * @param box where it is
 * @param depth how deep it is nested, from 0
 * @param header height of the line with its name above its children; 0 if it has no such line
 * @param leftovers whether it represents things too small to be drawn one by one
 */
record TreemapTile(
    TreemapNode node,
    TreemapNode parent,
    Squarify.Box box,
    int depth,
    double header,
    boolean leftovers) {

  boolean contains(double x, double y) {
    return x >= box.x() && y >= box.y() && x < box.x() + box.width() && y < box.y() + box.height();
  }
}
