package org.kpackworkbench.views.format.kpack;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.kpackworkbench.views.format.kpack.Grouping.GroupId;
import org.kpackworkbench.views.kit.rows.GroupedRows.Node;

/**
 * Rows of an archive in the order in which they are shown, with what each group of them comes to.
 * Immutable.
 *
 * @param tops the groups that are in no other, or the rows of a list
 */
record Arrangement(List<Node<GroupId, Line>> tops, Sums total) {
  Arrangement {
    tops = List.copyOf(tops);
  }

  /** Arranges some rows. Takes time for many: background threads. */
  static Arrangement of(ArchiveRows source, int[] some, Grouping grouping) {
    return new Arrangement(
        new Groups(source, grouping).of(forGroups(source, grouping, some), 0),
        Sums.of(source, some));
  }

  /** By key, as all rows are sorted once and for all, and by target before that. */
  static int[] forGroups(ArchiveRows source, Grouping grouping, int[] some) {
    if (!grouping.isTree()) {
      return some;
    }
    BitSet wanted = new BitSet(source.count());
    for (int row : some) {
      wanted.set(row);
    }
    Comparator<Integer> order = Comparator.comparing(source::treeRank);
    return ArchiveRows.sorted(
        IntStream.of(source.byKey()).filter(wanted::get),
        grouping == Grouping.BY_TARGET
            ? Comparator.<Integer, Integer>comparing(source::targetRank).thenComparing(order)
            : order);
  }

  /** Puts sorted rows into their groups, and sorts each group by itself. */
  private record Groups(ArchiveRows source, Grouping grouping) {
    /** The groups or rows directly in a group, or in none. */
    List<Node<GroupId, Line>> of(int[] rows, int level) {
      List<Node<GroupId, Line>> made = new ArrayList<>();
      for (int from = 0, to = 0; from < rows.length; from = to) {
        if (grouping.levels(source, rows[from]) == level) {
          made.add(new Node<>(new Line.Row(rows[from], level), List.of()));
          to = from + 1;
          continue;
        }
        GroupId group = grouping.group(source, rows[from], level);
        while (to < rows.length && group.equals(grouping.group(source, rows[to], level))) {
          to++;
        }
        int[] its = Arrays.copyOfRange(rows, from, to);
        int first = IntStream.of(its).min().orElseThrow();
        Sums sums = Sums.of(source, its);
        made.add(new Node<>(new Line.Group(group, level, its[0], first, sums), of(its, level + 1)));
      }
      return made;
    }
  }
}
