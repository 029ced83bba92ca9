package org.kpackworkbench.views.rows;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** Rows that hold all words of a query in some column, whatever their case. */
final class WordFilter {
  private WordFilter() {}

  static <R> Predicate<R> of(String query, List<RowColumn<R>> columns) {
    List<String> words =
        List.of(query.toLowerCase(Locale.ROOT).strip().split("\\s+")).stream()
            .filter(word -> !word.isEmpty())
            .toList();
    return row -> words.stream().allMatch(word -> holds(row, word, columns));
  }

  private static <R> boolean holds(R row, String word, List<RowColumn<R>> columns) {
    for (RowColumn<R> column : columns) {
      if (column.plain(row).toLowerCase(Locale.ROOT).contains(word)) {
        return true;
      }
    }
    return false;
  }
}
