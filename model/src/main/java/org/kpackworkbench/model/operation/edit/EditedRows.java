package org.kpackworkbench.model.operation.edit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.RowRef;

/**
 * The rows of an edited archive at one moment, by position. What the original says of them is kept
 * in arrays once for all moments, so that a moment costs the order and what edits have touched.
 * Each row is made on demand. Never changes; safe for use by many threads.
 */
public final class EditedRows {
  private final List<Slot.Row> original;
  private final int[] order;
  private final Map<Integer, Slot> overlay;
  private final Map<Integer, Slot> saved;
  private final Map<Integer, Integer> nth;

  /**
   * @param order numbers of the rows; not changed by anybody any more
   * @param overlay what edits have laid over the original
   * @param saved what had been laid over it when it was saved last
   * @param ambiguous whether rows of the original have the same name
   */
  EditedRows(
      List<Slot.Row> original,
      int[] order,
      Map<Integer, Slot> overlay,
      Map<Integer, Slot> saved,
      boolean ambiguous) {
    this.original = original;
    this.order = order;
    this.overlay = overlay;
    this.saved = saved;
    this.nth = ambiguous ? numbered() : Map.of();
  }

  /** Which of several rows of one name each is that is not the first. */
  private Map<Integer, Integer> numbered() {
    Map<Slot.Name, Integer> seen = new HashMap<>();
    Map<Integer, Integer> numbers = new HashMap<>();
    int[] ids = order.clone();
    java.util.Arrays.sort(ids);
    for (int id : ids) {
      int before = seen.merge(shown(id).name(), 1, Integer::sum) - 1;
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

  /** The permanent number of a row at a position, whatever edits do. */
  public int id(int position) {
    return order[Objects.checkIndex(position, order.length)];
  }

  /** A row, by its position, from 0. */
  public EditedRow row(int position) {
    int id = id(position);
    Slot.Row shown = shown(id);
    return new EditedRow(
        id,
        new RowRef(shown.key(), shown.target(), nth.getOrDefault(id, 0)),
        shown.type(),
        shown.sizeBytes(),
        id < original.size() ? id : -1,
        change(id));
  }

  private Slot.Row shown(int id) {
    return overlay.get(id) instanceof Slot.Row row ? row : original.get(id);
  }

  private EditedRow.Change change(int id) {
    Slot before = saved.get(id);
    boolean wasThere = before instanceof Slot.Row || (before == null && id < original.size());
    return !wasThere
        ? EditedRow.Change.ADDED
        : Objects.equals(before, overlay.get(id))
            ? EditedRow.Change.NONE
            : EditedRow.Change.CHANGED;
  }

  /**
   * A row of an edited archive, as it is shown. Made on demand; holds no resources.
   *
   * @param id its permanent number, whatever edits do to it or before it
   * @param ref what names it in edits
   * @param type {@code hsaco} or {@code co}
   * @param originalSizeBytes size of the code object; -1 if a broken row states none
   * @param originalRow its number in the original; -1 for one that was added
   * @param change what edits have done to it since it was opened or saved
   */
  public record EditedRow(
      int id, RowRef ref, String type, long originalSizeBytes, int originalRow, Change change) {

    /** Changes of a row by edits. */
    public enum Change {
      NONE,
      /** Its name, metadata or code object are others. */
      CHANGED,
      ADDED
    }

    /** The binary's key, taken apart. */
    public BinaryKey key() {
      return BinaryKey.parse(ref.key());
    }
  }
}
