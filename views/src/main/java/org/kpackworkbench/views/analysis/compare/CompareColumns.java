package org.kpackworkbench.views.analysis.compare;

import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.kpackworkbench.model.analysis.diff.Cell;
import org.kpackworkbench.model.analysis.diff.Delta;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.views.kit.rows.ColumnFilter;
import org.kpackworkbench.views.kit.rows.RowColumn;

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
          RowColumn.size("Delta", CompareColumns::grown),
          RowColumn.text("Arch", CompareColumns::targets),
          RowColumn.count("Index", CompareColumns::index));

  private static final Pattern TARGET =
      Pattern.compile("gfx[0-9a-f]+(?:-[a-z0-9-]+)?(?::\\w+[+-])*");
  private static final Pattern INDEX = Pattern.compile("#([0-9]{1,18})");

  private CompareColumns() {}

  /** What a row is called, in every way that somebody may look for. */
  private static String names(Row row) {
    String name = CompareWords.name(row);
    return name.equals(row.key()) ? name : name + " " + row.key();
  }

  /** The targets that a row's key and place name. */
  private static String targets(Row row) {
    return Stream.concat(
            TARGET.matcher(row.key()).results().map(MatchResult::group),
            row.fields().stream()
                .filter(field -> field.name().equals("target"))
                .flatMap(field -> field.values().stream())
                .filter(Objects::nonNull))
        .distinct()
        .collect(Collectors.joining(" "));
  }

  /** The wrapper's index in a row's key; -1 where there is none. */
  private static long index(Row row) {
    Matcher found = INDEX.matcher(row.key());
    return found.find() ? Long.parseLong(found.group(1)) : -1;
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
