package org.kpackworkbench.model.operation.edit;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rows of an edited archive at one moment, by position. What the original says of them is kept
 * in arrays once for all moments, so that a moment costs the order and what edits have touched.
 * Each row is made when somebody looks at it. Never changes; safe for use by many threads.
 */
public final class EditedRows {
  private final RowColumns columns;
  private final int[] order;
  private final Map<Integer, Slot> overlay;
  private final BitSet touched = new BitSet();
  private final Map<Integer, Slot> saved;
  private final BitSet savedTouched;
  private final Map<Integer, Integer> nth;

  /**
   * @param order numbers of the rows; not changed by anybody any more
   * @param overlay what edits have laid over the original
   * @param saved what had been laid over it when it was saved last
   * @param ambiguous whether rows of the original have the same name
   */
  EditedRows(
      RowColumns columns,
      int[] order,
      Map<Integer, Slot> overlay,
      Map<Integer, Slot> saved,
      boolean ambiguous) {
    this.columns = columns;
    this.order = order;
    this.overlay = overlay;
    overlay.keySet().forEach(touched::set);
    this.saved = saved;
    this.savedTouched = new BitSet();
    saved.keySet().forEach(savedTouched::set);
    this.nth = ambiguous ? numbered() : Map.of();
  }

  /** Which of several rows of one name each is that is not the first. */
  private Map<Integer, Integer> numbered() {
    Map<Slot.Name, Integer> seen = new HashMap<>();
    Map<Integer, Integer> numbers = new HashMap<>();
    int[] ids = order.clone();
    java.util.Arrays.sort(ids);
    for (int id : ids) {
      int before = seen.merge(name(id), 1, Integer::sum) - 1;
      if (before > 0) {
        numbers.put(id, before);
      }
    }
    return numbers;
  }

  /** Number of rows. */
  public int count() {
    return order.length;
  }

  /** The number that a row at a position has for good, whatever edits do. */
  public int id(int position) {
    return order[Objects.checkIndex(position, order.length)];
  }

  /** A row, by its position, from 0. */
  public EditedRow row(int position) {
    int id = id(position);
    Slot.Name name = name(id);
    return new EditedRow(
        id,
        new RowRef(name.key(), name.target(), nth.getOrDefault(id, 0)),
        edited(id) instanceof Slot.Row row ? row.type() : columns.type(id),
        edited(id) instanceof Slot.Row row ? row.sizeBytes() : columns.sizeBytes(id),
        id < columns.count() ? id : -1,
        change(id));
  }

  private @Nullable Slot edited(int id) {
    return touched.get(id) ? overlay.get(id) : null;
  }

  private Slot.Name name(int id) {
    return edited(id) instanceof Slot.Row row
        ? row.name()
        : new Slot.Name(columns.key(id), columns.target(id));
  }

  private EditedRow.Change change(int id) {
    if (!touched.get(id) && !savedTouched.get(id)) {
      return EditedRow.Change.NONE;
    }
    Slot before = saved.get(id);
    boolean wasThere = before instanceof Slot.Row || (before == null && id < columns.count());
    if (!wasThere) {
      return EditedRow.Change.ADDED;
    }
    return Objects.equals(before, overlay.get(id))
        ? EditedRow.Change.NONE
        : EditedRow.Change.CHANGED;
  }
}
