package org.kpackworkbench.views.kit.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TreemapLayoutTest {
  private static final Squarify.Box ROOM = new Squarify.Box(0, 0, 800, 600);

  private static TreemapNode leaves(String label, long... sizes) {
    return TreemapNode.group(
        label,
        null,
        null,
        LongStream.of(sizes).mapToObj(s -> TreemapNode.leaf("leaf " + s, s, null, null)).toList());
  }

  @Test
  void areasAreInProportionAndFillTheRoom() {
    List<Squarify.Box> boxes = new ArrayList<>();
    List<Long> sizes = List.of(600L, 600L, 400L, 300L, 200L, 200L, 100L);
    Squarify.divide(sizes, 2_400, new Squarify.Box(0, 0, 60, 40), (i, box) -> boxes.add(box));
    double area = 0;
    for (int i = 0; i < sizes.size(); i++) {
      assertThat(boxes.get(i).area()).isCloseTo(sizes.get(i), within(1e-6));
      assertThat(boxes.get(i).x()).isBetween(-1e-6, 60.0);
      assertThat(boxes.get(i).x() + boxes.get(i).width()).isLessThanOrEqualTo(60 + 1e-6);
      assertThat(boxes.get(i).y() + boxes.get(i).height()).isLessThanOrEqualTo(40 + 1e-6);
      double ratio = boxes.get(i).width() / boxes.get(i).height();
      assertThat(Math.max(ratio, 1 / ratio)).as("nearly square").isLessThan(3);
      area += boxes.get(i).area();
    }
    assertThat(area).isCloseTo(2_400, within(1e-6));
  }

  @Test
  void aGroupIsAsLargeAsWhatIsInItAndSorted() {
    TreemapNode group = leaves("group", 5, 20, 10);
    assertThat(group.size()).isEqualTo(35);
    assertThat(group.children()).extracting(TreemapNode::size).containsExactly(20L, 10L, 5L);
    assertThatThrownBy(() -> TreemapNode.leaf("x", -1, null, null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void hundredThousandLeavesMakeFewTilesAndNothingIsLost() {
    List<TreemapNode> groups = new ArrayList<>();
    for (int g = 0; g < 10; g++) {
      groups.add(leaves("group " + g, LongStream.range(0, 10_000).map(i -> 1 + i % 97).toArray()));
    }
    TreemapNode root = TreemapNode.group("root", null, null, groups);
    List<TreemapTile> tiles = TreemapLayout.of(root, ROOM, 16);
    assertThat(tiles.size()).isLessThan(10_000);
    long shown =
        tiles.stream()
            .filter(tile -> tile.header() == 0)
            .mapToLong(tile -> tile.node().size())
            .sum();
    assertThat(shown).isEqualTo(root.size());
    int leaves =
        tiles.stream()
            .filter(tile -> tile.header() == 0)
            .mapToInt(tile -> tile.node().leafCount())
            .sum();
    assertThat(leaves).isEqualTo(100_000);
  }

  @Test
  void whatIsTooSmallIsGatheredInOneTile() {
    long[] sizes = new long[1_001];
    java.util.Arrays.fill(sizes, 1);
    sizes[0] = 1_000_000;
    List<TreemapTile> tiles = TreemapLayout.of(leaves("root", sizes), ROOM, 16);
    assertThat(tiles).hasSize(2);
    assertThat(tiles.getLast().node().label()).isEqualTo("1 000 more");
    assertThat(tiles.getLast().leftovers()).isTrue();
  }

  @Test
  void nestedTilesLieInTheirGroup() {
    TreemapNode root =
        TreemapNode.group("root", null, null, List.of(leaves("a", 10, 20, 30), leaves("b", 40, 5)));
    List<TreemapTile> tiles = TreemapLayout.of(root, ROOM, 16);
    for (TreemapTile tile : tiles) {
      if (tile.depth() == 1) {
        TreemapTile group =
            tiles.stream().filter(t -> t.node().equals(tile.parent())).findFirst().orElseThrow();
        assertThat(tile.box().y()).isGreaterThanOrEqualTo(group.box().y() + group.header());
        assertThat(group.contains(tile.box().x(), tile.box().y())).isTrue();
      }
    }
    assertThat(tiles).hasSize(7);
  }

  @Test
  void nothingAndZeroSizesAreDrawnAsNothing() {
    assertThat(TreemapLayout.of(leaves("root", 0, 0), ROOM, 16))
        .allMatch(tile -> tile.box().area() == 0 || tile.leftovers());
    assertThat(TreemapLayout.of(TreemapNode.leaf("leaf", 5, null, null), ROOM, 16)).hasSize(1);
  }
}
