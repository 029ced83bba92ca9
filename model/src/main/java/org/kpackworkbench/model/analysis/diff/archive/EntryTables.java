package org.kpackworkbench.model.analysis.diff.archive;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.SameBytes;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.TableField;

/** Compares what tables of contents say of rows. */
final class EntryTables {
  private static final String ORDINAL = "ordinal";
  private static final String METADATA = "metadata";

  private EntryTables() {}

  /**
   * What became of a row, as far as the tables tell: {@code SAME}, {@code MOVED} where only the
   * ordinal differs, {@code CHANGED}, or {@code UNREADABLE} where a row is spoiled.
   */
  static Change compare(KpackArchive one, int row, KpackArchive other, int otherRow)
      throws FormatException {
    if (one.problem(row) != null || other.problem(otherRow) != null) {
      return Change.UNREADABLE;
    }
    Change moved = one.ordinal(row) == other.ordinal(otherRow) ? Change.SAME : Change.MOVED;
    if (sameBytes(one, one.rowRange(row), other, other.rowRange(otherRow))) {
      return moved;
    }
    List<TableField> fields = one.fields(row);
    List<TableField> others = other.fields(otherRow);
    if (sameInOrder(one, fields, other, others)) {
      return moved;
    }
    return sameInAnyOrder(one, row, fields, other, otherRow, others) ? moved : Change.CHANGED;
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
        && SameBytes.mismatch(
                one.view().slice(range.start(), range.length()),
                other.view().slice(with.start(), with.length()),
                Progress.NONE)
            < 0;
  }
}
