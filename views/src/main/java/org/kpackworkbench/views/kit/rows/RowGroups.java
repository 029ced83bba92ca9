package org.kpackworkbench.views.kit.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows in the order in which they are shown, flat or in groups, which may have groups in them. Rows
 * are numbers. Immutable.
 *
 * <p>The rows of a group are neighbours: a group is a range. Groups are numbered as they are met
 * from the top: the groups inside a group follow it. A group has either groups or rows directly in
 * it; rows that are in no group may be beside groups.
 *
 * @param <K> what identifies a group in all orders of the same grouping
 */
public final class RowGroups<K> {

  /** In which groups rows are. Any thread. */
  public interface Levels<K> {
    /** How many groups a row is in, one inside the other; 0 for all rows of a flat list. */
    int levels(int row);

    /** The group at a level, from 0, among those that a row is in. */
    K group(int row, int level);

    /** A flat list. */
    static <K> Levels<K> none() {
      return new Levels<>() {
        @Override
        public int levels(int row) {
          return 0;
        }

        @Override
        public K group(int row, int level) {
          throw new IndexOutOfBoundsException(level);
        }
      };
    }
  }

  private final Levels<K> levels;
  private final int[] rows;
  private int[] depth = new int[16];
  private int[] start = new int[16];
  private int[] end = new int[16];
  private int[] after = new int[16];
  private int count;

  private RowGroups(Levels<K> levels, int[] rows) {
    this.levels = levels;
    this.rows = rows;
  }

  /**
   * Rows in their groups. Takes time for many: background threads.
   *
   * @param rows their numbers, those of one group as neighbours
   */
  public static <K> RowGroups<K> of(int[] rows, Levels<K> levels) {
    RowGroups<K> made = new RowGroups<>(levels, rows.clone());
    List<Integer> open = new ArrayList<>();
    for (int at = 0; at < rows.length; at++) {
      int same = at == 0 ? 0 : made.sameLevels(rows[at - 1], rows[at]);
      made.close(open, same, at);
      int of = levels.levels(rows[at]);
      for (int level = same; level < of; level++) {
        open.add(made.start(level, at));
      }
    }
    made.close(open, 0, rows.length);
    return made;
  }

  /** How many groups two rows are in both. */
  private int sameLevels(int a, int b) {
    int most = Math.min(levels.levels(a), levels.levels(b));
    int level = 0;
    while (level < most && levels.group(a, level).equals(levels.group(b, level))) {
      level++;
    }
    return level;
  }

  /** Starts a group behind all that were started. */
  private int start(int groupDepth, int position) {
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

  /** Ends groups, and with each all that were started in it. */
  private void close(List<Integer> open, int remaining, int position) {
    while (open.size() > remaining) {
      int group = open.removeLast();
      end[group] = position;
      after[group] = count;
    }
  }

  /** In which groups rows are. */
  Levels<K> levels() {
    return levels;
  }

  /** How many rows there are, groups not counted. */
  public int size() {
    return rows.length;
  }

  /** The row at a position. */
  public int row(int position) {
    return rows[position];
  }

  /** Whether a row is among them. */
  boolean has(int row) {
    for (int each : rows) {
      if (each == row) {
        return true;
      }
    }
    return false;
  }

  /** How many groups there are; 0 in a flat list. */
  public int count() {
    return count;
  }

  /** How many groups a group is in. */
  public int depth(int group) {
    return depth[group];
  }

  /** The position of a group's first row. */
  public int start(int group) {
    return start[group];
  }

  /** The position behind a group's last row. */
  public int end(int group) {
    return end[group];
  }

  /** The first group behind a group and all that are in it. */
  public int after(int group) {
    return after[group];
  }

  /** Whether rows, not groups, are directly in a group. */
  public boolean holdsRows(int group) {
    return after(group) == group + 1;
  }

  /** The groups that are in no other. */
  public int[] topGroups() {
    return siblings(0, count);
  }

  /** The groups directly in a group. */
  public int[] groupsIn(int group) {
    return siblings(group + 1, after(group));
  }

  private int[] siblings(int from, int to) {
    int[] found = new int[8];
    int siblings = 0;
    for (int group = from; group < to; group = after(group)) {
      if (siblings == found.length) {
        found = Arrays.copyOf(found, 2 * siblings);
      }
      found[siblings++] = group;
    }
    return Arrays.copyOf(found, siblings);
  }

  /** Some row of a group, for its name. */
  public int rowOf(int group) {
    return rows[start[group]];
  }

  /** The rows of a group and of those in it. */
  public int[] rowsOf(int group) {
    return Arrays.copyOfRange(rows, start[group], end[group]);
  }

  /** Returns the identity of a group. */
  public K id(int group) {
    return levels.group(rowOf(group), depth[group]);
  }

  /**
   * Groups in another order.
   *
   * @param before the number that each group had before
   */
  public record Sorted<K>(RowGroups<K> groups, int[] before) {}

  /**
   * Sorts the groups and rows level by level; equal ones stay in their order. Takes time for many:
   * background threads. Only where all rows are in groups, or none is.
   *
   * @param byGroup the order of groups, by their numbers here
   * @param byRow the order of rows
   */
  public Sorted<K> sorted(IntSort.Order byGroup, IntSort.Order byRow) {
    if (count == 0) {
      int[] sorted = rows.clone();
      IntSort.sort(sorted, byRow);
      return new Sorted<>(new RowGroups<>(levels, sorted), new int[0]);
    }
    return new Sorting(byGroup, byRow).sorted();
  }

  private final class Sorting {
    private final IntSort.Order byGroup;
    private final IntSort.Order byRow;
    private final RowGroups<K> made = new RowGroups<>(levels, new int[rows.length]);
    private final int[] before = new int[count];
    private int at;

    Sorting(IntSort.Order byGroup, IntSort.Order byRow) {
      this.byGroup = byGroup;
      this.byRow = byRow;
    }

    Sorted<K> sorted() {
      place(topGroups());
      return new Sorted<>(made, before);
    }

    private void place(int[] siblings) {
      IntSort.sort(siblings, byGroup);
      for (int group : siblings) {
        List<Integer> open = new ArrayList<>();
        int number = made.start(depth[group], at);
        open.add(number);
        before[number] = group;
        if (holdsRows(group)) {
          int from = at;
          for (int row : rowsOf(group)) {
            made.rows[at++] = row;
          }
          IntSort.sort(made.rows, from, at, byRow);
        } else {
          place(groupsIn(group));
        }
        made.close(open, 0, at);
      }
    }
  }
}
