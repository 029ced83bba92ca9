package org.kpackworkbench.views.kit.sizes;

import org.kpackworkbench.views.kit.map.TreemapNode;

/** The tree for tests of what other packages make of it. */
public final class SizeTreeAccess {
  private SizeTreeAccess() {}

  public static TreemapNode of(SizedRows rows, boolean byTarget, boolean stored) {
    return SizeTree.of(rows, byTarget, stored);
  }

  public static TreemapNode of(SizedRows rows, boolean byTarget, boolean stored, int mostTiles) {
    return SizeTree.of(rows, byTarget, stored, mostTiles);
  }
}
