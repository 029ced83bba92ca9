package org.kpackworkbench.views.format.kpack;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.kpackworkbench.views.format.kpack.Grouping.GroupId;
import org.kpackworkbench.views.format.kpack.SortColumn.SortKey;
import org.kpackworkbench.views.kit.rows.GroupLines;
import org.kpackworkbench.views.kit.rows.IntSort;
import org.kpackworkbench.views.kit.rows.RowGroups;

/**
 * Rows of an archive in the order in which they are shown, with what each group of them comes to.
 * Immutable.
 */
record Arrangement(
    ArchiveRows source, Grouping grouping, RowGroups<GroupId> groups, List<Sums> sums, Sums total)
    implements GroupLines.Grouped<GroupId, Line> {
  /** Arranges some rows. Takes time for many: background threads. */
  static Arrangement of(ArchiveRows source, int[] some, Grouping grouping, List<SortKey> sortedBy) {
    int[] rows = some.clone();
    if (grouping.isTree()) {
      sortForGroups(source, grouping, rows);
    }
    RowGroups<GroupId> groups = RowGroups.of(rows, grouping.levels(source));
    List<Sums> sums =
        IntStream.range(0, groups.count())
            .mapToObj(group -> Sums.of(source, groups.rowsOf(group)))
            .toList();
    Sums total = Sums.of(source, rows);
    if (sortedBy.isEmpty()) {
      return new Arrangement(source, grouping, groups, sums, total);
    }
    RowGroups.Sorted<GroupId> sorted =
        groups.sorted(
            byGroup(source, grouping, groups, sums, sortedBy), byRow(source, grouping, sortedBy));
    List<Sums> inOrder = Arrays.stream(sorted.before()).mapToObj(sums::get).toList();
    return new Arrangement(source, grouping, sorted.groups(), inOrder, total);
  }

  /** By key, as all rows are sorted once and for all, and by target before that. */
  private static void sortForGroups(ArchiveRows source, Grouping grouping, int[] rows) {
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
      IntSort.sort(rows, (a, b) -> Integer.compare(source.treeRank(a), source.treeRank(b)));
    }
    if (grouping == Grouping.BY_TARGET) {
      IntSort.sort(rows, (a, b) -> Integer.compare(source.targetRank(a), source.targetRank(b)));
    }
  }

  private static IntSort.Order byGroup(
      ArchiveRows source,
      Grouping grouping,
      RowGroups<GroupId> groups,
      List<Sums> sums,
      List<SortKey> sortedBy) {
    int[] first = new int[groups.count()];
    for (int group = 0; group < first.length; group++) {
      first[group] = groups.rowOf(group);
    }
    IntSort.Order order = (a, b) -> 0;
    for (SortKey key : sortedBy) {
      IntSort.Order next = key.column().groups(source, grouping, sums, first);
      order = order.then(key.descending() ? next.reversed() : next);
    }
    return order;
  }

  private static IntSort.Order byRow(
      ArchiveRows source, Grouping grouping, List<SortKey> sortedBy) {
    IntSort.Order order = (a, b) -> 0;
    for (SortKey key : sortedBy) {
      IntSort.Order next = key.column().rows(source, grouping);
      order = order.then(key.descending() ? next.reversed() : next);
    }
    return order;
  }

  /** Returns the sums of a group. */
  Sums sums(int group) {
    return sums.get(group);
  }

  @Override
  public Line row(int row, int depth) {
    return new Line.Row(row, depth);
  }

  @Override
  public Line group(int number, boolean open) {
    return new Line.Group(
        groups.id(number),
        number,
        groups.depth(number),
        groups.rowOf(number),
        open,
        sums.get(number));
  }
}
