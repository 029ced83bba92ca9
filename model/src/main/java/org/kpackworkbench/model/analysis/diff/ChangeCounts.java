package org.kpackworkbench.model.analysis.diff;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.text.CountText;

/**
 * How many rows of a comparison there are of each change. One thing under two names is one row.
 * What could not be compared is no difference that is known. Immutable.
 *
 * @param of how many of each; what there is none of is left out
 */
public record ChangeCounts(Map<Change, Integer> of) {
  /** Of no rows. */
  public static final ChangeCounts NONE = new ChangeCounts(Map.of());

  public ChangeCounts {
    of = Collections.unmodifiableMap(of.isEmpty() ? Map.of() : new EnumMap<>(of));
  }

  /** Counts what is known by now. */
  public static ChangeCounts of(TableComparison comparison) {
    Map<Change, Integer> counts = new EnumMap<>(Change.class);
    for (int row = 0; row < comparison.rowCount(); row++) {
      if (!comparison.isSecondName(row)) {
        counts.merge(comparison.change(row), 1, Integer::sum);
      }
    }
    return new ChangeCounts(counts);
  }

  /** How many there are of a change. */
  public int count(Change change) {
    return of.getOrDefault(change, 0);
  }

  /** How many rows there are. */
  public int rows() {
    return of.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** How many are known to differ. */
  public int differences() {
    return of.entrySet().stream()
        .filter(count -> count.getKey().isDifference() && count.getKey() != Change.UNREADABLE)
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  /** E.g. {@code 3 of 120 rows differ}, and how many cannot be compared. */
  public String words() {
    return number(differences()) + " of " + number(rows()) + " rows differ" + unreadable();
  }

  /**
   * Returns the words with the kinds of changes, e.g. {@code 3 of 120 rows differ (1 added, 2
   * changed)}.
   */
  public String inFull() {
    List<String> parts = new ArrayList<>();
    of.forEach(
        (change, count) -> {
          if (change != Change.SAME && change != Change.UNREADABLE) {
            parts.add(number(count) + " " + change.words());
          }
        });
    return "%s of %s rows differ%s%s"
        .formatted(
            number(differences()),
            number(rows()),
            parts.isEmpty() ? "" : " (" + String.join(", ", parts) + ")",
            unreadable());
  }

  private String unreadable() {
    int count = count(Change.UNREADABLE);
    return count == 0 ? "" : ", " + number(count) + " cannot be compared";
  }

  private static String number(int count) {
    return CountText.grouped(count);
  }
}
