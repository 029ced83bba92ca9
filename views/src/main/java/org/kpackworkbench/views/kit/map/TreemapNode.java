package org.kpackworkbench.views.kit.map;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A thing with a size, or a group of such things. Immutable; each is equal to itself alone, since
 * two things may have the same name and size.
 *
 * @param label its name
 * @param size its size in bytes, 0 or more; of a group, the sum of its children
 * @param look its colour and pattern; null for a group that has none of its own
 * @param content a value for the creator of the node, such as a place; null for none
 * @param children what is in it, the largest first; empty for a leaf
 */
public record TreemapNode(
    String label,
    long size,
    MapPiece.@Nullable Owned look,
    @Nullable Object content,
    List<TreemapNode> children) {

  /** A leaf. */
  public static TreemapNode leaf(
      String label, long size, MapPiece.@Nullable Owned look, @Nullable Object content) {
    if (size < 0) {
      throw new IllegalArgumentException("negative size of " + label + ": " + size);
    }
    return new TreemapNode(label, size, look, content, List.of());
  }

  /** A group; its size is the sum of its children's. */
  public static TreemapNode group(
      String label,
      MapPiece.@Nullable Owned look,
      @Nullable Object content,
      List<TreemapNode> children) {
    List<TreemapNode> sorted = new ArrayList<>(children);
    sorted.sort(Comparator.comparingLong(TreemapNode::size).reversed());
    long sum = 0;
    for (TreemapNode child : sorted) {
      sum = Math.addExact(sum, child.size);
    }
    return new TreemapNode(label, sum, look, content, List.copyOf(sorted));
  }

  /** Whether nothing lies in it. */
  public boolean isLeaf() {
    return children.isEmpty();
  }

  /** How many leaves are in it; 1 for a leaf. */
  public int leafCount() {
    return isLeaf() ? 1 : children.stream().mapToInt(TreemapNode::leafCount).sum();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }

  /** Without what is in it, which may be much. */
  @Override
  public String toString() {
    return label + ", " + size + " bytes, " + children.size() + " children";
  }
}
