package org.kpackworkbench.views.archive;

import java.util.List;

/**
 * Rows in the order in which they are shown, flat or in two levels of groups. Immutable.
 *
 * <p>The rows of a group are neighbours in {@link #rows}, the inner groups of an outer one are
 * neighbours, too: a group is a range.
 */
final class Arrangement {
  private final ArchiveRows source;
  private final Grouping grouping;
  private final int[] rows;
  private final int[] outerFirstInner;
  private final int[] innerStart;
  private final Sums.Many outerSums;
  private final Sums.Many innerSums;
  private final Sums total;

  /**
   * @param rows numbers of rows
   * @param outerFirstInner by outer group its first inner one; one more at the end
   * @param innerStart by inner group where its rows start; one more at the end
   */
  Arrangement(
      ArchiveRows source,
      Grouping grouping,
      int[] rows,
      int[] outerFirstInner,
      int[] innerStart,
      Sums.Many outerSums,
      Sums.Many innerSums,
      Sums total) {
    this.source = source;
    this.grouping = grouping;
    this.rows = rows;
    this.outerFirstInner = outerFirstInner;
    this.innerStart = innerStart;
    this.outerSums = outerSums;
    this.innerSums = innerSums;
    this.total = total;
  }

  /** Arranges some rows. Takes time for many: background threads. */
  static Arrangement of(ArchiveRows source, int[] some, Grouping grouping, List<SortKey> sortedBy) {
    return new Arranger(source, some, grouping, List.copyOf(sortedBy)).arrange();
  }

  /** Where the rows come from. */
  ArchiveRows source() {
    return source;
  }

  Grouping grouping() {
    return grouping;
  }

  /** How many rows there are, groups not counted. */
  int size() {
    return rows.length;
  }

  /** The row at a position. */
  int row(int position) {
    return rows[position];
  }

  /** What all rows come to. */
  Sums total() {
    return total;
  }

  int outerCount() {
    return outerFirstInner.length - 1;
  }

  int innerCount() {
    return innerStart.length - 1;
  }

  /** The first inner group of an outer one; for the number of groups, that of inner ones. */
  int firstInner(int outer) {
    return outerFirstInner[outer];
  }

  /** The position of an inner group's first row; for the number of groups, that of rows. */
  int start(int inner) {
    return innerStart[inner];
  }

  /** Some row of an outer group, for its name. */
  int rowOfOuter(int outer) {
    return rows[innerStart[outerFirstInner[outer]]];
  }

  /** Some row of an inner group, for its name. */
  int rowOfInner(int inner) {
    return rows[innerStart[inner]];
  }

  /** What identifies an outer group in every arrangement with the same grouping. */
  GroupId outerId(int outer) {
    return new GroupId(grouping.outer(source, rowOfOuter(outer)), GroupId.WHOLE);
  }

  /** What identifies an inner group in every arrangement with the same grouping. */
  GroupId innerId(int inner) {
    int row = rowOfInner(inner);
    return new GroupId(grouping.outer(source, row), grouping.inner(source, row));
  }

  Sums outerSums(int outer) {
    return outerSums.get(outer);
  }

  Sums innerSums(int inner) {
    return innerSums.get(inner);
  }

  /** The rows of an outer group. */
  int[] rowsOfOuter(int outer) {
    return java.util.Arrays.copyOfRange(
        rows, innerStart[outerFirstInner[outer]], innerStart[outerFirstInner[outer + 1]]);
  }

  /** The rows of an inner group. */
  int[] rowsOfInner(int inner) {
    return java.util.Arrays.copyOfRange(rows, innerStart[inner], innerStart[inner + 1]);
  }
}
