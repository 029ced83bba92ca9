package org.kpackworkbench.model.analysis.diff.archive;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.KpackArchive.TableField;

/** The changes of aligned rows, for every side but the first. Safe for use by many threads. */
final class EntryChanges {
  private final State[][] states;

  /**
   * A row on a side.
   *
   * @param pending whether comparing bytes may still change it
   * @param moved whether it has another ordinal than on the first side
   */
  private record State(Change change, boolean pending, boolean moved) {}

  private EntryChanges(int sides, int rowCount) {
    states = new State[sides][rowCount];
  }

  /** The changes known from tables of contents. */
  static EntryChanges ofTables(List<KpackArchive> archives, int[][] rows, Progress progress)
      throws FormatException {
    int count = rows[0].length;
    EntryChanges changes = new EntryChanges(rows.length, count);
    for (int side = 1; side < rows.length; side++) {
      for (int at = 0; at < count; at++) {
        changes.states[side][at] = state(archives, side, rows[0][at], rows[side][at]);
        if ((at & 0xfff) == 0) {
          progress.step(0);
        }
      }
    }
    return changes;
  }

  private static State state(List<KpackArchive> archives, int side, int row, int other)
      throws FormatException {
    if (row < 0 || other < 0) {
      boolean known = archives.get(row < 0 ? 0 : side).complete();
      Change change =
          row == other
              ? Change.SAME
              : !known ? Change.UNREADABLE : row < 0 ? Change.ADDED : Change.REMOVED;
      return new State(change, false, false);
    }
    Change change = EntryTables.compare(archives.getFirst(), row, archives.get(side), other);
    boolean readable =
        archives.getFirst().refusal() == null && archives.get(side).refusal() == null;
    if (!readable && change == Change.SAME) {
      return new State(Change.UNREADABLE, false, false);
    }
    boolean moved = !archives.getFirst().ordinal(row).equals(archives.get(side).ordinal(other));
    return new State(change, readable && change == Change.SAME, moved);
  }

  int rowCount() {
    return states[0].length;
  }

  /** The change of a row on any side. */
  synchronized Change of(int at) {
    Change change = Change.SAME;
    for (int side = 1; side < states.length; side++) {
      change = change.or(shown(at, side));
    }
    return change;
  }

  /** The change of a row on one side, as known from tables or bytes. */
  synchronized Change of(int at, int side) {
    return states[side][at].change();
  }

  /** Returns the change of a row on one side, marked where bytes are yet to be compared. */
  synchronized Change shown(int at, int side) {
    Change change = of(at, side);
    return isPending(at, side) ? change.or(Change.NOT_COMPARED) : change;
  }

  synchronized boolean isPending(int at, int side) {
    return states[side][at].pending();
  }

  synchronized boolean isPending(int at) {
    for (int side = 1; side < states.length; side++) {
      if (isPending(at, side)) {
        return true;
      }
    }
    return false;
  }

  synchronized void set(int at, int side, Change change) {
    states[side][at] = new State(change, false, states[side][at].moved());
  }

  /** Whether a row has another ordinal on a side than on the first. */
  synchronized boolean moved(int at, int side) {
    return states[side][at].moved();
  }

  /** All bytes are the same, whatever rows state. */
  synchronized void allSame() {
    for (int side = 1; side < states.length; side++) {
      for (int at = 0; at < rowCount(); at++) {
        set(at, side, of(at, side));
      }
    }
  }

  /** Compares what tables of contents say of rows. */
  static final class EntryTables {
    private static final String ORDINAL = "ordinal";
    private static final String METADATA = "metadata";

    private EntryTables() {}

    /**
     * The change of a row, as known from the tables, independent of its ordinal: {@code SAME},
     * {@code CHANGED}, or {@code UNREADABLE} where a row is spoiled.
     */
    static Change compare(KpackArchive one, int row, KpackArchive other, int otherRow)
        throws FormatException {
      if (one.problem(row).isPresent() || other.problem(otherRow).isPresent()) {
        return Change.UNREADABLE;
      }
      if (sameBytes(one, one.rowRange(row), other, other.rowRange(otherRow))) {
        return Change.SAME;
      }
      List<TableField> fields = fields(one, row);
      List<TableField> others = fields(other, otherRow);
      if (sameInOrder(one, fields, other, others)) {
        return Change.SAME;
      }
      return sameInAnyOrder(one, row, fields, other, otherRow, others)
          ? Change.SAME
          : Change.CHANGED;
    }

    /** Returns the fields of a row that do not say where its code object is stored. */
    private static List<TableField> fields(KpackArchive archive, int row) throws FormatException {
      return archive.fields(row).stream()
          .filter(field -> !archive.scheme().isPlace(field.name()))
          .toList();
    }

    private static boolean sameInOrder(
        KpackArchive one, List<TableField> fields, KpackArchive other, List<TableField> others)
        throws FormatException {
      if (fields.size() != others.size()) {
        return false;
      }
      for (int i = 0; i < fields.size(); i++) {
        TableField field = fields.get(i);
        TableField counterpart = others.get(i);
        if (!field.name().equals(counterpart.name())
            || (!field.name().equals(ORDINAL)
                && !sameBytes(one, field.value(), other, counterpart.value()))) {
          return false;
        }
      }
      return true;
    }

    /** Maps have no order, and empty metadata says as much as none. */
    private static boolean sameInAnyOrder(
        KpackArchive one,
        int row,
        List<TableField> fields,
        KpackArchive other,
        int otherRow,
        List<TableField> others)
        throws FormatException {
      Map<String, TableField> byName = new HashMap<>();
      others.forEach(field -> byName.put(field.name(), field));
      byName.remove(ORDINAL);
      byName.remove(METADATA);
      for (TableField field : fields) {
        if (field.name().equals(ORDINAL) || field.name().equals(METADATA)) {
          continue;
        }
        TableField counterpart = byName.remove(field.name());
        if (counterpart == null || !sameBytes(one, field.value(), other, counterpart.value())) {
          return false;
        }
      }
      return byName.isEmpty() && one.metadata(row).equals(other.metadata(otherRow));
    }

    static boolean sameBytes(KpackArchive one, ByteRange range, KpackArchive other, ByteRange with)
        throws FormatException {
      return range.length() == with.length()
          && one.view()
              .slice(range.start(), range.length())
              .mismatch(other.view().slice(with.start(), with.length()), Progress.NONE)
              .isEmpty();
    }
  }
}
