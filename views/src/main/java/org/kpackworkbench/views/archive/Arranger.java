package org.kpackworkbench.views.archive;

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
      sortRows(0, rows.length);
      Sums.Many none = new Sums.Many(0);
      return new Arrangement(
          source, grouping, rows, new int[] {0}, new int[] {0}, none, none, total);
    }
    sortForGroups();
    Groups inner = new Groups(rows.length);
    Groups outer = new Groups(rows.length);
    findGroups(outer, inner);
    Sums.Many outerSums = new Sums.Many(outer.count);
    Sums.Many innerSums = new Sums.Many(inner.count);
    add(outer, inner, outerSums, innerSums);
    Arrangement plain =
        new Arrangement(
            source,
            grouping,
            rows,
            outer.starts(inner.count),
            inner.starts(rows.length),
            outerSums,
            innerSums,
            total);
    return sortedBy.isEmpty() ? plain : sorted(plain, outerSums, innerSums);
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
    if (grouping == Grouping.BY_TARGET) {
      IntSort.byNumber(rows, source::targetRank, source.targetCount());
    }
  }

  /** Where groups start. */
  private static final class Groups {
    private final int[] starts;
    private int count;

    Groups(int most) {
      starts = new int[most + 1];
    }

    void startAt(int position) {
      starts[count++] = position;
    }

    int[] starts(int end) {
      starts[count] = end;
      return java.util.Arrays.copyOf(starts, count + 1);
    }
  }

  private void findGroups(Groups outer, Groups inner) {
    for (int i = 0; i < rows.length; i++) {
      boolean newOuter =
          i == 0 || grouping.outer(source, rows[i]) != grouping.outer(source, rows[i - 1]);
      boolean newInner =
          newOuter || grouping.inner(source, rows[i]) != grouping.inner(source, rows[i - 1]);
      if (newOuter) {
        outer.startAt(inner.count);
      }
      if (newInner) {
        inner.startAt(i);
      }
    }
  }

  private void add(Groups outer, Groups inner, Sums.Many outerSums, Sums.Many innerSums) {
    Sums.Counter toOuter = new Sums.Counter(source, outerSums);
    Sums.Counter toInner = new Sums.Counter(source, innerSums);
    int outerAt = -1;
    int innerAt = -1;
    for (int i = 0; i < rows.length; i++) {
      if (innerAt + 1 < inner.count && inner.starts[innerAt + 1] == i) {
        innerAt++;
        if (outerAt + 1 < outer.count && outer.starts[outerAt + 1] == innerAt) {
          outerAt++;
        }
      }
      toOuter.add(outerAt, rows[i]);
      toInner.add(innerAt, rows[i]);
    }
  }

  /** The same groups and rows in the order that was asked for, level by level. */
  private Arrangement sorted(Arrangement plain, Sums.Many outerSums, Sums.Many innerSums) {
    int[] outerOrder = order(plain.outerCount(), outerSums, plain::rowOfOuter);
    int[] firstOfInner = new int[plain.innerCount()];
    for (int i = 0; i < firstOfInner.length; i++) {
      firstOfInner[i] = plain.rowOfInner(i);
    }
    IntSort.Order innerOrder = groupOrder(innerSums, firstOfInner);
    int[] newRows = new int[rows.length];
    int[] newFirstInner = new int[plain.outerCount() + 1];
    int[] newStart = new int[plain.innerCount() + 1];
    int[] innerSources = new int[plain.innerCount()];
    int innerAt = 0;
    int at = 0;
    for (int o = 0; o < outerOrder.length; o++) {
      newFirstInner[o] = innerAt;
      int from = plain.firstInner(outerOrder[o]);
      int to = plain.firstInner(outerOrder[o] + 1);
      int[] inners = new int[to - from];
      for (int i = 0; i < inners.length; i++) {
        inners[i] = from + i;
      }
      IntSort.sort(inners, innerOrder);
      for (int inner : inners) {
        int length = plain.start(inner + 1) - plain.start(inner);
        System.arraycopy(rows, plain.start(inner), newRows, at, length);
        innerSources[innerAt] = inner;
        newStart[innerAt++] = at;
        at += length;
      }
    }
    newFirstInner[outerOrder.length] = innerAt;
    newStart[innerAt] = at;
    System.arraycopy(newRows, 0, rows, 0, rows.length);
    for (int i = 0; i < innerAt; i++) {
      sortRows(newStart[i], newStart[i + 1]);
    }
    return new Arrangement(
        source,
        grouping,
        rows,
        newFirstInner,
        newStart,
        outerSums.inOrder(outerOrder),
        innerSums.inOrder(innerSources),
        plain.total());
  }

  private int[] order(int count, Sums.Many sums, java.util.function.IntUnaryOperator firstRow) {
    int[] groups = new int[count];
    int[] first = new int[count];
    for (int i = 0; i < count; i++) {
      groups[i] = i;
      first[i] = firstRow.applyAsInt(i);
    }
    IntSort.sort(groups, groupOrder(sums, first));
    return groups;
  }

  private IntSort.Order groupOrder(Sums.Many sums, int[] firstRows) {
    IntSort.Order order = (a, b) -> 0;
    for (SortKey key : sortedBy) {
      IntSort.Order next = key.column().groups(source, grouping, sums, firstRows);
      order = order.then(key.descending() ? next.reversed() : next);
    }
    return order;
  }

  private void sortRows(int from, int to) {
    if (sortedBy.isEmpty() || to - from < 2) {
      return;
    }
    IntSort.Order order = (a, b) -> 0;
    for (SortKey key : sortedBy) {
      IntSort.Order next = key.column().rows(source, grouping);
      order = order.then(key.descending() ? next.reversed() : next);
    }
    IntSort.sort(rows, from, to, order);
  }
}
