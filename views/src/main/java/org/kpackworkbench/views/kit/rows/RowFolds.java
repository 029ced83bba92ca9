package org.kpackworkbench.views.kit.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The lines of a table whose rows are folded: rows below other rows, and runs of quiet rows as one
 * line each. A line is the number of a row, or a negative one for a run: that of its first row as
 * {@link #run} has it. Groups and runs open and close where they are. UI thread only, but for
 * {@link #arrange} and what rows of runs are made of.
 */
class RowFolds<R> implements RowsSpec.Tree<R> {
  /** Fewer quiet rows than these are shown as they are. */
  static final int LEAST_IN_RUN = 3;

  /** Shows lines when rows are opened or closed. */
  interface Shown {
    /** Shows other lines below the one at a position; all others are the same. */
    default void toggle(int position, int gone, int come) {}

    /** Shows other lines. */
    default void replace() {}
  }

  /**
   * Rows in the order in which they are shown, each above what is below it.
   *
   * @param rows their numbers
   * @param ends for each the position behind all that is below it
   * @param loud how many rows before each position are not quiet
   * @param matched how many of them are shown for themselves, and not for what is below them
   * @param all how many rows there are without those that are never shown
   * @param runs whether runs of quiet rows are one line
   */
  record Sequence(int[] rows, int[] ends, int[] loud, int matched, int all, boolean runs) {
    static final Sequence NONE = new Sequence(new int[0], new int[0], new int[] {0}, 0, 0, false);

    private boolean isQuiet(int at) {
      return loud[ends[at]] == loud[at];
    }

    private boolean hasRowsBelow(int at) {
      return ends[at] > at + 1;
    }
  }

  // Rows of runs are made in the background.
  private volatile RowsSpec.Folding<R> folding;
  private final Set<Integer> openRuns = new HashSet<>();
  private final Map<Integer, Boolean> groups = new HashMap<>();
  private final Map<Integer, Boolean> groupsWhileFiltered = new HashMap<>();
  private boolean filtered;
  private Shown shown = new Shown() {};
  private Sequence sequence = Sequence.NONE;
  private int[] places = new int[0];
  private int[] lines = new int[0];
  private int[] depths = new int[0];
  private int[] rowDepths = new int[0];
  private final Map<Integer, Integer> runDepths = new HashMap<>();
  private int count;
  private boolean grouped;
  private volatile Map<Integer, Integer> runs = Map.of();

  RowFolds(RowsSpec.Folding<R> folding) {
    this.folding = folding;
  }

  /** Sets the receiver of the changes when groups are opened and closed. */
  final void shownBy(Shown now) {
    shown = now;
  }

  /**
   * A filter leaves out rows, or none does any more. Groups are open while one does; which of them
   * the user closed is forgotten with it.
   */
  final void filtered(boolean now) {
    if (!filtered || !now) {
      groupsWhileFiltered.clear();
    }
    filtered = now;
  }

  /** Forgets what was opened and closed: groups are open as at first. */
  public final void forget() {
    openRuns.clear();
    groups.clear();
    groupsWhileFiltered.clear();
  }

  private Map<Integer, Boolean> states() {
    return filtered ? groupsWhileFiltered : groups;
  }

  /** The number of the line of the run that begins with a row. */
  static int run(int first) {
    return -1 - first;
  }

  /**
   * Puts rows below those in which they are. Any thread.
   *
   * @param found the rows that are shown, in their order
   * @param size how many rows there are
   */
  static <R> Sequence arrange(RowsSpec.Folding<R> folding, int[] found, int size, boolean runs) {
    int all = 0;
    boolean tree = false;
    for (int row = 0; row < size; row++) {
      all += folding.hidden(row) ? 0 : 1;
    }
    for (int row : found) {
      tree |= folding.parent(row) >= 0;
    }
    int[] rows = tree ? below(folding, found) : found;
    int[] ends = new int[rows.length];
    int[] loud = new int[rows.length + 1];
    int[] open = new int[rows.length];
    int depth = 0;
    for (int at = 0; at < rows.length; at++) {
      int parent = folding.parent(rows[at]);
      while (depth > 0 && rows[open[depth - 1]] != parent) {
        ends[open[--depth]] = at;
      }
      open[depth++] = at;
      loud[at + 1] = loud[at] + (folding.quiet(rows[at]) ? 0 : 1);
    }
    while (depth > 0) {
      ends[open[--depth]] = rows.length;
    }
    return new Sequence(rows, ends, loud, found.length, all, runs);
  }

  /** Rows behind those in which they are; those are there, too, where a filter leaves them out. */
  private static int[] below(RowsSpec.Folding<?> folding, int[] found) {
    Map<Integer, List<Integer>> children = new HashMap<>();
    Set<Integer> added = new HashSet<>();
    for (int row : found) {
      for (int at = row; at >= 0 && added.add(at); at = folding.parent(at)) {
        children
            .computeIfAbsent(Math.max(-1, folding.parent(at)), parent -> new ArrayList<>())
            .add(at);
      }
    }
    IntStream.Builder rows = IntStream.builder();
    add(children, -1, rows);
    return rows.build().toArray();
  }

  private static void add(
      Map<Integer, List<Integer>> children, int parent, IntStream.Builder rows) {
    for (int row : children.getOrDefault(parent, List.of())) {
      rows.add(row);
      add(children, row, rows);
    }
  }

  /**
   * Shows other rows; what was opened and closed stays so, where they are folded as before. Returns
   * whether the lines are other.
   */
  boolean show(Sequence now, RowsSpec.Folding<R> as) {
    if (!folding.equals(as)) {
      forget();
    }
    return replace(now, as);
  }

  /** Shows other rows, with what was opened and closed as it is. */
  final boolean replace(Sequence now, RowsSpec.Folding<R> as) {
    folding = as;
    boolean same = now.matched() == sequence.matched() && now.all() == sequence.all();
    int[] before = lines();
    sequence = now;
    places = new int[Arrays.stream(now.rows()).max().orElse(-1) + 1];
    Arrays.fill(places, -1);
    for (int at = 0; at < now.rows().length; at++) {
      places[now.rows()[at]] = at;
    }
    lay();
    return !same || !Arrays.equals(before, lines());
  }

  /** The lines. */
  final int[] lines() {
    return Arrays.copyOf(lines, count);
  }

  /** How many rows are shown for themselves. */
  final int matched() {
    return sequence.matched();
  }

  /** How many rows there are. */
  int all() {
    return sequence.all();
  }

  /** The row that represents a run. Any thread. */
  R rowOfRun(int line) {
    int first = -1 - line;
    return folding.run(first, runs.getOrDefault(first, 0));
  }

  private void lay() {
    lines = new int[sequence.rows().length + 16];
    depths = new int[lines.length];
    rowDepths = new int[places.length];
    runDepths.clear();
    count = 0;
    grouped = false;
    Map<Integer, Integer> made = new HashMap<>();
    level(0, sequence.rows().length, 0, made);
    runs = Map.copyOf(made);
  }

  private void level(int from, int to, int depth, Map<Integer, Integer> made) {
    int at = from;
    while (at < to) {
      int end = at;
      int siblings = 0;
      while (sequence.runs()
          && end < to
          && sequence.isQuiet(end)
          && folding.alike(sequence.rows()[at], sequence.rows()[end])) {
        end = sequence.ends()[end];
        siblings++;
      }
      if (siblings < LEAST_IN_RUN) {
        row(at, depth, made);
        at = sequence.ends()[at];
        continue;
      }
      int first = sequence.rows()[at];
      made.put(first, end - at);
      line(run(first), depth);
      grouped = true;
      while (openRuns.contains(first) && at < end) {
        row(at, depth + 1, made);
        at = sequence.ends()[at];
      }
      at = end;
    }
  }

  private void row(int at, int depth, Map<Integer, Integer> made) {
    line(sequence.rows()[at], depth);
    if (sequence.hasRowsBelow(at)) {
      grouped = true;
      if (isOpen(at)) {
        level(at + 1, sequence.ends()[at], depth + 1, made);
      }
    }
  }

  private void line(int line, int depth) {
    if (count == lines.length) {
      lines = Arrays.copyOf(lines, 2 * count);
      depths = Arrays.copyOf(depths, 2 * count);
    }
    lines[count] = line;
    depths[count++] = depth;
    if (line < 0) {
      runDepths.put(line, depth);
    } else {
      rowDepths[line] = depth;
    }
  }

  /** Returns whether a row is open; one that is quiet as a whole is closed at first. */
  private boolean isOpen(int at) {
    int row = sequence.rows()[at];
    return states()
        .getOrDefault(
            row,
            filtered || (folding.openAtFirst(row) && (!sequence.isQuiet(at) || !sequence.runs())));
  }

  private int place(int row) {
    return row < places.length && row >= 0 ? places[row] : -1;
  }

  @Override
  public boolean grouped() {
    return grouped;
  }

  @Override
  public int depth(R row) {
    int line = folding.index(row);
    return line < 0
        ? runDepths.getOrDefault(line, 0)
        : line < rowDepths.length ? rowDepths[line] : 0;
  }

  @Override
  public boolean isGroup(R row) {
    int line = folding.index(row);
    int at = place(line);
    return line < 0 || (at >= 0 && sequence.hasRowsBelow(at));
  }

  @Override
  public boolean isOpen(R row) {
    int line = folding.index(row);
    int at = place(line);
    return line < 0
        ? openRuns.contains(-1 - line)
        : at >= 0 && sequence.hasRowsBelow(at) && isOpen(at);
  }

  @Override
  public boolean open(int position, boolean open) {
    if (position < 0 || position >= count) {
      return false;
    }
    int line = lines[position];
    int at = place(line);
    boolean group = line < 0 || (at >= 0 && sequence.hasRowsBelow(at));
    boolean now = line < 0 ? openRuns.contains(-1 - line) : group && isOpen(at);
    if (!group || now == open) {
      return false;
    }
    set(line, open);
    // A group with a single one in it may open with it: there is nothing to choose there.
    for (int in = at + 1; open && at >= 0 && folding.opensOnlyGroup() && isOnlyGroup(in); in++) {
      set(sequence.rows()[in], true);
    }
    toggle(position);
    return true;
  }

  private boolean isOnlyGroup(int at) {
    return sequence.ends()[at] == sequence.ends()[at - 1] && sequence.hasRowsBelow(at);
  }

  private void toggle(int position) {
    int gone = shownBelow(position);
    lay();
    shown.toggle(position, gone, shownBelow(position));
  }

  private void set(int line, boolean open) {
    if (line >= 0) {
      states().put(line, open);
    } else if (open) {
      openRuns.add(-1 - line);
    } else {
      openRuns.remove(-1 - line);
    }
  }

  @Override
  public void openSubtree(int position) {
    if (position < 0 || position >= count) {
      return;
    }
    int line = lines[position];
    int at = place(line < 0 ? -1 - line : line);
    int end = line < 0 ? at + runs.getOrDefault(-1 - line, 0) : sequence.ends()[at];
    set(line, true);
    openAll(at, end, true);
    toggle(position);
  }

  private void openAll(int from, int to, boolean open) {
    for (int at = from; at < to; at++) {
      if (sequence.hasRowsBelow(at)) {
        set(sequence.rows()[at], open);
      }
      // Only called for the first row of a run.
      if (sequence.isQuiet(at)) {
        set(run(sequence.rows()[at]), open);
      }
    }
  }

  /** Opens or closes all groups. */
  public final void openAll(boolean open) {
    openAll(0, sequence.rows().length, open);
    lay();
    shown.replace();
  }

  @Override
  public int openAll(int position) {
    int line = position < 0 || position >= count ? Integer.MIN_VALUE : lines[position];
    openAll(true);
    return positionOf(line);
  }

  @Override
  public int depthAt(int position) {
    return position < 0 || position >= count ? -1 : depths[position];
  }

  final int positionOf(int line) {
    for (int position = 0; position < count; position++) {
      if (lines[position] == line) {
        return position;
      }
    }
    return -1;
  }

  /** Opens what a row is in; returns its position, or -1 if the filter hides it. */
  public int reveal(int row) {
    int at = place(row);
    if (at < 0) {
      return -1;
    }
    for (int parent = folding.parent(row); parent >= 0; parent = folding.parent(parent)) {
      if (place(parent) >= 0 && !isOpen(place(parent))) {
        set(parent, true);
      }
    }
    lay();
    // A folder that was just opened may itself be in a run, as may the row in it.
    for (int position = runAround(at); position >= 0; position = runAround(at)) {
      openRuns.add(-1 - lines[position]);
      lay();
    }
    shown.replace();
    return positionOf(row);
  }

  /** The position of the closed run in which a row is; -1 for none. */
  private int runAround(int at) {
    for (int position = 0; position < count; position++) {
      int first = -1 - lines[position];
      if (lines[position] < 0 && !openRuns.contains(first)) {
        int from = place(first);
        if (from <= at && at < from + runs.getOrDefault(first, 0)) {
          return position;
        }
      }
    }
    return -1;
  }

  /** The next row in the order in which rows are shown, also of those in closed groups. */
  public int next(int position, int step, IntPredicate wanted) {
    int at = step > 0 ? -1 : sequence.rows().length;
    if (position >= 0 && position < count) {
      int line = lines[position];
      at = place(line < 0 ? -1 - line : line);
    }
    for (at += step; at >= 0 && at < sequence.rows().length; at += step) {
      if (wanted.test(sequence.rows()[at])) {
        return sequence.rows()[at];
      }
    }
    return -1;
  }
}
