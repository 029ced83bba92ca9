package org.kpackworkbench.views.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.map.TreemapNode;
import org.kpackworkbench.views.kit.sizes.SizeTreeAccess;
import org.kpackworkbench.views.kit.sizes.SizedRows;

/** What takes the room in archives. */
class ArchiveSizesTest extends ArchiveTest {
  private static TreemapNode tree(ArchiveRows rows, boolean byTarget, boolean stored) {
    return SizeTreeAccess.of(rows, byTarget, stored);
  }

  @Test
  void goldenArchiveBothWays() throws IOException {
    ArchiveRows rows = rows(ArchiveFiles.golden(folder));
    TreemapNode byBinary = tree(rows, false, false);
    assertThat(byBinary.size()).isEqualTo(506);
    assertThat(byBinary.children())
        .extracting(TreemapNode::label)
        .containsExactly("lib/libtest.so", "bin/testapp");
    assertThat(byBinary.children().getFirst().children())
        .extracting(TreemapNode::label, TreemapNode::size)
        .containsExactly(tuple("gfx906", 219L), tuple("gfx900", 119L));
    TreemapNode byTarget = tree(rows, true, false);
    assertThat(byTarget.size()).isEqualTo(506);
    assertThat(byTarget.children())
        .extracting(TreemapNode::label)
        .containsExactly("gfx900", "gfx906");
    assertThat(rows.packed()).isFalse();
  }

  @Test
  void storedSizesCountACodeObjectOnceAndOriginalOnesCountRows() throws IOException {
    ArchiveRows rows = rows(ArchiveFiles.small(folder));
    Sums total = Sums.of(rows, rows.all());
    assertThat(tree(rows, false, true).size()).isEqualTo(total.storedBytes());
    assertThat(tree(rows, true, true).size()).isEqualTo(total.storedBytes());
    assertThat(tree(rows, false, false).size()).isEqualTo(total.originalBytes());
    assertThat(total.storedBytes()).isPositive().isLessThan(total.originalBytes());
  }

  @Test
  void tileJoinsTheIndexesOfABinaryForATarget() throws IOException {
    ArchiveRows rows = rows(ArchiveFiles.small(folder));
    TreemapNode library = tree(rows, false, false).children().getFirst();
    assertThat(library.children())
        .hasSize(4)
        .allSatisfy(tile -> assertThat(tile.label()).endsWith(" (3)"));
  }

  @Test
  void tooManyTilesAreJoinedAndNothingIsLost() throws IOException {
    ArchiveRows rows = rows(ArchiveFiles.large(folder, 20_000));
    TreemapNode tree = SizeTreeAccess.of(rows, true, false, 100);
    assertThat(tree.size()).isEqualTo(Sums.of(rows, rows.all()).originalBytes());
    assertThat(tree.leafCount()).isLessThan(1000);
    assertThat(tree.children().getFirst().children())
        .anyMatch(tile -> tile.label().endsWith(" smaller"));
  }

  private static int widest(TreemapNode node) {
    return Math.max(
        node.children().size(),
        node.children().stream().mapToInt(each -> widest(each)).max().orElse(0));
  }

  /** Side by side, each of them would be less than a pixel. */
  @Test
  void manyInOneFolderAreInRangesOfNames() throws IOException {
    ArchiveRows rows = rows(ArchiveFiles.large(folder, 100_000));
    for (boolean byTarget : new boolean[] {true, false}) {
      TreemapNode tree = tree(rows, byTarget, false);
      assertThat(tree.size()).isEqualTo(Sums.of(rows, rows.all()).originalBytes());
      assertThat(tree.leafCount()).isEqualTo(20_000);
      assertThat(widest(tree)).isLessThanOrEqualTo(400);
    }
    assertThat(tree(rows, false, false).children().getFirst().label())
        .matches("TensileLibrary.*_\\d+\\.co … TensileLibrary.*_\\d+\\.co");
  }

  @Test
  void manyOfOneSizeAreInFolders() {
    TreemapNode tree = SizeTreeAccess.of(new EqualSizes(100_000), false, false);
    assertThat(tree.children())
        .extracting(TreemapNode::label, TreemapNode::size)
        .containsExactly(tuple("lib/one/", 5_000_000L), tuple("lib/two/", 5_000_000L));
    assertThat(tree.children().getFirst().children())
        .hasSize(50)
        .allSatisfy(each -> assertThat(each.label()).matches("lib/one/\\d+/"));
    assertThat(widest(tree)).isLessThanOrEqualTo(400);
  }

  /** Rows of one size in two folders, each with a folder for every thousandth. */
  private record EqualSizes(int count) implements SizedRows {
    @Override
    public String name() {
      return "equal.kpack";
    }

    @Override
    public int binary(int row) {
      return row;
    }

    @Override
    public String binaryName(int row) {
      return "lib/%s/%d/%d.co".formatted(row % 2 == 0 ? "one" : "two", row / 2 % 50, row);
    }

    @Override
    public int target(int row) {
      return 0;
    }

    @Override
    public String targetText(int row) {
      return "gfx942";
    }

    @Override
    public String name(int row) {
      return binaryName(row);
    }

    @Override
    public long originalSizeBytes(int row) {
      return 100;
    }

    @Override
    public long storedSizeBytes(int row) {
      return 100;
    }

    @Override
    public int blob(int row) {
      return -1;
    }

    @Override
    public boolean packed() {
      return false;
    }

    @Override
    public boolean located() {
      return true;
    }

    @Override
    public boolean damaged(int row) {
      return false;
    }

    @Override
    public Place.CodeObject place(int row) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int find(Place.CodeObject place) {
      return -1;
    }
  }

  @Test
  void damagedRowsLookDamaged() throws IOException {
    ArchiveRows rows =
        rows(ArchiveFiles.broken(folder, "unsafe.kpack", "bin/testapp", "../../tsta"));
    assertThat(tree(rows, false, false).children())
        .flatExtracting(TreemapNode::children)
        .anyMatch(tile -> tile.look() != null && tile.look().kind() == OwnerKind.PROBLEM);
  }
}
