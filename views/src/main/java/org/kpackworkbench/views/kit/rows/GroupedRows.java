package org.kpackworkbench.views.kit.rows;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a table in groups by what they have in common: which groups are open, and where lines
 * are. What was opened stays so when rows are sorted or read again; what was opened while they were
 * filtered is forgotten with the filter. The table's model filters the rows and sorts lines by the
 * table's columns. UI thread only, if not said else.
 *
 * @param <K> what identifies a group
 * @param <R> the lines
 */
public final class GroupedRows<K, R extends GroupedRows.Line<K>> extends RowGroups<R> {

  /** How rows are put into groups. */
  public interface Grouping<K, R extends Line<K>> {
    /** The rows that were found, in their groups. In the background. */
    List<Node<K, R>> of(List<R> found);

    /** Which groups are open until the user opens or closes one. */
    default Predicate<K> openAtFirst(List<Node<K, R>> tops) {
      return group -> true;
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

  private final Grouping<K, R> grouping;
  private final Map<K, Integer> numbers = new ConcurrentHashMap<>();
  private final AtomicInteger next = new AtomicInteger();
  // Read in the background, too, where the widths of columns are found out.
  private volatile Laid<K, R> laid;

  /** A table without rows. */
  public GroupedRows(Grouping<K, R> grouping) {
    this(grouping, new Laid<>(List.of(), group -> true, line -> -1));
  }

  private GroupedRows(Grouping<K, R> grouping, Laid<K, R> none) {
    super(none);
    this.grouping = grouping;
    this.laid = none;
  }

  /** Groups and rows as rows that have parents, by the numbers that they keep. Immutable. */
  private static final class Laid<K, R extends Line<K>> implements RowsSpec.Folding<R> {
    private final Predicate<K> open;
    private final ToIntFunction<R> ids;
    private final List<Node<K, R>> nodes = new ArrayList<>();
    private final List<Integer> ends = new ArrayList<>();
    private final Map<Integer, Integer> places = new HashMap<>();
    private final Map<Integer, Integer> parents = new HashMap<>();
    private boolean grouped;

    Laid(List<Node<K, R>> tops, Predicate<K> open, ToIntFunction<R> ids) {
      this.open = open;
      this.ids = ids;
      add(tops, -1);
    }

    private void add(List<Node<K, R>> level, int parent) {
      for (Node<K, R> node : level) {
        int at = nodes.size();
        int id = index(node.line());
        nodes.add(node);
        ends.add(0);
        places.put(id, at);
        parents.put(id, parent);
        grouped |= node.line().key() != null;
        add(node.below(), id);
        ends.set(at, nodes.size());
      }
    }

    /** Returns the lines for a table in which so many rows were found. */
    Sequence sequence(int found) {
      return new Sequence(
          nodes.stream().mapToInt(node -> index(node.line())).toArray(),
          ends.stream().mapToInt(Integer::intValue).toArray(),
          // No line is quiet.
          IntStream.rangeClosed(0, nodes.size()).toArray(),
          found,
          found,
          false);
    }

    Node<K, R> node(int id) {
      return nodes.get(Objects.requireNonNull(places.get(id)));
    }

    @Override
    public int index(R line) {
      return ids.applyAsInt(line);
    }

    @Override
    public int parent(int id) {
      return parents.getOrDefault(id, -1);
    }

    @Override
    public boolean quiet(int id) {
      return false;
    }

    @Override
    public boolean openAtFirst(int id) {
      K group = node(id).line().key();
      return group == null || open.test(group);
    }

    @Override
    public boolean opensOnlyGroup() {
      return true;
    }

    @Override
    public R run(int first, int rows) {
      throw new IllegalStateException("no row is quiet");
    }
  }

  @Override
  public Runnable arrange(List<R> some, @Nullable Comparator<R> order) {
    List<Node<K, R>> made = grouping.of(some);
    List<Node<K, R>> sorted =
        order == null ? made : sorted(made, Comparator.comparing(grouping::sortedAs, order));
    Laid<K, R> now = new Laid<>(sorted, grouping.openAtFirst(sorted), this::id);
    Sequence lines = now.sequence(some.size());
    return () -> {
      laid = now;
      boolean unused = replace(lines, now);
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

  /** All rows that are shown or in closed groups, in the order of the lines. */
  public IntStream rows() {
    return laid.nodes.stream()
        .filter(node -> node.line().key() == null)
        .mapToInt(node -> node.line().row());
  }

  /** The lines that are shown. */
  public List<R> shown() {
    Laid<K, R> now = laid;
    return IntStream.of(lines()).mapToObj(id -> now.node(id).line()).toList();
  }

  /**
   * The rows that some lines represent, each once, in the order of their numbers. They may be
   * collected on any thread.
   */
  public Supplier<int[]> rowsOf(int[] positions) {
    Laid<K, R> now = laid;
    int[] lines = lines();
    return () ->
        IntStream.of(positions)
            .mapToObj(position -> now.node(lines[position]))
            .flatMapToInt(Node::rows)
            .sorted()
            .distinct()
            .toArray();
  }

  @Override
  public RowSource<R> source() {
    List<R> lines = shown();
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

  /** Whether the number that a line keeps is that of a row, not of a group. */
  public static boolean isRow(int id) {
    return id % 2 == 0;
  }

  /** The number that the line of a group keeps. Any thread. */
  public int idOf(K group) {
    return 2 * numbers.computeIfAbsent(group, made -> next.getAndIncrement()) + 1;
  }

  /** Opens group by group, so that all other lines stay as they are. */
  @Override
  public int reveal(int id) {
    List<Integer> around = new ArrayList<>();
    for (int parent = laid.parent(id); parent >= 0; parent = laid.parent(parent)) {
      around.addFirst(parent);
    }
    for (int group : around) {
      boolean unused = open(positionOf(group), true);
    }
    return positionOf(id);
  }

  /** Any thread. */
  @Override
  public boolean grouped() {
    return laid.grouped;
  }

  /** Any thread. */
  @Override
  public int depth(R line) {
    return line.depth();
  }

  @Override
  public boolean isGroup(R line) {
    return line.key() != null;
  }
}
