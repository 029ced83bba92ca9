package org.kpackworkbench.views.format.kpack;

import java.util.Arrays;
import java.util.List;

/**
 * Rows in the order in which they are shown, flat or in groups, which may have groups in them.
 * Immutable.
 *
 * <p>The rows of a group are neighbours in {@link #rows}: a group is a range. Groups are numbered
 * as they are met from the top: the groups inside a group follow it. A group has either groups or
 * rows directly in it.
 */
final class Arrangement {
  private final ArchiveRows source;
  private final Grouping grouping;
  private final int[] rows;
  private final Groups groups;
  private final Sums.Many sums;
  private final Sums total;

  /** Where groups are, as columns of numbers. Filled from the first on, then not changed. */
  static final class Groups {
    private int[] depth = new int[16];
    private int[] start = new int[16];
    private int[] end = new int[16];
    private int[] after = new int[16];
    private int count;

    int count() {
      return count;
    }

    /** Starts a group behind all that were started. */
    int start(int groupDepth, int position) {
      if (count == depth.length) {
        depth = Arrays.copyOf(depth, 2 * count);
        start = Arrays.copyOf(start, 2 * count);
        end = Arrays.copyOf(end, 2 * count);
        after = Arrays.copyOf(after, 2 * count);
      }
      depth[count] = groupDepth;
      start[count] = position;
      return count++;
    }

    /** Ends a group, and with it all that were started in it. */
    void end(int group, int position) {
      end[group] = position;
      after[group] = count;
    }
  }

  /**
   * What was arranged.
   *
   * @param rows numbers of rows
   * @param sums what each group comes to
   */
  Arrangement(
      ArchiveRows source,
      Grouping grouping,
      int[] rows,
      Groups groups,
      Sums.Many sums,
      Sums total) {
    this.source = source;
    this.grouping = grouping;
    this.rows = rows;
    this.groups = groups;
    this.sums = sums;
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

  int groupCount() {
    return groups.count;
  }

  /** How many groups a group is in. */
  int depth(int group) {
    return groups.depth[group];
  }

  /** The position of a group's first row. */
  int start(int group) {
    return groups.start[group];
  }

  /** The position behind a group's last row. */
  int end(int group) {
    return groups.end[group];
  }

  /** The first group behind a group and all that are in it. */
  int after(int group) {
    return groups.after[group];
  }

  /** Whether rows, not groups, are directly in a group. */
  boolean holdsRows(int group) {
    return after(group) == group + 1;
  }

  /** The groups that are in no other. */
  int[] topGroups() {
    return siblings(0, groupCount());
  }

  /** The groups directly in a group. */
  int[] groupsIn(int group) {
    return siblings(group + 1, after(group));
  }

  private int[] siblings(int from, int to) {
    int[] found = new int[8];
    int count = 0;
    for (int group = from; group < to; group = after(group)) {
      if (count == found.length) {
        found = Arrays.copyOf(found, 2 * count);
      }
      found[count++] = group;
    }
    return Arrays.copyOf(found, count);
  }

  /** Some row of a group, for its name. */
  int rowOf(int group) {
    return rows[start(group)];
  }

  /** What identifies a group in every arrangement with the same grouping. */
  GroupId id(int group) {
    return grouping.group(source, rowOf(group), depth(group));
  }

  Sums sums(int group) {
    return sums.get(group);
  }

  /** The rows of a group and of those in it. */
  int[] rowsOf(int group) {
    return Arrays.copyOfRange(rows, start(group), end(group));
  }
}
