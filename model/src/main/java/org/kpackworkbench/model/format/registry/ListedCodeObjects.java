package org.kpackworkbench.model.format.registry;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import org.kpackworkbench.model.base.place.Place;

/**
 * Code objects as a list that is there: what formats need to add is how one is loaded. Immutable;
 * safe for use by many threads.
 *
 * @param <R> a code object, and how its bytes are found
 */
public abstract class ListedCodeObjects<R> implements CodeObjects {
  private final List<R> rows;
  private final IntFunction<CodeObjectRow> shown;
  private final Map<Place.CodeObject, Integer> byPlace = new HashMap<>();

  /**
   * These, in their order; of several at one place the first is found there.
   *
   * @param shown what is shown of a row, by its number
   */
  protected ListedCodeObjects(List<R> rows, IntFunction<CodeObjectRow> shown) {
    this.rows = List.copyOf(rows);
    this.shown = shown;
    for (int row = 0; row < rows.size(); row++) {
      byPlace.putIfAbsent(shown.apply(row).place(), row);
    }
  }

  /** Returns the item that a row is made from. */
  protected final R listed(int row) {
    return rows.get(row);
  }

  @Override
  public final int size() {
    return rows.size();
  }

  @Override
  public final CodeObjectRow row(int row) {
    return shown.apply(row);
  }

  @Override
  public final OptionalInt rowOf(Place.CodeObject place) {
    Integer row = byPlace.get(place);
    return row == null ? OptionalInt.empty() : OptionalInt.of(row);
  }
}
