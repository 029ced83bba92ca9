package org.kpackworkbench.model.analysis.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.diff.Comparison.Outcome;
import org.kpackworkbench.model.analysis.diff.RealignedComparison.Pair;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.analysis.diff.run.Compare;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;

/** Rows that the user set beside one another are one row, and compared as such. */
class RealignedComparisonTest {
  @TempDir private Path temp;
  private TableComparison trees;

  @BeforeEach
  void open() throws IOException {
    Path one = Files.createDirectories(temp.resolve("one"));
    Path two = Files.createDirectories(temp.resolve("two"));
    Files.writeString(one.resolve("both.txt"), "the same");
    Files.writeString(two.resolve("both.txt"), "the same");
    Files.writeString(one.resolve("before.txt"), "what it was");
    Files.writeString(two.resolve("now.txt"), "what it is now");
    trees =
        (TableComparison) Compare.open(List.of(one, two), UnpackBudget.operation(), Progress.NONE);
  }

  @AfterEach
  void close() throws IOException {
    trees.close();
  }

  private static Comparison files(Cell first, Cell other, Progress progress) throws IOException {
    return Compare.open(
        List.of(first.place().file(), other.place().file()), UnpackBudget.operation(), progress);
  }

  private Pair pair() throws IOException {
    return new Pair(Compared.index(trees, "before.txt"), Compared.index(trees, "now.txt"));
  }

  @Test
  void twoRowsAreOneThatIsComparedAndOpened() throws IOException {
    TableComparison aligned =
        RealignedComparison.of(trees, List.of(pair()), RealignedComparisonTest::files);
    assertThat(RowOrder.all(aligned)).hasSize(trees.rowCount() - 1);
    Row row = Compared.row(aligned, "before.txt ↔ now.txt");
    assertThat(row.change()).isEqualTo(Change.NOT_COMPARED);
    assertThat(row.cells()).allMatch(Cell::present);
    assertThat(row.delta(1).amount()).isEqualTo(3);
    assertThat(aligned.deltaBytes(row.index())).isEqualTo(3);
    assertThat(aligned.contentsCompared()).isFalse();
    List<Integer> told = new ArrayList<>();
    aligned.compareContents(Progress.NONE, told::add);
    assertThat(told).contains(row.index());
    assertThat(aligned.change(row.index())).isEqualTo(Change.CHANGED);
    assertThat(aligned.outcome()).isEqualTo(Outcome.DIFFERENT);
    assertThat(aligned.contentsCompared()).isTrue();
    try (Comparison below = aligned.open(row.index(), Progress.NONE)) {
      assertThat(below.sides()).extracting(Side::sizeBytes).containsExactly(11L, 14L);
    }
  }

  @Test
  void swappedItIsTheSameFromTheOtherSide() throws IOException {
    TableComparison aligned =
        RealignedComparison.of(trees, List.of(pair()), RealignedComparisonTest::files);
    TableComparison swapped = (TableComparison) aligned.swapped();
    Row row = Compared.row(swapped, "before.txt ↔ now.txt");
    assertThat(row.delta(1).amount()).isEqualTo(-3);
    assertThat(swapped.swapped()).isSameAs(aligned);
  }

  @Test
  void onlyWhatStandsAloneCanBeSetBesideSomething() throws IOException {
    int both = Compared.index(trees, "both.txt");
    Pair pair = pair();
    assertThat(RealignedComparison.canPair(trees, pair)).isTrue();
    assertThat(RealignedComparison.canPair(trees, new Pair(pair.other(), pair.first()))).isFalse();
    assertThat(RealignedComparison.canPair(trees, new Pair(both, pair.other()))).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                RealignedComparison.of(trees, List.of(pair, pair), RealignedComparisonTest::files));
  }

  @Test
  void whatCannotBeReadIsSaid() throws IOException {
    TableComparison aligned =
        RealignedComparison.of(
            trees,
            List.of(pair()),
            (first, other, progress) -> {
              throw FormatException.in("x", "row", "", FormatException.Reason.BAD_VALUE).build();
            });
    aligned.compareContents(Progress.NONE, row -> {});
    assertThat(Compared.row(aligned, "before.txt ↔ now.txt").change()).isEqualTo(Change.UNREADABLE);
    assertThat(aligned.problems()).hasSize(1);
  }
}
