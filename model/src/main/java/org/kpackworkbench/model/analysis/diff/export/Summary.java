package org.kpackworkbench.model.analysis.diff.export;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.kpackworkbench.model.analysis.diff.ByteComparison;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Outcome;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.TableComparison;

/**
 * A comparison in a few words.
 *
 * @param title what is compared
 * @param outcome what came of it, in words
 * @param counts how many rows there are of each change
 */
record Summary(String title, String outcome, Map<Change, Integer> counts) {

  static Summary of(Comparison comparison) {
    Map<Change, Integer> counts = new EnumMap<>(Change.class);
    switch (comparison) {
      case TableComparison table -> {
        for (int row = 0; row < table.rowCount(); row++) {
          // One thing under two names is one difference.
          int counterpart = table.counterpart(row);
          if (counterpart < 0 || counterpart > row) {
            counts.merge(table.change(row), 1, Integer::sum);
          }
        }
      }
      case ByteComparison bytes -> {}
    }
    return new Summary(
        comparison.sides().stream().map(Side::label).collect(Collectors.joining(" → ")),
        words(comparison),
        counts);
  }

  private static String words(Comparison comparison) {
    Outcome outcome = comparison.outcome();
    return comparison.contentsCompared() || outcome == Outcome.NOT_COMPARED
        ? outcome.words()
        : outcome.words() + ", " + Outcome.NOT_COMPARED.words();
  }

  /** How many rows differ. */
  int differences() {
    return counts.entrySet().stream()
        .filter(count -> count.getKey().isDifference())
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  int rows() {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** E.g. {@code different: 3 of 120 rows differ: 1 added, 2 changed}. */
  String words() {
    List<String> parts =
        counts.entrySet().stream()
            .filter(count -> count.getKey() != Change.SAME)
            .map(count -> count.getValue() + " " + count.getKey().words())
            .toList();
    String rows = "%d of %d rows differ".formatted(differences(), rows());
    return rows() == 0
        ? outcome
        : outcome + ": " + rows + (parts.isEmpty() ? "" : " (" + String.join(", ", parts) + ")");
  }
}
