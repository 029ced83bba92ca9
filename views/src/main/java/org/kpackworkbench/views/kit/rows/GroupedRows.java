package org.kpackworkbench.views.kit.rows;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a table in groups by what they have in common: which groups are open, and where lines
 * are. What was opened stays so when rows are sorted or read again; what was opened while they were
 * filtered is forgotten with the filter. The table's model filters the rows and sorts lines by the
 * table's columns. UI thread only, but for {@link #lines}.
 *
 * @param <K> what identifies a group
 * @param <R> the lines
 */
public final class GroupedRows<K, R extends GroupedRows.Line<K>>
    implements RowsSpec.Tree<R>, RowGroups<R> {

  /** How rows are put into groups. */
  public interface Grouping<K, R extends Line<K>> {
    /** The rows that were found, in their groups. In the background. */
    List<Node<K, R>> of(List<R> found);

    /** Which groups are open until the user opens or closes one. */
    default Openness<K> openAtFirst(List<Node<K, R>> tops) {
      return Openness.all(true);
    }

    /** The line by whose columns a group is sorted: the group itself, with its sums. */
    default R sortedAs(Node<K, R> node) {
      return node.line();
    }
  }

  /** A line of the table: a group, or a row. */
  public interface Line<K> {
    /** The depth in the tree; 0 at the top and in a flat list. */
    int depth();

    /** The number of the row, or of some row of the group. */
    int row();

    /** The identity of the group in all orders of the same grouping; null for a row. */
    default @Nullable K key() {
      return null;
    }
  }

  /**
   * A line with the lines of the group that it is. Immutable.
   *
   * @param below the groups or rows directly in the group, in their order; none of a row
   */
  public record Node<K, R extends Line<K>>(R line, List<Node<K, R>> below) {
    public Node {
      below = List.copyOf(below);
    }

    /** The row, or the rows of the group and of those in it, as they are shown. */
    public IntStream rows() {
      return line.key() == null
          ? IntStream.of(line.row())
          : below.stream().flatMapToInt(Node::rows);
    }

    private Stream<K> groups() {
      K key = line.key();
      return key == null
          ? Stream.empty()
          : Stream.concat(Stream.of(key), below.stream().flatMap(Node::groups));
    }

    /** The first line that is wanted, behind the groups around it; empty if there is none. */
    public static <K, R extends Line<K>> List<Node<K, R>> way(
        List<Node<K, R>> tops, Predicate<? super R> wanted) {
      List<Node<K, R>> way = new ArrayList<>();
      boolean unused = find(tops, wanted, way);
      return way;
    }

    private static <K, R extends Line<K>> boolean find(
        List<Node<K, R>> nodes, Predicate<? super R> wanted, List<Node<K, R>> way) {
      for (Node<K, R> node : nodes) {
        way.add(node);
        if (wanted.test(node.line()) || find(node.below(), wanted, way)) {
          return true;
        }
        way.removeLast();
      }
      return false;
    }
  }

  /**
   * Which groups are open: all or none, but for some. Immutable.
   *
   * @param byDefault whether a group that is not named is open
   * @param others the groups for which it is the other way round
   */
  public record Openness<K>(boolean byDefault, Set<K> others) {
    public Openness {
      others = Set.copyOf(others);
    }

    /** All groups are open, or all are closed. */
    public static <K> Openness<K> all(boolean open) {
      return new Openness<>(open, Set.of());
    }

    /** Whether a group is open. */
    public boolean isOpen(K group) {
      return byDefault != others.contains(group);
    }

    /** Returns this state with groups opened or closed. */
    public Openness<K> with(List<K> groups, boolean open) {
      Set<K> changed = new HashSet<>(others);
      if (open == byDefault) {
        groups.forEach(changed::remove);
      } else {
        changed.addAll(groups);
      }
      return new Openness<>(byDefault, changed);
    }
  }

  private final Grouping<K, R> grouping;
  private final Map<K, Integer> numbers = new ConcurrentHashMap<>();
  private final AtomicInteger next = new AtomicInteger();
  private RowFolds.@Nullable Shown table;
  private List<Node<K, R>> tops = List.of();
  // Read in the background, too, where the widths of columns are found out.
  private volatile List<Node<K, R>> shown = List.of();
  private int found;
  private Openness<K> openAtFirst = Openness.all(true);
  private boolean filtered;
  private @Nullable Openness<K> opened;
  private Openness<K> openedWhileFiltered = Openness.all(true);

  /** A table without rows. */
  public GroupedRows(Grouping<K, R> grouping) {
    this.grouping = grouping;
  }

  @Override
  public void shownBy(RowFolds.Shown now) {
    table = now;
  }

  @Override
  public Runnable arrange(List<R> some, @Nullable Comparator<R> order) {
    List<Node<K, R>> made = grouping.of(some);
    List<Node<K, R>> sorted =
        order == null ? made : sorted(made, Comparator.comparing(grouping::sortedAs, order));
    return () -> {
      found = some.size();
      openAtFirst = grouping.openAtFirst(sorted);
      tops = sorted;
      lay();
    };
  }

  private static <K, R extends Line<K>> List<Node<K, R>> sorted(
      List<Node<K, R>> nodes, Comparator<Node<K, R>> order) {
    return nodes.stream()
        .map(
            node ->
                node.below().isEmpty()
                    ? node
                    : new Node<>(node.line(), sorted(node.below(), order)))
        .sorted(order)
        .toList();
  }

  @Override
  public int matched() {
    return found;
  }

  /** All rows that are shown or in closed groups, in the order of the lines. */
  public IntStream rows() {
    return tops.stream().flatMapToInt(Node::rows);
  }

  /** The lines that are shown. Any thread. */
  public List<R> lines() {
    return shown.stream().map(Node::line).toList();
  }

  /** The line at a position; null if there is none. */
  public @Nullable R line(int index) {
    return index < 0 || index >= shown.size() ? null : shown.get(index).line();
  }

  /**
   * The rows that some lines represent, each once, in the order of their numbers. They may be
   * collected on any thread.
   */
  public Supplier<int[]> rowsOf(int[] indexes) {
    List<Node<K, R>> now = shown;
    return () ->
        IntStream.of(indexes)
            .mapToObj(now::get)
            .flatMapToInt(Node::rows)
            .sorted()
            .distinct()
            .toArray();
  }

  private Openness<K> openness() {
    Openness<K> now = filtered ? openedWhileFiltered : opened;
    return now == null ? openAtFirst : now;
  }

  private void setOpenness(Openness<K> now) {
    if (filtered) {
      openedWhileFiltered = now;
    } else {
      opened = now;
    }
  }

  @Override
  public void filtered(boolean now) {
    if (!filtered || !now) {
      openedWhileFiltered = Openness.all(true);
    }
    filtered = now;
  }

  /** Rows are put into other groups from now on. */
  public void forget() {
    opened = null;
    openedWhileFiltered = Openness.all(true);
  }

  private void lay() {
    List<Node<K, R>> all = new ArrayList<>();
    lay(tops, openness(), all);
    shown = all;
  }

  private void lay(List<Node<K, R>> nodes, Openness<K> open, List<Node<K, R>> all) {
    for (Node<K, R> node : nodes) {
      all.add(node);
      K key = node.line().key();
      if (key != null && open.isOpen(key)) {
        lay(node.below(), open, all);
      }
    }
  }

  @Override
  public RowSource<R> source() {
    List<R> lines = lines();
    return RowSource.of(lines, index -> id(lines.get(index)));
  }

  private int id(R line) {
    K key = line.key();
    return key == null ? id(line.row()) : idOf(key);
  }

  /** The number that the line of a row keeps, however rows are sorted and grouped. */
  public static int id(int row) {
    return 2 * row;
  }

  /** The number that the line of a group keeps. Any thread. */
  public int idOf(K group) {
    return 2 * numbers.computeIfAbsent(group, made -> next.getAndIncrement()) + 1;
  }

  @Override
  public boolean grouped() {
    return tops.stream().anyMatch(node -> node.line().key() != null);
  }

  @Override
  public int depth(R line) {
    return line.depth();
  }

  @Override
  public boolean isGroup(R line) {
    return line.key() != null;
  }

  @Override
  public boolean isOpen(R line) {
    K key = line.key();
    return key != null && openness().isOpen(key);
  }

  @Override
  public int depthAt(int index) {
    R line = line(index);
    return line == null ? -1 : line.depth();
  }

  /** Opens or closes the group at a line; false if there is none or it is so already. */
  @Override
  public boolean open(int index, boolean open) {
    R line = line(index);
    if (line == null || !isGroup(line) || isOpen(line) == open) {
      return false;
    }
    List<K> changed = new ArrayList<>();
    Node<K, R> node = shown.get(index);
    for (K key = node.line().key(); key != null; key = node.line().key()) {
      changed.add(key);
      // A group with a single one in it opens with it: there is nothing to choose there.
      if (!open || node.below().size() != 1) {
        break;
      }
      node = node.below().getFirst();
    }
    toggle(index, openness().with(changed, open));
    return true;
  }

  private void toggle(int index, Openness<K> now) {
    setOpenness(now);
    int gone = shownBelow(index);
    lay();
    if (table != null) {
      table.toggle(index, gone, shownBelow(index));
    }
  }

  /** Opens the group at a line and all below it. */
  @Override
  public void openSubtree(int index) {
    R line = line(index);
    if (line != null && isGroup(line)) {
      toggle(index, openness().with(shown.get(index).groups().toList(), true));
    }
  }

  @Override
  public int openAll(int selected) {
    Node<K, R> before = selected < 0 || selected >= shown.size() ? null : shown.get(selected);
    openAll(true);
    return before == null ? -1 : shown.indexOf(before);
  }

  /** Opens or closes all groups. */
  public void openAll(boolean open) {
    setOpenness(Openness.all(open));
    lay();
    if (table != null) {
      table.replace();
    }
  }

  @Override
  public int reveal(int id) {
    return reveal(Node.way(tops, line -> id(line) == id));
  }

  private int reveal(List<Node<K, R>> way) {
    for (Node<K, R> node : way) {
      if (!node.equals(way.getLast())) {
        boolean unused = open(shown.indexOf(node), true);
      }
    }
    return way.isEmpty() ? -1 : shown.indexOf(way.getLast());
  }
}
