package org.kpackworkbench.views.format.kpack;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.kpackworkbench.views.format.kpack.Grouping.GroupId;
import org.kpackworkbench.views.format.kpack.SortColumn.SortKey;

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

  /** Puts rows into groups, adds them up, and sorts groups and rows. */
  private static final class Arranger {
    private final ArchiveRows source;
    private final Grouping grouping;
    private final List<SortKey> sortedBy;
    private final int[] rows;

    Arranger(ArchiveRows source, int[] some, Grouping grouping, List<SortKey> sortedBy) {
      this.source = source;
      this.grouping = grouping;
      this.sortedBy = sortedBy;
      this.rows = some.clone();
    }

    Arrangement arrange() {
      Sums total = Sums.of(source, rows);
      if (!grouping.isTree()) {
        sortRows(rows, 0, rows.length);
        return new Arrangement(
            source, grouping, rows, new Arrangement.Groups(), new Sums.Many(0), total);
      }
      sortForGroups();
      Arrangement.Groups groups = findGroups();
      Sums.Many sums = new Sums.Many(groups.count());
      Arrangement plain = new Arrangement(source, grouping, rows, groups, sums, total);
      add(plain, sums);
      return sortedBy.isEmpty() ? plain : new Sorting(plain, sums).sorted();
    }

    /** By key, as all rows are sorted once and for all, and by target before that. */
    private void sortForGroups() {
      BitSet wanted = new BitSet(source.count());
      for (int row : rows) {
        wanted.set(row);
      }
      int at = 0;
      for (int row : source.byKey()) {
        if (wanted.get(row)) {
          rows[at++] = row;
        }
      }
      if (source.names() != null) {
        IntSort.byNumber(rows, source::treeRank, source.binaryCount());
      }
      if (grouping == Grouping.BY_TARGET) {
        IntSort.byNumber(rows, source::targetRank, source.targetCount());
      }
    }

    private Arrangement.Groups findGroups() {
      Arrangement.Groups groups = new Arrangement.Groups();
      List<Integer> open = new ArrayList<>();
      for (int i = 0; i < rows.length; i++) {
        int same = i == 0 ? 0 : sameLevels(rows[i - 1], rows[i]);
        close(groups, open, same, i);
        int levels = grouping.levels(source, rows[i]);
        for (int level = same; level < levels; level++) {
          open.add(groups.start(level, i));
        }
      }
      close(groups, open, 0, rows.length);
      return groups;
    }

    private static void close(
        Arrangement.Groups groups, List<Integer> open, int remaining, int position) {
      while (open.size() > remaining) {
        groups.end(open.removeLast(), position);
      }
    }

    /** How many groups two rows are in both. */
    private int sameLevels(int a, int b) {
      int most = Math.min(grouping.levels(source, a), grouping.levels(source, b));
      int level = 0;
      while (level < most
          && grouping.group(source, a, level).equals(grouping.group(source, b, level))) {
        level++;
      }
      return level;
    }

    private void add(Arrangement plain, Sums.Many sums) {
      // Groups of one depth come one after the other, as a counter needs them.
      List<Sums.Counter> counters = new ArrayList<>();
      for (int group = 0; group < plain.groupCount(); group++) {
        while (counters.size() <= plain.depth(group)) {
          counters.add(new Sums.Counter(source, sums));
        }
        Sums.Counter counter = counters.get(plain.depth(group));
        for (int at = plain.start(group); at < plain.end(group); at++) {
          counter.add(group, rows[at]);
        }
      }
    }

    /** The same groups and rows in the selected order, level by level. */
    private final class Sorting {
      private final Arrangement plain;
      private final Sums.Many sums;
      private final IntSort.Order order;
      private final int[] newRows = new int[rows.length];
      private final Arrangement.Groups groups = new Arrangement.Groups();
      private final int[] sources;
      private int at;

      Sorting(Arrangement plain, Sums.Many sums) {
        this.plain = plain;
        this.sums = sums;
        this.sources = new int[plain.groupCount()];
        int[] first = new int[plain.groupCount()];
        for (int group = 0; group < first.length; group++) {
          first[group] = plain.rowOf(group);
        }
        this.order = groupOrder(sums, first);
      }

      Arrangement sorted() {
        place(plain.topGroups());
        return new Arrangement(
            source, grouping, newRows, groups, sums.inOrder(sources), plain.total());
      }

      private void place(int[] siblings) {
        IntSort.sort(siblings, order);
        for (int group : siblings) {
          int number = groups.start(plain.depth(group), at);
          sources[number] = group;
          if (plain.holdsRows(group)) {
            int from = at;
            for (int row : plain.rowsOf(group)) {
              newRows[at++] = row;
            }
            sortRows(newRows, from, at);
          } else {
            place(plain.groupsIn(group));
          }
          groups.end(number, at);
        }
      }
    }

    private IntSort.Order groupOrder(Sums.Many sums, int[] firstRows) {
      IntSort.Order order = (a, b) -> 0;
      for (SortKey key : sortedBy) {
        IntSort.Order next = key.column().groups(source, grouping, sums, firstRows);
        order = order.then(key.descending() ? next.reversed() : next);
      }
      return order;
    }

    private void sortRows(int[] some, int from, int to) {
      if (sortedBy.isEmpty() || to - from < 2) {
        return;
      }
      IntSort.Order order = (a, b) -> 0;
      for (SortKey key : sortedBy) {
        IntSort.Order next = key.column().rows(source, grouping);
        order = order.then(key.descending() ? next.reversed() : next);
      }
      IntSort.sort(some, from, to, order);
    }
  }
}
