package org.kpackworkbench.views.format.kpack;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;

/**
 * The lines that are shown: groups, and what is below those that are open. Immutable; five bytes a
 * line, each made when it is asked for.
 */
final class Lines extends AbstractList<Line> implements RandomAccess {
  private final Arrangement arrangement;
  private final Openness openness;
  // A row's position where not negative; else -1 - group.
  private final int[] codes;
  private final byte[] depths;

  private Lines(Arrangement arrangement, Openness openness, int[] codes, byte[] depths) {
    this.arrangement = arrangement;
    this.openness = openness;
    this.codes = codes;
    this.depths = depths;
  }

  /** The lines of an arrangement. */
  static Lines of(Arrangement arrangement, Openness openness) {
    if (!arrangement.grouping().isTree()) {
      int[] positions = new int[arrangement.size()];
      Arrays.setAll(positions, i -> i);
      return new Lines(arrangement, openness, positions, new byte[positions.length]);
    }
    int most = arrangement.size() + arrangement.groupCount();
    int[] codes = new int[most];
    byte[] depths = new byte[most];
    int count = 0;
    int group = 0;
    while (group < arrangement.groupCount()) {
      int depth = arrangement.depth(group);
      depths[count] = (byte) depth;
      codes[count++] = -1 - group;
      if (!openness.isOpen(arrangement.id(group))) {
        group = arrangement.after(group);
        continue;
      }
      if (arrangement.holdsRows(group)) {
        for (int at = arrangement.start(group); at < arrangement.end(group); at++) {
          depths[count] = (byte) (depth + 1);
          codes[count++] = at;
        }
      }
      group++;
    }
    return new Lines(
        arrangement, openness, Arrays.copyOf(codes, count), Arrays.copyOf(depths, count));
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
      return new Line.Row(arrangement.row(code), depths[index]);
    }
    int group = -1 - code;
    GroupId id = arrangement.id(group);
    return new Line.Group(
        id,
        group,
        depths[index],
        arrangement.rowOf(group),
        openness.isOpen(id),
        arrangement.sums(group));
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
      if (codes[i] < 0 && arrangement.id(-1 - codes[i]).equals(group)) {
        return i;
      }
    }
    return -1;
  }

  /** The line that a line stands below; -1 at the top. */
  int parentOf(int index) {
    for (int i = index - 1; i >= 0 && depths[index] > 0; i--) {
      if (depths[i] < depths[index]) {
        return i;
      }
    }
    return -1;
  }

  /** How many lines stand below a line and are shown. */
  int shownBelow(int index) {
    int end = index + 1;
    while (end < codes.length && depths[end] > depths[index]) {
      end++;
    }
    return end - index - 1;
  }

  /** The rows that some lines stand for, each once, in the order of the table. */
  int[] rowsOf(int[] indexes) {
    java.util.BitSet rows = new java.util.BitSet();
    for (int index : indexes) {
      int code = codes[index];
      if (code >= 0) {
        rows.set(arrangement.row(code));
      } else {
        for (int row : arrangement.rowsOf(-1 - code)) {
          rows.set(row);
        }
      }
    }
    return rows.stream().toArray();
  }
}
