package org.kpackworkbench.model.analysis.diff;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;

/**
 * What one side has of a row.
 *
 * @param present whether it has it
 * @param change what became of it from the first side to this one
 * @param sizeBytes its size; -1 where it has none or that is not known
 * @param place where it is; null where nothing is, or nothing that can be gone to
 * @param problem what is wrong with it; null where nothing is
 */
public record Cell(
    boolean present,
    Change change,
    long sizeBytes,
    @Nullable Place place,
    @Nullable FormatException problem) {

  /** The same with another change. */
  Cell with(Change change) {
    return new Cell(present, change, sizeBytes, place, problem);
  }
}
