package org.kpackworkbench.views.archive;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;

/**
 * The lines that are shown: groups, and what is below those that are open. Immutable; four bytes a
 * line, each made when it is asked for.
 */
final class Lines extends AbstractList<Line> implements RandomAccess {
  private final Arrangement arrangement;
  private final Openness openness;
  // A row's position where not negative; else -1 - 2 × outer group, or -2 - 2 × inner group.
  private final int[] codes;

  private Lines(Arrangement arrangement, Openness openness, int[] codes) {
    this.arrangement = arrangement;
    this.openness = openness;
    this.codes = codes;
  }

  /** The lines of an arrangement. */
  static Lines of(Arrangement arrangement, Openness openness) {
    if (!arrangement.grouping().isTree()) {
      int[] positions = new int[arrangement.size()];
      Arrays.setAll(positions, i -> i);
      return new Lines(arrangement, openness, positions);
    }
    int most = arrangement.size() + arrangement.outerCount() + arrangement.innerCount();
    int[] codes = new int[most];
    int count = 0;
    for (int outer = 0; outer < arrangement.outerCount(); outer++) {
      codes[count++] = -1 - 2 * outer;
      if (!openness.isOpen(arrangement.outerId(outer))) {
        continue;
      }
      int end = arrangement.firstInner(outer + 1);
      for (int inner = arrangement.firstInner(outer); inner < end; inner++) {
        codes[count++] = -2 - 2 * inner;
        if (openness.isOpen(arrangement.innerId(inner))) {
          for (int at = arrangement.start(inner); at < arrangement.start(inner + 1); at++) {
            codes[count++] = at;
          }
        }
      }
    }
    return new Lines(arrangement, openness, Arrays.copyOf(codes, count));
  }

  Arrangement arrangement() {
    return arrangement;
  }

  Openness openness() {
    return openness;
  }

  @Override
  public int size() {
    return codes.length;
  }

  @Override
  public Line get(int index) {
    int code = codes[index];
    if (code >= 0) {
      return new Line.Row(arrangement.row(code), arrangement.grouping().isTree() ? 2 : 0);
    }
    int number = (-code - 1) / 2;
    if (isOuter(code)) {
      GroupId id = arrangement.outerId(number);
      return new Line.Group(
          id,
          number,
          arrangement.rowOfOuter(number),
          openness.isOpen(id),
          arrangement.outerSums(number));
    }
    GroupId id = arrangement.innerId(number);
    return new Line.Group(
        id,
        number,
        arrangement.rowOfInner(number),
        openness.isOpen(id),
        arrangement.innerSums(number));
  }

  /** The line of a row of the archive; -1 where it is not shown. */
  int indexOfRow(int row) {
    for (int i = 0; i < codes.length; i++) {
      if (codes[i] >= 0 && arrangement.row(codes[i]) == row) {
        return i;
      }
    }
    return -1;
  }

  /** The line of a group; -1 where it is not shown. */
  int indexOfGroup(GroupId group) {
    for (int i = 0; i < codes.length; i++) {
      int code = codes[i];
      if (code < 0 && isOuter(code) == group.isOuter()) {
        int number = (-code - 1) / 2;
        GroupId id = isOuter(code) ? arrangement.outerId(number) : arrangement.innerId(number);
        if (id.equals(group)) {
          return i;
        }
      }
    }
    return -1;
  }

  /** The line that a line stands below; -1 at the top. */
  int parentOf(int index) {
    int depth = depth(codes[index]);
    for (int i = index - 1; i >= 0 && depth > 0; i--) {
      if (depth(codes[i]) < depth) {
        return i;
      }
    }
    return -1;
  }

  /** How many lines stand below a line and are shown. */
  int shownBelow(int index) {
    int depth = depth(codes[index]);
    int end = index + 1;
    while (end < codes.length && depth(codes[end]) > depth) {
      end++;
    }
    return end - index - 1;
  }

  /** The rows that some lines stand for, each once, in the order of the table. */
  int[] rowsOf(int[] indexes) {
    java.util.BitSet rows = new java.util.BitSet();
    for (int index : indexes) {
      int code = codes[index];
      int number = (-code - 1) / 2;
      if (code >= 0) {
        rows.set(arrangement.row(code));
      } else {
        int[] inGroup =
            isOuter(code) ? arrangement.rowsOfOuter(number) : arrangement.rowsOfInner(number);
        for (int row : inGroup) {
          rows.set(row);
        }
      }
    }
    return rows.stream().toArray();
  }

  private int depth(int code) {
    return code < 0 ? (isOuter(code) ? 0 : 1) : arrangement.grouping().isTree() ? 2 : 0;
  }

  private static boolean isOuter(int code) {
    return (-code & 1) == 1;
  }
}
