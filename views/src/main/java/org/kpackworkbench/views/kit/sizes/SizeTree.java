package org.kpackworkbench.views.kit.sizes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.kit.map.MapPiece;
import org.kpackworkbench.views.kit.map.TreemapNode;

/**
 * The sizes of code objects as a tree for a treemap: binaries with their targets, or the other way
 * round. Each tile is a binary for a target, with all of its indexes; of very many the largest have
 * tiles of their own, the others of a group one together.
 */
record SizeTree(SizedRows rows, boolean byTarget) {
  /** More tiles than that are smaller than can be seen. */
  static final int MOST_TILES = 40_000;

  private static final MapPiece.Owned MIXED = new MapPiece.Owned(OwnerKind.DEVICE_CODE, null);

  /**
   * Rows that a node represents.
   *
   * @param largest its largest row
   * @param rows how many rows it has
   * @param whole whether it is all of a binary or target, not one of the tiles in it
   */
  record Tile(int largest, int rows, boolean whole) {}

  /** Sum of the rows of a tile; filled row by row. */
  private static final class Sum {
    private int rows;
    private int largestRow;
    private long largestBytes = -1;
    private long bytes;
    private boolean damaged;

    void add(int row, long size, boolean broken) {
      rows++;
      bytes += size;
      damaged |= broken;
      if (size > largestBytes) {
        largestBytes = size;
        largestRow = row;
      }
    }
  }

  /**
   * Makes the tree. Takes time for many rows: background threads.
   *
   * @param byTarget targets outside, binaries in them; else the other way round
   * @param stored stored sizes, where a code object that several rows name counts for the first of
   *     them; else original sizes, where each row counts
   */
  static TreemapNode of(SizedRows rows, boolean byTarget, boolean stored) {
    return of(rows, byTarget, stored, MOST_TILES);
  }

  /** Makes the tree with another limit, for tests. */
  static TreemapNode of(SizedRows rows, boolean byTarget, boolean stored, int mostTiles) {
    SizeTree tree = new SizeTree(rows, byTarget);
    return tree.root(tree.sums(stored), mostTiles);
  }

  /** The tiles of each group, in the order in which they turn up. */
  private Map<Integer, Map<Integer, Sum>> sums(boolean stored) {
    Map<Integer, Map<Integer, Sum>> groups = new LinkedHashMap<>();
    BitSet counted = new BitSet();
    for (int row = 0; row < rows.count(); row++) {
      int outer = byTarget ? rows.target(row) : rows.binary(row);
      int inner = byTarget ? rows.binary(row) : rows.target(row);
      groups
          .computeIfAbsent(outer, group -> new LinkedHashMap<>())
          .computeIfAbsent(inner, tile -> new Sum())
          .add(row, stored ? stored(row, counted) : size(row), rows.damaged(row));
    }
    return groups;
  }

  private long size(int row) {
    return bounded(rows.originalSizeBytes(row));
  }

  private long stored(int row, BitSet counted) {
    int blob = rows.blob(row);
    if (blob >= 0 && counted.get(blob)) {
      return 0;
    }
    if (blob >= 0) {
      counted.set(blob);
    }
    return bounded(rows.storedSizeBytes(row));
  }

  /** Limits a size: a damaged file may declare anything, and the sizes must still add up. */
  private long bounded(long size) {
    return Math.clamp(size, 0, Long.MAX_VALUE / (rows.count() + 1L));
  }

  private TreemapNode root(Map<Integer, Map<Integer, Sum>> groups, int mostTiles) {
    long least = least(groups, mostTiles);
    List<TreemapNode> nodes = new ArrayList<>();
    groups.values().forEach(tiles -> nodes.add(group(tiles.values(), least)));
    return TreemapNode.group(rows.name(), null, null, nodes);
  }

  /** The size below which tiles are put together; 0 if there are not too many. */
  private static long least(Map<Integer, Map<Integer, Sum>> groups, int mostTiles) {
    long[] sizes =
        groups.values().stream()
            .flatMap(tiles -> tiles.values().stream())
            .mapToLong(tile -> tile.bytes)
            .toArray();
    if (sizes.length <= mostTiles) {
      return 0;
    }
    Arrays.sort(sizes);
    return sizes[sizes.length - mostTiles];
  }

  private TreemapNode group(Iterable<Sum> sums, long least) {
    List<TreemapNode> tiles = new ArrayList<>();
    Sum whole = null;
    long rest = 0;
    int restTiles = 0;
    int count = 0;
    for (Sum sum : sums) {
      count += sum.rows;
      whole = whole == null || sum.bytes > whole.bytes ? sum : whole;
      if (sum.bytes > 0 && sum.bytes >= least) {
        tiles.add(tile(sum));
      } else if (sum.bytes > 0) {
        rest += sum.bytes;
        restTiles++;
      }
    }
    if (whole == null) {
      throw new IllegalStateException("a group without rows");
    }
    int row = whole.largestRow;
    if (restTiles > 0) {
      String label = CountText.grouped(restTiles) + " smaller";
      tiles.add(TreemapNode.leaf(label, rest, byTarget ? look(row) : MIXED, null));
    }
    String name = byTarget ? rows.targetText(row) : rows.binaryName(row);
    return TreemapNode.group(name, byTarget ? look(row) : null, new Tile(row, count, true), tiles);
  }

  private TreemapNode tile(Sum sum) {
    int row = sum.largestRow;
    String name = byTarget ? rows.binaryName(row) : rows.targetText(row);
    return TreemapNode.leaf(
        sum.rows == 1 ? name : name + " (" + sum.rows + ")",
        sum.bytes,
        sum.damaged ? new MapPiece.Owned(OwnerKind.PROBLEM, null) : look(row),
        new Tile(row, sum.rows, false));
  }

  private MapPiece.Owned look(int row) {
    return new MapPiece.Owned(OwnerKind.DEVICE_CODE, rows.targetText(row));
  }
}
