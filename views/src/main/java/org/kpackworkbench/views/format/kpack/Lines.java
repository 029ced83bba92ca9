package org.kpackworkbench.views.format.kpack;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.RandomAccess;
import java.util.Set;
import org.kpackworkbench.views.format.kpack.Grouping.GroupId;
import org.kpackworkbench.views.kit.rows.RowSource;

/**
 * The lines that are shown: groups, and what is below those that are open. Immutable; five bytes a
 * line, each created on demand.
 */
final class Lines extends AbstractList<Lines.Line> implements RandomAccess {
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

  /** The parent of a line; -1 at the top. */
  int parentOf(int index) {
    for (int i = index - 1; i >= 0 && depths[index] > 0; i--) {
      if (depths[i] < depths[index]) {
        return i;
      }
    }
    return -1;
  }

  /** How many visible lines are below a line. */
  int shownBelow(int index) {
    int end = index + 1;
    while (end < codes.length && depths[end] > depths[index]) {
      end++;
    }
    return end - index - 1;
  }

  /** The rows that some lines represent, each once, in the order of the table. */
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

  /** A line of the table: a group, or a row of the archive. */
  sealed interface Line {

    /** The depth in the tree; 0 at the top and in the flat list. */
    int depth();

    /** A row of the archive's table of contents. */
    record Row(int row, int depth) implements Line {}

    /**
     * A group of rows.
     *
     * @param number its number in the arrangement
     * @param firstRow a row of it, for its name
     * @param open whether the lines below it are shown
     */
    record Group(GroupId id, int number, int depth, int firstRow, boolean open, Sums sums)
        implements Line {}
  }

  /** These lines as the rows of a table, which remembers none of them by number. */
  RowSource<Line> source() {
    return new Source(this);
  }

  /** The lines as rows. */
  static final class Source implements RowSource<Line> {
    private final Lines lines;

    private Source(Lines lines) {
      this.lines = lines;
    }

    Lines lines() {
      return lines;
    }

    @Override
    public int size() {
      return lines.size();
    }

    @Override
    public Line row(int index) {
      return lines.get(index);
    }

    @Override
    public int id(int index) {
      return -1;
    }

    @Override
    public boolean inMemory() {
      return true;
    }
  }

  /**
   * Which groups are open: all or none, but for some. Immutable, so that it can be handed to other
   * threads.
   *
   * @param byDefault whether a group that is not named is open
   * @param others the groups for which it is the other way round
   */
  record Openness(boolean byDefault, Set<GroupId> others) {
    static final Openness ALL_CLOSED = new Openness(false, Set.of());
    static final Openness ALL_OPEN = new Openness(true, Set.of());

    Openness {
      others = Set.copyOf(others);
    }

    boolean isOpen(GroupId group) {
      return others.isEmpty() ? byDefault : byDefault != others.contains(group);
    }

    /** The same with groups opened or closed. */
    Openness with(Iterable<GroupId> groups, boolean open) {
      Set<GroupId> changed = new HashSet<>(others);
      for (GroupId group : groups) {
        if (open == byDefault) {
          changed.remove(group);
        } else {
          changed.add(group);
        }
      }
      return new Openness(byDefault, changed);
    }

    /** The same with one group opened or closed. */
    Openness with(GroupId group, boolean open) {
      return with(Set.of(group), open);
    }
  }
}
