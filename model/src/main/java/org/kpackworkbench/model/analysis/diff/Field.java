package org.kpackworkbench.model.analysis.diff;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One value of a row, on each side.
 *
 * @param name what it is
 * @param values the value on each side, as text; null where it does not state one
 * @param number whether the values are whole numbers from 0
 */
public record Field(String name, List<@Nullable String> values, boolean number) {
  public Field {
    values = Collections.unmodifiableList(new ArrayList<>(values));
  }

  /** Values that are text. */
  public Field(String name, List<@Nullable String> values) {
    this(name, values, false);
  }

  /** What became of it from the first side to another one. */
  public Change change(int side) {
    String first = values.getFirst();
    String other = values.get(side);
    if (Objects.equals(first, other)) {
      return Change.SAME;
    }
    return first == null ? Change.ADDED : other == null ? Change.REMOVED : Change.CHANGED;
  }

  /** What became of it on any side. */
  public Change change() {
    Change change = Change.SAME;
    for (int side = 1; side < values.size(); side++) {
      change = change.or(change(side));
    }
    return change;
  }

  /** How much a number grew from the first side to another one; null where it is none. */
  public @Nullable Delta delta(int side) {
    String first = values.getFirst();
    String other = values.get(side);
    return !number || first == null || other == null
        ? null
        : new Delta(Long.parseLong(first), Long.parseLong(other));
  }
}
