package org.kpackworkbench.model.analysis.diff;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.analysis.diff.Row.Field;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;

/** A comparison of two sides, seen from the other one; what is known of one is known of both. */
public final class SwappedComparison extends WrappedComparison {
  private SwappedComparison(TableComparison original) {
    super(original);
  }

  /**
   * Swaps the sides.
   *
   * @throws IllegalStateException for more than two: the others are compared with the first only
   */
  public static Comparison of(TableComparison comparison) {
    if (comparison.sides().size() != 2) {
      throw new IllegalStateException("only two sides can be swapped");
    }
    return new SwappedComparison(comparison);
  }

  @Override
  public List<Side> sides() {
    return original.sides().reversed();
  }

  @Override
  public List<Side.Problem> problems() {
    return original.problems().stream()
        .map(problem -> new Side.Problem(1 - problem.side(), problem.failure()))
        .toList();
  }

  @Override
  public Row row(int index) throws FormatException {
    Row row = original.row(index);
    Cell first = row.cells().getFirst();
    Cell last = row.cells().getLast();
    return new Row(
        index,
        row.group(),
        row.key(),
        row.change().reversed(),
        List.of(last.with(Change.SAME), first.with(last.change().reversed())),
        row.fields().stream()
            .map(
                field ->
                    new Field(
                        field.name(), field.values().reversed(), field.role(), field.number()))
            .toList(),
        row.note(),
        row.opens());
  }

  @Override
  public Change change(int index) {
    return original.change(index).reversed();
  }

  @Override
  public long deltaBytes(int index) {
    return -original.deltaBytes(index);
  }

  @Override
  public boolean moved(int index, int side) {
    return side > 0 && original.moved(index, 1);
  }

  @Override
  public List<Difference> contentDifferences(int index, int side, Progress progress)
      throws IOException {
    return original.contentDifferences(index, side, progress).stream()
        .map(Difference::swapped)
        .toList();
  }

  @Override
  public @Nullable Comparison open(int index, Progress progress) throws IOException {
    Comparison below = original.open(index, progress);
    return below == null ? null : below.swapped();
  }

  @Override
  public Comparison swapped() {
    return original;
  }
}
