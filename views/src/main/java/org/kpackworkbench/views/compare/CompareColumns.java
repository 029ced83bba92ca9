package org.kpackworkbench.views.compare;

import java.util.List;
import java.util.function.Predicate;
import org.kpackworkbench.model.diff.Cell;
import org.kpackworkbench.model.diff.Delta;
import org.kpackworkbench.model.diff.Row;
import org.kpackworkbench.views.rows.ColumnFilter;
import org.kpackworkbench.views.rows.RowColumn;

/** What rows of a comparison can be sorted and filtered by. */
final class CompareColumns {
  static final String FILTER_PROMPT = "name:gemm change:added size>1M delta>4K";

  static final RowColumn<Row> NAME = RowColumn.text("Name", CompareColumns::names);
  static final RowColumn<Row> KIND = RowColumn.text("Kind", Row::group);
  static final RowColumn<Row> DETAILS = RowColumn.text("Differs in", CompareWords::details);

  private static final List<RowColumn<Row>> FILTERED =
      List.of(
          NAME,
          KIND,
          RowColumn.text("Change", row -> ChangeLook.of(row.change()).word()),
          DETAILS,
          RowColumn.size("Size", CompareColumns::largest),
          RowColumn.size("Delta", CompareColumns::grown));

  private CompareColumns() {}

  /** What a row is called, in every way that somebody may look for. */
  private static String names(Row row) {
    String name = CompareWords.name(row);
    return name.equals(row.key()) ? name : name + " " + row.key();
  }

  /** The size of one side. */
  static RowColumn<Row> size(int side) {
    return RowColumn.size("Side", row -> row.cells().get(side).sizeBytes());
  }

  /**
   * The rows that a query leaves.
   *
   * @throws IllegalArgumentException where the query cannot be understood
   */
  static Predicate<Row> filter(String query) {
    return ColumnFilter.of(query, FILTERED);
  }

  private static long largest(Row row) {
    return row.cells().stream().mapToLong(Cell::sizeBytes).max().orElse(-1);
  }

  private static long grown(Row row) {
    Delta delta = row.delta(row.cells().size() - 1);
    return delta == null ? -1 : Math.abs(delta.amount());
  }
}
