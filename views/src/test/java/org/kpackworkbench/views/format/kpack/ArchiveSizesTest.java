package org.kpackworkbench.views.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.views.kit.map.TreemapNode;
import org.kpackworkbench.views.kit.sizes.SizeTreeAccess;

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

  @Test
  void damagedRowsLookDamaged() throws IOException {
    ArchiveRows rows =
        rows(ArchiveFiles.broken(folder, "unsafe.kpack", "bin/testapp", "../../tsta"));
    assertThat(tree(rows, false, false).children())
        .flatExtracting(TreemapNode::children)
        .anyMatch(tile -> tile.look() != null && tile.look().kind() == OwnerKind.PROBLEM);
  }
}
