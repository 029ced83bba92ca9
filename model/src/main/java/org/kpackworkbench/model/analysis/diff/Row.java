package org.kpackworkbench.model.analysis.diff;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of a comparison. Made when it is asked for; holds on to nothing.
 *
 * @param index its number, from 0
 * @param group what kind of thing it is, e.g. {@code kernel}
 * @param key its name, unique in its group
 * @param change what became of it
 * @param cells what each side has
 * @param fields its values on each side
 * @param note what is to be said about it in words; empty where nothing is
 * @param opens whether a comparison lies below it
 */
public record Row(
    int index,
    String group,
    String key,
    Change change,
    List<Cell> cells,
    List<Field> fields,
    String note,
    boolean opens) {
  public Row {
    cells = List.copyOf(cells);
    fields = List.copyOf(fields);
  }

  /** The values that are not the same on all sides. */
  public List<Field> changedFields() {
    return fields.stream().filter(field -> field.change() != Change.SAME).toList();
  }

  /**
   * How much it grew from the first side to another one; what is not there counts as nothing. Null
   * where a size is not known.
   */
  public @Nullable Delta delta(int side) {
    Cell first = cells.getFirst();
    Cell other = cells.get(side);
    boolean known =
        (!first.present() || first.sizeBytes() >= 0)
            && (!other.present() || other.sizeBytes() >= 0);
    return known && (first.present() || other.present())
        ? new Delta(Math.max(0, first.sizeBytes()), Math.max(0, other.sizeBytes()))
        : null;
  }
}
