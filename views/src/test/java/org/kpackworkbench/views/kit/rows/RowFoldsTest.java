package org.kpackworkbench.views.kit.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rows below rows, and one line for a run of quiet ones. */
class RowFoldsTest {
  private final List<String> told = new ArrayList<>();

  /** Rows are lines of text: {@code parent quiet name}. */
  private record Rows(List<String> lines) implements RowsSpec.Folding<String> {
    private String[] words(int index) {
      return lines.get(index).split(" ", -1);
    }

    @Override
    public int index(String row) {
      return row.startsWith("run ")
          ? -1 - Integer.parseInt(row.split(" ", -1)[1])
          : lines.indexOf(row);
    }

    @Override
    public int parent(int index) {
      return Integer.parseInt(words(index)[0]);
    }

    @Override
    public boolean quiet(int index) {
      return words(index)[1].equals("quiet");
    }

    @Override
    public boolean hidden(int index) {
      return words(index)[2].equals("hidden");
    }

    @Override
    public boolean alike(int index, int other) {
      return words(index)[2].charAt(0) == words(other)[2].charAt(0);
    }

    @Override
    public String run(int first, int rows) {
      return "run " + first + " of " + rows;
    }
  }

  private RowFolds<String> folds(Rows rows) {
    RowFolds<String> made = new RowFolds<>(rows);
    made.shownBy(
        new RowFolds.Shown() {
          @Override
          public void toggle(int position, int gone, int come) {
            told.add("%d: -%d +%d".formatted(position, gone, come));
          }

          @Override
          public void replace() {
            told.add("all");
          }
        });
    return made;
  }

  private static List<String> lines(RowFolds<String> folds, Rows rows) {
    List<String> lines = new ArrayList<>();
    for (int line : folds.lines()) {
      String row = line < 0 ? folds.rowOfRun(line) : rows.lines().get(line);
      lines.add(
          " ".repeat(folds.depth(row))
              + (line < 0 ? row : row.substring(row.lastIndexOf(' ') + 1)));
    }
    return lines;
  }

  private static int[] all(Rows rows) {
    return IntStream.range(0, rows.lines().size()).filter(row -> !rows.hidden(row)).toArray();
  }

  private static RowFolds.Sequence sequence(Rows rows, int... found) {
    return RowFolds.arrange(rows, found, rows.lines().size(), true);
  }

  @Test
  void runsOfQuietRowsAreOneLineThatOpens() {
    Rows rows =
        new Rows(
            List.of(
                "-1 loud a",
                "-1 quiet a1",
                "-1 quiet a2",
                "-1 quiet a3",
                "-1 quiet b1",
                "-1 quiet b2",
                "-1 loud c",
                "-1 quiet hidden"));
    RowFolds<String> folds = folds(rows);
    assertThat(folds.show(sequence(rows, all(rows)), rows)).isTrue();
    assertThat(lines(folds, rows)).containsExactly("a", "run 1 of 3", "b1", "b2", "c");
    assertThat(folds.matched()).isEqualTo(7);
    assertThat(folds.all()).as("without what is never shown").isEqualTo(7);
    assertThat(folds.open(1, true)).isTrue();
    assertThat(folds.open(1, true)).as("already open").isFalse();
    assertThat(lines(folds, rows))
        .containsExactly("a", "run 1 of 3", " a1", " a2", " a3", "b1", "b2", "c");
    assertThat(folds.parentOf(3)).isEqualTo(1);
    assertThat(folds.show(sequence(rows, all(rows)), rows)).as("nothing else is shown").isFalse();
    assertThat(folds.open(1, false)).isTrue();
    assertThat(told).containsExactly("1: -0 +3", "1: -3 +0");
    assertThat(folds.next(-1, 1, row -> !rows.quiet(row))).isZero();
    assertThat(folds.next(1, 1, row -> !rows.quiet(row))).isEqualTo(6);
    assertThat(folds.next(4, -1, row -> !rows.quiet(row))).isZero();
    assertThat(folds.next(0, 1, row -> row == 3)).as("in a closed run").isEqualTo(3);
    assertThat(folds.reveal(3)).isEqualTo(4);
    RowFolds.Sequence flat = RowFolds.arrange(rows, all(rows), rows.lines().size(), false);
    folds.show(flat, rows);
    assertThat(folds.lines()).containsExactly(0, 1, 2, 3, 4, 5, 6);
    assertThat(folds.grouped()).isFalse();
  }

  private static final Rows TREE =
      new Rows(
          List.of(
              "-1 quiet dir",
              "0 quiet dfile",
              "0 loud dother",
              "-1 quiet dsame",
              "3 quiet din1",
              "3 quiet din2",
              "-1 quiet dempty",
              "-1 quiet dlast",
              // What only the other side has comes behind everything else.
              "0 loud dnew"));

  @Test
  void rowsAreBelowTheirParentsAndQuietTreesAreClosed() {
    RowFolds<String> folds = folds(TREE);
    folds.show(sequence(TREE, all(TREE)), TREE);
    assertThat(lines(folds, TREE))
        .as("a run counts all that is in it")
        .containsExactly("dir", " dfile", " dother", " dnew", "run 3 of 5");
    assertThat(folds.isGroup(TREE.lines().getFirst())).isTrue();
    assertThat(folds.isOpen(TREE.lines().getFirst())).isTrue();
    assertThat(folds.open(0, false)).isTrue();
    assertThat(lines(folds, TREE)).containsExactly("dir", "run 3 of 5");
    assertThat(folds.next(0, 1, row -> !TREE.quiet(row))).as("in a closed folder").isEqualTo(2);
    assertThat(folds.reveal(5)).as("a folder in a run").isEqualTo(4);
    assertThat(lines(folds, TREE))
        .containsExactly("dir", "run 3 of 5", " dsame", "  din1", "  din2", " dempty", " dlast");
    folds.openSubtree(0);
    assertThat(lines(folds, TREE)).startsWith("dir", " dfile", " dother", " dnew", "run 3 of 5");
    assertThat(folds.openAll(4)).isEqualTo(4);
  }

  @Test
  void theFoldersOfWhatAFilterLeavesAreThereAndRowsKeepTheirOrder() {
    RowFolds<String> folds = folds(TREE);
    folds.show(sequence(TREE, 8, 2), TREE);
    assertThat(lines(folds, TREE)).containsExactly("dir", " dnew", " dother");
    assertThat(folds.matched()).isEqualTo(2);
    assertThat(folds.all()).isEqualTo(9);
    assertThat(folds.reveal(5)).as("the filter hides it").isEqualTo(-1);
    folds.show(sequence(TREE), TREE);
    assertThat(folds.lines()).isEmpty();
  }

  @Test
  void aHundredThousandRowsAreAFewLines() {
    List<String> many = new ArrayList<>();
    for (int row = 0; row < 100_000; row++) {
      many.add("-1 " + (row % 10_000 == 5_000 ? "loud" : "quiet") + " r" + row);
    }
    Rows rows = new Rows(many);
    RowFolds<String> folds = folds(rows);
    folds.show(sequence(rows, all(rows)), rows);
    assertThat(folds.lines()).hasSize(21);
    assertThat(folds.open(2, true)).isTrue();
    assertThat(told).containsExactly("2: -0 +9999");
    assertThat(folds.lines()).hasSize(21 + 9_999);
  }
}
