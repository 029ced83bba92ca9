package org.kpackworkbench.model.analysis.diff;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.analysis.diff.Row.Role;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;

/**
 * A comparison in which order is compared, too: what is the same but for its ordinal, offset or
 * address has {@link Change#MOVED}, and that is a difference. Shares everything with the original.
 */
public final class OrderedComparison extends WrappedComparison {
  private OrderedComparison(TableComparison original) {
    super(original);
  }

  /**
   * Compares order in a comparison and in all below it; bytes and manifests have no other order.
   */
  public static Comparison of(Comparison comparison) {
    return switch (comparison) {
      case OrderedComparison ordered -> ordered;
      case TableComparison table -> of(table);
      case ByteComparison bytes -> bytes;
    };
  }

  /** Compares order in a comparison of tables and in all below it. */
  public static TableComparison of(TableComparison comparison) {
    return comparison instanceof OrderedComparison || !comparison.hasOrder()
        ? comparison
        : new OrderedComparison(comparison);
  }

  /** The comparison without order. */
  public static Comparison withoutOrder(Comparison comparison) {
    return comparison instanceof OrderedComparison ordered ? ordered.original : comparison;
  }

  private boolean moved(int index) {
    for (int side = 1; side < sides().size(); side++) {
      if (original.moved(index, side)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Change change(int index) {
    Change change = original.change(index);
    return !change.isDifference() && moved(index) ? Change.MOVED : change;
  }

  @Override
  public Row row(int index) throws FormatException {
    Row row = original.row(index);
    List<Cell> cells = new ArrayList<>();
    for (int side = 0; side < row.cells().size(); side++) {
      Cell cell = row.cells().get(side);
      boolean moved = !cell.change().isDifference() && original.moved(index, side);
      cells.add(moved ? cell.with(Change.MOVED) : cell);
    }
    return new Row(
        index,
        row.group(),
        row.key(),
        change(index),
        cells,
        row.fields().stream()
            .map(field -> field.role() == Role.PLACE ? field.as(Role.VALUE) : field)
            .toList(),
        row.note(),
        row.opens());
  }

  @Override
  public Outcome outcome() {
    Outcome outcome = original.outcome();
    if (outcome == Outcome.IDENTICAL || outcome == Outcome.DIFFERENT) {
      return outcome;
    }
    for (int row = 0; row < rowCount(); row++) {
      if (change(row) == Change.MOVED) {
        return Outcome.DIFFERENT;
      }
    }
    return outcome;
  }

  @Override
  public @Nullable Comparison open(int index, Progress progress) throws IOException {
    Comparison below = original.open(index, progress);
    return below == null ? null : of(below);
  }
}
