package org.kpackworkbench.views.kit.sizes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
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

  /** More side by side than that are too small to be seen one by one. */
  static final int MOST_BESIDE = 400;

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
    return TreemapNode.group(rows.name(), null, null, inFolders(nodes, 0, null));
  }

  /** Puts nodes that are too many to be seen in groups by the folders of their names. */
  private static List<TreemapNode> inFolders(
      List<TreemapNode> nodes, int from, MapPiece.@Nullable Owned look) {
    if (nodes.size() <= MOST_BESIDE) {
      return nodes;
    }
    int common = commonFolder(nodes, from);
    Map<String, List<TreemapNode>> folders = new TreeMap<>();
    List<TreemapNode> here = new ArrayList<>();
    for (TreemapNode node : nodes) {
      int end = node.label().indexOf('/', common);
      if (end < 0) {
        here.add(node);
      } else {
        folders
            .computeIfAbsent(node.label().substring(0, end + 1), key -> new ArrayList<>())
            .add(node);
      }
    }
    folders.forEach(
        (name, inside) ->
            here.add(TreemapNode.group(name, look, null, inFolders(inside, name.length(), look))));
    return here.size() <= MOST_BESIDE ? here : inRanges(here, common, look);
  }

  /** The length of the path that all names have in common. */
  private static int commonFolder(List<TreemapNode> nodes, int from) {
    String first = nodes.getFirst().label();
    int common = from;
    for (int end = first.indexOf('/', from); end >= 0; end = first.indexOf('/', end + 1)) {
      String folder = first.substring(0, end + 1);
      if (!nodes.stream().allMatch(node -> node.label().startsWith(folder))) {
        break;
      }
      common = end + 1;
    }
    return common;
  }

  /** Groups of consecutive names, where folders do not distinguish them. */
  private static List<TreemapNode> inRanges(
      List<TreemapNode> nodes, int common, MapPiece.@Nullable Owned look) {
    List<TreemapNode> sorted = new ArrayList<>(nodes);
    sorted.sort(Comparator.comparing(TreemapNode::label));
    int each = Math.ceilDiv(sorted.size(), MOST_BESIDE);
    List<TreemapNode> ranges = new ArrayList<>();
    for (int at = 0; at < sorted.size(); at += each) {
      List<TreemapNode> range = sorted.subList(at, Math.min(sorted.size(), at + each));
      String name =
          "%s … %s"
              .formatted(
                  range.getFirst().label().substring(common),
                  range.getLast().label().substring(common));
      ranges.add(range.size() == 1 ? range.getFirst() : TreemapNode.group(name, look, null, range));
    }
    return ranges;
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
    MapPiece.Owned own = byTarget ? look(row) : null;
    return TreemapNode.group(name, own, new Tile(row, count, true), inFolders(tiles, 0, own));
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
