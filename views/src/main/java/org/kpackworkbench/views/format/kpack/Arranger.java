package org.kpackworkbench.views.format.kpack;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Puts rows into groups, adds them up, and sorts groups and rows. */
final class Arranger {
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

  /** The same groups and rows in the order that was asked for, level by level. */
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
