package org.kpackworkbench.views.format.kpack;

/** A line of the table: a group, or a row of the archive. */
sealed interface Line {

  /** How deep it stands in the tree; 0 at the top and in the flat list. */
  int depth();

  /** A row of the archive's table of contents. */
  record Row(int row, int depth) implements Line {}

  /**
   * A group of rows.
   *
   * @param number its number in the arrangement
   * @param firstRow a row of it, for its name
   * @param open whether the lines below it are shown
   */
  record Group(GroupId id, int number, int depth, int firstRow, boolean open, Sums sums)
      implements Line {}
}
