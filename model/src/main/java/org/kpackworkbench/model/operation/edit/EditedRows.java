package org.kpackworkbench.model.operation.edit;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.RowRef;

/**
 * The rows of an edited archive at one moment, by position. What the original says of them is kept
 * in arrays once for all moments, so that a moment costs the order and what edits have touched.
 * Each row is made on demand. Never changes; safe for use by many threads.
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

  /** The permanent number of a row at a position, whatever edits do. */
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

  /**
   * Columns of an archive's table about its rows, in arrays; texts that are alike are kept once.
   */
  static final class RowColumns {
    private final String[] keys;
    private final String[] targets;
    private final String[] types;
    private final long[] sizes;

    RowColumns(KpackArchive archive) throws FormatException {
      int count = archive.entryCount();
      keys = new String[count];
      targets = new String[count];
      types = new String[count];
      sizes = new long[count];
      Map<String, String> known = new HashMap<>();
      for (int row = 0; row < count; row++) {
        ArchiveEntry entry = archive.entry(row);
        boolean sameKey = row > 0 && archive.keyNumber(row) == archive.keyNumber(row - 1);
        keys[row] = sameKey ? keys[row - 1] : entry.key().text();
        targets[row] = one(known, entry.targetText());
        types[row] = one(known, entry.type());
        sizes[row] = entry.originalSizeBytes();
      }
    }

    private static String one(Map<String, String> known, String text) {
      return known.computeIfAbsent(text, same -> same);
    }

    int count() {
      return keys.length;
    }

    String key(int row) {
      return keys[row];
    }

    String target(int row) {
      return targets[row];
    }

    String type(int row) {
      return types[row];
    }

    long sizeBytes(int row) {
      return sizes[row];
    }
  }
}
