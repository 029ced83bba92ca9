package org.kpackworkbench.views.format.kpack;

import org.kpackworkbench.views.format.kpack.Grouping.GroupId;
import org.kpackworkbench.views.kit.rows.GroupLines;

/** A line of an archive's table: a group of rows, or a row. Immutable. */
sealed interface Line extends GroupLines.Line {

  /** A row of the archive's table of contents. */
  record Row(int row, int depth) implements Line {
    @Override
    public boolean isGroup() {
      return false;
    }

    @Override
    public boolean open() {
      return false;
    }
  }

  /**
   * A group of rows.
   *
   * @param number its number in the arrangement
   * @param firstRow a row of it, for its name
   * @param open whether the lines below it are shown
   */
  record Group(GroupId id, int number, int depth, int firstRow, boolean open, Sums sums)
      implements Line {
    @Override
    public boolean isGroup() {
      return true;
    }
  }
}
