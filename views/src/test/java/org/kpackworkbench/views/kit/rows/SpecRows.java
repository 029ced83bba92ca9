package org.kpackworkbench.views.kit.rows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a table says, for tests: each row as its columns' texts by title. */
public final class SpecRows {
  private SpecRows() {}

  /** All rows. */
  public static <R> List<Map<String, String>> of(RowsSpec<R> spec) throws IOException {
    RowSource<R> rows = spec.load();
    List<Map<String, String>> all = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      all.add(texts(spec, rows.row(i)));
    }
    return all;
  }

  /** The rows that a query leaves. */
  public static <R> List<Map<String, String>> filtered(RowsSpec<R> spec, String query)
      throws IOException {
    RowSource<R> rows = spec.load();
    List<Map<String, String>> left = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      if (spec.filter(query).test(rows.row(i))) {
        left.add(texts(spec, rows.row(i)));
      }
    }
    return left;
  }

  /** What is wrong with each row, in order; empty if nothing is. */
  public static <R> List<String> problems(RowsSpec<R> spec) throws IOException {
    RowSource<R> rows = spec.load();
    List<String> problems = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      problems.add(spec.mark(rows.row(i)).problem());
    }
    return problems;
  }

  private static <R> Map<String, String> texts(RowsSpec<R> spec, R row) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (RowColumn<R> column : spec.columns()) {
      texts.put(column.title(), column.plain(row));
    }
    return texts;
  }
}
