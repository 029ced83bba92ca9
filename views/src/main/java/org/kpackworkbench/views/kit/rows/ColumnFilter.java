package org.kpackworkbench.views.kit.rows;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.query.Query;
import org.kpackworkbench.model.base.query.QueryException;
import org.kpackworkbench.views.kit.table.FilterBox;

/**
 * Filters rows by what they say in their columns; each column is a field of the query, by its title
 * and by the names that it has besides.
 *
 * <p>{@code arch}, {@code name}, {@code size} and {@code index} are fields of every filter. Where
 * rows have no such thing, a condition on it is met by none of them.
 */
public final class ColumnFilter {
  /** The fields that every filter of rows has, in lower case. */
  public static final Set<String> EVERYWHERE = Set.of("arch", "name", "size", "index");

  private ColumnFilter() {}

  /**
   * The rows that a query leaves.
   *
   * @throws IllegalArgumentException if the query cannot be understood
   */
  public static <R> Predicate<R> of(String text, List<RowColumn<R>> columns) {
    Map<String, RowColumn<R>> fields = new HashMap<>();
    for (RowColumn<R> column : columns) {
      if (!column.field().isEmpty()) {
        fields.putIfAbsent(column.field(), column);
      }
    }
    for (RowColumn<R> column : columns) {
      column.alsoNamed().forEach(name -> fields.putIfAbsent(name, column));
    }
    Set<String> names = new TreeSet<>(EVERYWHERE);
    names.addAll(fields.keySet());
    try {
      Query query = Query.parse(text, names);
      return row -> query.matches(new Fields<>(row, fields));
    } catch (QueryException wrong) {
      throw new IllegalArgumentException(wrong.getMessage(), wrong);
    }
  }

  /**
   * The rows that what was typed leaves. Where it cannot be understood the field says so, and all
   * rows are left. UI thread only.
   */
  public static <R> Predicate<R> of(FilterBox typed, List<RowColumn<R>> columns) {
    try {
      Predicate<R> filter = of(typed.queryProperty().get(), columns);
      typed.problem("");
      return filter;
    } catch (IllegalArgumentException wrong) {
      typed.problem(Objects.requireNonNullElse(wrong.getMessage(), wrong.toString()));
      return row -> true;
    }
  }

  /** A row as the query sees it. */
  private record Fields<R>(R row, Map<String, RowColumn<R>> columns) implements Query.Row {
    @Override
    public @Nullable String text(String field) {
      RowColumn<R> column = columns.get(field);
      // Addresses are looked for by their digits, sizes and counts only by comparing them.
      if (column == null) {
        return null;
      }
      boolean words =
          column.number() == null
              || column.look() == RowColumn.Look.ADDRESS
              || (column.hasText() && Double.isNaN(number(field)));
      return words ? column.plain(row) : null;
    }

    @Override
    public double number(String field) {
      RowColumn<R> column = columns.get(field);
      ToLongFunction<? super R> numbers = column == null ? null : column.comparable();
      if (numbers == null) {
        return Double.NaN;
      }
      long value = numbers.applyAsLong(row);
      return value < 0 ? Double.NaN : value;
    }

    @Override
    public boolean isWords(String field) {
      RowColumn<R> column = columns.get(field);
      return column != null && column.isWords();
    }
  }
}
