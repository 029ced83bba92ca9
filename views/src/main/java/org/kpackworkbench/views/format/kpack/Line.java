package org.kpackworkbench.views.format.kpack;

import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.views.format.kpack.Grouping.GroupId;
import org.kpackworkbench.views.kit.rows.GroupedRows;

/** A line of an archive's table: a group of rows, or a row. Immutable. */
sealed interface Line extends GroupedRows.Line<GroupId> {

  /** A row of the archive's table of contents. */
  record Row(int row, int depth) implements Line {}

  /**
   * A group of rows.
   *
   * @param row a row of it, for its name
   * @param first the row of it that is the first one in the table of contents
   */
  record Group(GroupId key, int depth, int row, int first, Sums sums) implements Line {}

  /** Stored bytes; -1 where they are not known. */
  default long storedBytes(ArchiveRows rows) {
    return switch (this) {
      case Row row -> rows.storedSizeBytes(row.row());
      case Group group -> group.sums().storedBytes();
    };
  }

  /** Unpacked bytes; -1 where they are not known. */
  default long originalBytes(ArchiveRows rows) {
    return switch (this) {
      case Row row -> rows.originalSizeBytes(row.row());
      case Group group -> group.sums().unpackedBytes();
    };
  }

  /** Stored bytes for each original one; NaN where not known. */
  default double ratio(ArchiveRows rows) {
    return switch (this) {
      case Row row -> rows.ratio(row.row());
      case Group group -> group.sums().ratio();
    };
  }

  /** A rank by what is wrong: for a row by the reason, for a group by the number of problems. */
  default int problems(ArchiveRows rows) {
    return switch (this) {
      case Row(int row, _) when rows.problem(row) instanceof Reason reason -> reason.ordinal();
      case Row row -> -1;
      case Group group -> group.sums().problems();
    };
  }
}
