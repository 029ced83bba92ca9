package org.kpackworkbench.views.kit.rows;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.RandomAccess;
import java.util.Set;

/**
 * The lines that are shown of rows in groups: groups, and what is below those that are open.
 * Immutable; five bytes a line, each created on demand.
 *
 * @param <K> what identifies a group
 * @param <R> the lines
 */
public final class GroupLines<K, R extends GroupLines.Line> extends AbstractList<R>
    implements RandomAccess {

  /** A line of the table: a group, or a row. */
  public interface Line {
    /** The depth in the tree; 0 at the top and in a flat list. */
    int depth();

    /** Whether it is a group. */
    boolean isGroup();

    /** Whether it is a group, and the lines below it are shown. */
    boolean open();
  }

  /** Rows in groups, and what lines of them are. Immutable. */
  public interface Grouped<K, R extends Line> {
    /** The rows in their groups. */
    RowGroups<K> groups();

    /** The line of a row. */
    R row(int row, int depth);

    /** The line of a group. */
    R group(int number, boolean open);

    /** The number that a line keeps, as {@link RowSource#id} has it. */
    default int id(R line) {
      return -1;
    }
  }

  private final Grouped<K, R> grouped;
  private final Openness<K> openness;
  // A row's position where not negative; else -1 - group.
  private final int[] codes;
  private final byte[] depths;

  private GroupLines(Grouped<K, R> grouped, Openness<K> openness, int[] codes, byte[] depths) {
    this.grouped = grouped;
    this.openness = openness;
    this.codes = codes;
    this.depths = depths;
  }

  /** The lines of rows in groups. */
  public static <K, R extends Line> GroupLines<K, R> of(
      Grouped<K, R> grouped, Openness<K> openness) {
    RowGroups<K> groups = grouped.groups();
    int most = groups.size() + groups.count();
    int[] codes = new int[most];
    byte[] depths = new byte[most];
    int count = 0;
    int group = 0;
    int at = 0;
    while (group < groups.count()) {
      int depth = groups.depth(group);
      while (at < groups.start(group)) {
        codes[count++] = at++;
      }
      depths[count] = (byte) depth;
      codes[count++] = -1 - group;
      if (!openness.isOpen(groups.id(group))) {
        at = groups.end(group);
        group = groups.after(group);
        continue;
      }
      if (groups.holdsRows(group)) {
        while (at < groups.end(group)) {
          depths[count] = (byte) (depth + 1);
          codes[count++] = at++;
        }
      }
      group++;
    }
    while (at < groups.size()) {
      codes[count++] = at++;
    }
    return new GroupLines<>(
        grouped, openness, Arrays.copyOf(codes, count), Arrays.copyOf(depths, count));
  }

  /** The rows of which these lines are. */
  public Grouped<K, R> grouped() {
    return grouped;
  }

  Openness<K> openness() {
    return openness;
  }

  @Override
  public int size() {
    return codes.length;
  }

  @Override
  public R get(int index) {
    int code = codes[index];
    return code >= 0
        ? grouped.row(grouped.groups().row(code), depths[index])
        : grouped.group(-1 - code, isOpen(index));
  }

  /** The number of the group at a line; -1 if a row is. */
  int groupAt(int index) {
    return codes[index] < 0 ? -1 - codes[index] : -1;
  }

  private boolean isOpen(int index) {
    return openness.isOpen(grouped.groups().id(groupAt(index)));
  }

  /** The line of a row; -1 if it is not shown. */
  public int indexOfRow(int row) {
    for (int i = 0; i < codes.length; i++) {
      if (codes[i] >= 0 && grouped.groups().row(codes[i]) == row) {
        return i;
      }
    }
    return -1;
  }

  /** The line of a group; -1 if it is not shown. */
  public int indexOfGroup(K group) {
    for (int i = 0; i < codes.length; i++) {
      if (codes[i] < 0 && grouped.groups().id(-1 - codes[i]).equals(group)) {
        return i;
      }
    }
    return -1;
  }

  /** The line where the same row or group is as at a line of other ones; -1 if it is not. */
  int indexOf(GroupLines<K, R> others, int index) {
    int group = others.groupAt(index);
    RowGroups<K> its = others.grouped.groups();
    return group < 0 ? indexOfRow(its.row(others.codes[index])) : indexOfGroup(its.id(group));
  }

  /** The parent of a line; -1 at the top. */
  public int parentOf(int index) {
    for (int i = index - 1; i >= 0 && depths[index] > 0; i--) {
      if (depths[i] < depths[index]) {
        return i;
      }
    }
    return -1;
  }

  /** How many visible lines are below a line. */
  public int shownBelow(int index) {
    int end = index + 1;
    while (end < codes.length && depths[end] > depths[index]) {
      end++;
    }
    return end - index - 1;
  }

  /** The rows that some lines represent, each once, in the order of their numbers. */
  public int[] rowsOf(int[] indexes) {
    BitSet rows = new BitSet();
    for (int index : indexes) {
      int code = codes[index];
      if (code >= 0) {
        rows.set(grouped.groups().row(code));
      } else {
        for (int row : grouped.groups().rowsOf(-1 - code)) {
          rows.set(row);
        }
      }
    }
    return rows.stream().toArray();
  }

  /** These lines as the rows of a table. */
  public Source<K, R> source() {
    return new Source<>(this);
  }

  /** Lines as rows: equal to no others, as long as they are. */
  public static final class Source<K, R extends Line> implements RowSource<R> {
    private final GroupLines<K, R> lines;

    private Source(GroupLines<K, R> lines) {
      this.lines = lines;
    }

    /** The lines. */
    public GroupLines<K, R> lines() {
      return lines;
    }

    @Override
    public int size() {
      return lines.size();
    }

    @Override
    public R row(int index) {
      return lines.get(index);
    }

    @Override
    public int id(int index) {
      return lines.grouped().id(lines.get(index));
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
  public record Openness<K>(boolean byDefault, Set<K> others) {
    public Openness {
      others = Set.copyOf(others);
    }

    /** All groups are open. */
    public static <K> Openness<K> allOpen() {
      return new Openness<>(true, Set.of());
    }

    /** All groups are closed. */
    public static <K> Openness<K> allClosed() {
      return new Openness<>(false, Set.of());
    }

    /** Whether a group is open. */
    public boolean isOpen(K group) {
      return others.isEmpty() ? byDefault : byDefault != others.contains(group);
    }

    /** Returns this state with groups opened or closed. */
    public Openness<K> with(Iterable<K> groups, boolean open) {
      Set<K> changed = new HashSet<>(others);
      for (K group : groups) {
        if (open == byDefault) {
          changed.remove(group);
        } else {
          changed.add(group);
        }
      }
      return new Openness<>(byDefault, changed);
    }

    /** Returns this state with one group opened or closed. */
    public Openness<K> with(K group, boolean open) {
      return with(Set.of(group), open);
    }
  }
}
