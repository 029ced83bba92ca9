package org.kpackworkbench.views.kit.rows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.text.NaturalOrder;
import org.kpackworkbench.views.kit.job.Background;

/**
 * The rows of a table, filtered and sorted in the background; only the newest wish counts. Knows no
 * screen; UI thread only.
 */
public final class RowsModel<R> {

  /**
   * How the rows are sorted.
   *
   * @param column the {@link RowColumn#id} of the column whose values count
   */
  public record Sorting(String column, boolean ascending) {}

  /** Rows as they are shown: a new one each time that they were filtered or sorted. */
  public static final class Arranged<R> {
    private final RowSource<R> source;

    private Arranged(RowSource<R> source) {
      this.source = source;
    }

    /** Where they come from. */
    public RowSource<R> source() {
      return source;
    }
  }

  /** Trees up to this many rows are there at once. */
  private static final int MOST_AT_ONCE = 20_000;

  private final RowsSpec<R> spec;
  private final Background background;
  private final Background.Latest latest;
  private final AtomicInteger newest = new AtomicInteger();
  private final RowList<R> rows;
  private final ReadOnlyObjectWrapper<@Nullable Arranged<R>> arranged =
      new ReadOnlyObjectWrapper<>();
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Throwable> failure = new ReadOnlyObjectWrapper<>();
  private @Nullable RowSource<R> source;
  private @Nullable RowSource<R> shownSource;
  private @Nullable IntPredicate only;
  private String query = "";
  private @Nullable Predicate<R> understood;
  private List<Sorting> sorting = List.of();
  private final @Nullable RowFolds<R> folds;
  private final @Nullable RowGroups<R> groups;
  private final @Nullable RowFolds<R> tree;
  private boolean runs = true;

  /** Of what is read now, or was last: whether it is not wanted any more. */
  private AtomicBoolean reading = new AtomicBoolean();

  private boolean replacing;
  private Runnable before = () -> {};

  /** A model without rows; {@link #load} or {@link #show} brings some. */
  public RowsModel(RowsSpec<R> spec, Background background) {
    this.spec = spec;
    this.background = background;
    this.latest = background.latest();
    this.rows = new RowList<>(background, this::fail);
    RowsSpec.Folding<R> folding = spec.folding();
    this.folds = folding == null ? null : new RowFolds<>(folding);
    this.groups = spec.tree() instanceof RowGroups<R> grouped ? grouped : null;
    this.tree = folds == null ? groups : folds;
    if (tree != null) {
      tree.shownBy(new Lines());
    }
  }

  /** Returns the specification of the table. */
  public RowsSpec<R> spec() {
    return spec;
  }

  /** Starts to read the rows. */
  public void load() {
    busy.set(true);
    reading.set(true);
    AtomicBoolean mine = new AtomicBoolean();
    reading = mine;
    background.run(
        () -> spec.load(mine::get),
        this::show,
        why -> {
          if (!mine.get()) {
            fail(why);
          }
        });
  }

  /** Shows rows that have been read, in place of those that were there. */
  public void show(RowSource<R> loaded) {
    source = loaded;
    arrange();
  }

  /** Shows other rows, and of those only some, as {@link #only} says. */
  public void show(RowSource<R> loaded, @Nullable IntPredicate wanted) {
    only = wanted;
    show(loaded);
  }

  /** The groups in which the rows are; null if there never are any. */
  public RowsSpec.@Nullable Tree<R> tree() {
    return tree;
  }

  /** Whether a run of quiet rows is one line, where rows are folded. */
  public void runs(boolean asLines) {
    if (runs != asLines) {
      runs = asLines;
      arrange();
    }
  }

  /**
   * Opens what a row is in; returns its position, or -1 if the filter hides it.
   *
   * @param index where rows are in groups, the number that the line keeps
   */
  public int reveal(int index) {
    if (groups != null) {
      return groups.reveal(index);
    }
    int position = rows.positionOf(index);
    return position < 0 && folds != null ? folds.reveal(index) : position;
  }

  /** Opens the group of a line that is selected in other lines, too; -1 if it is not shown. */
  int kept(int id) {
    return groups == null || id < 0 ? -1 : groups.reveal(id);
  }

  /**
   * The number of the next row in the order in which rows are shown, also of those in closed
   * groups; -1 for none.
   *
   * @param position the line from which it is looked for; -1 for before the first or behind the
   *     last
   * @param step 1 for downwards, -1 for upwards
   */
  public int next(int position, int step, IntPredicate wanted) {
    if (folds != null) {
      return folds.next(position, step, wanted);
    }
    int at = position < 0 && step < 0 ? rows.size() - 1 : position + step;
    for (; at >= 0 && at < rows.size(); at += step) {
      if (wanted.test(rows.index(at))) {
        return rows.index(at);
      }
    }
    return -1;
  }

  /** A row by its number, or that of a run by its negative one. In the background. */
  R read(RowSource<R> from, int index) throws IOException {
    return groups != null
        ? groups.source().row(index)
        : index < 0 && folds != null ? folds.rowOfRun(index) : from.row(index);
  }

  /** The rows as they are shown; empty until they are there. */
  public RowList<R> rows() {
    return rows;
  }

  /** Changes each time that other rows are shown, after {@link #rows}; null at first. */
  public ReadOnlyObjectProperty<@Nullable Arranged<R>> arrangedProperty() {
    return arranged.getReadOnlyProperty();
  }

  /** Sets the action that the table runs before rows are exchanged. */
  void beforeReplacing(Runnable action) {
    before = action;
  }

  /** Whether rows are being exchanged: what is deselected then, no user deselected. */
  public boolean replacing() {
    return replacing;
  }

  /** Returns the problem with the query; empty if there is none. */
  public ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }

  /** Whether rows are being read, filtered or sorted. */
  public ReadOnlyBooleanProperty busyProperty() {
    return busy.getReadOnlyProperty();
  }

  /** Why rows could not be read; null if they could. */
  public ReadOnlyObjectProperty<@Nullable Throwable> failureProperty() {
    return failure.getReadOnlyProperty();
  }

  /** All rows; null until they are there. */
  public @Nullable RowSource<R> source() {
    return source;
  }

  /** The number of lines that are shown. */
  public int shown() {
    return rows.size();
  }

  /** The number of rows that are shown, those in closed groups among them. */
  public int matched() {
    return tree == null ? rows.size() : tree.matched();
  }

  /** The number of all rows. */
  public int all() {
    return folds != null ? folds.all() : source == null ? 0 : source.size();
  }

  /** The line at a position. */
  public LoadedRow<R> row(int position) {
    return rows.get(position);
  }

  /** Returns the query that filters the rows; empty for all. */
  public String query() {
    return query;
  }

  /** Shows only the rows that a query leaves; all for an empty one. */
  public void filter(String newQuery) {
    if (!query.equals(newQuery)) {
      query = newQuery;
      arrange();
    }
  }

  /**
   * Shows only some rows, by their index in the source, which are not read for it.
   *
   * @param wanted any thread; null for all
   */
  public void only(@Nullable IntPredicate wanted) {
    only = wanted;
    arrange();
  }

  /** How rows are sorted; empty if they are as they come. */
  public List<Sorting> sorting() {
    return sorting;
  }

  /** Sorts the rows, by the first wish first; as they come where the list is empty. */
  public void sort(List<Sorting> wishes) {
    if (!sorting.equals(wishes)) {
      sorting = List.copyOf(wishes);
      arrange();
    }
  }

  /**
   * Rows say something else than before.
   *
   * @param elsewhere whether others may be shown for that, or in another order
   */
  public void changed(boolean elsewhere) {
    if (elsewhere) {
      arrange();
    } else {
      rows.readAgain();
    }
  }

  /** Stops what runs: the rows are not shown any more. */
  public void stop() {
    reading.set(true);
    newest.incrementAndGet();
    latest.forget();
  }

  private void arrange() {
    RowSource<R> all = source;
    if (all == null) {
      return;
    }
    try {
      understood = query.isEmpty() ? null : spec.filter(query);
      problem.set("");
    } catch (IllegalArgumentException wrong) {
      String message = wrong.getMessage();
      problem.set(message == null ? "This query cannot be understood." : message);
    }
    Predicate<R> filter = understood;
    IntPredicate wanted = only;
    List<By<R>> order = order();
    int mine = newest.incrementAndGet();
    RowSource<R> asked = whileNewest(all, mine);
    RowGroups<R> grouped = groups;
    RowFolds<R> folded = folds;
    if (grouped != null) {
      grouped.filtered(filter != null);
      arrange(
          () -> grouped.arrange(found(asked, wanted, filter), comparator(order)),
          show -> {
            show.run();
            arranged(grouped.source(), null);
          });
    } else if (folded != null) {
      boolean asLines = runs;
      RowsSpec.Folding<R> folding = Objects.requireNonNull(spec.folding());
      IntPredicate left = row -> !folding.hidden(row) && (wanted == null || wanted.test(row));
      if (filter == null && order.isEmpty() && all.inMemory() && all.size() <= MOST_AT_ONCE) {
        latest.forget();
        int[] found = IntStream.range(0, all.size()).filter(left).toArray();
        fold(folded, all, folding, RowFolds.arrange(folding, found, all.size(), asLines));
      } else {
        arrange(
            () -> {
              int[] found = sorted(asked, matching(asked, left, filter), order);
              return RowFolds.arrange(folding, found, all.size(), asLines);
            },
            sequence -> fold(folded, all, folding, sequence));
      }
    } else if (filter == null && wanted == null && order.isEmpty()) {
      latest.forget();
      arranged(all, null);
    } else {
      arrange(
          () -> sorted(asked, matching(asked, wanted, filter), order),
          found -> arranged(all, found));
    }
  }

  private <T> void arrange(Callable<T> work, Consumer<T> show) {
    busy.set(true);
    latest.run(work, show, this::fail);
  }

  private void fold(
      RowFolds<R> folded,
      RowSource<R> all,
      RowsSpec.Folding<R> folding,
      RowFolds.Sequence sequence) {
    if (folded.show(sequence, folding) || !all.equals(shownSource)) {
      shownSource = all;
      arranged(all, folded.lines());
    } else {
      busy.set(false);
      rows.readAgain();
    }
  }

  private void arranged(RowSource<R> all, int @Nullable [] order) {
    busy.set(false);
    failure.set(null);
    before.run();
    replacing = true;
    try {
      rows.show(withRuns(all), order);
    } finally {
      replacing = false;
    }
    arranged.set(new Arranged<>(all));
  }

  private RowSource<R> withRuns(RowSource<R> all) {
    return folds == null
        ? all
        : new RowSource.Rows<>(all.size(), index -> read(all, index), all::id, all.inMemory());
  }

  /** The changes of the lines when groups and runs are opened and closed. */
  private final class Lines implements RowFolds.Shown {
    @Override
    public void toggle(int position, int gone, int come) {
      RowSource<R> all = source;
      if (groups != null) {
        rows.toggle(groups.source(), null, position, gone, come);
      } else if (all != null && folds != null) {
        rows.toggle(withRuns(all), folds.lines(), position, gone, come);
      }
    }

    @Override
    public void replace() {
      RowSource<R> all = source;
      if (groups != null) {
        arranged(groups.source(), null);
      } else if (all != null && folds != null) {
        arranged(all, folds.lines());
      }
    }
  }

  /** Something that works on the rows failed. */
  public void fail(Throwable why) {
    if (!(why instanceof CancellationException)) {
      busy.set(false);
      failure.set(why);
    }
  }

  /** Returns the rows; cancels reading them once the user wishes for something else. */
  private RowSource<R> whileNewest(RowSource<R> all, int mine) {
    return RowSource.read(
        all.size(),
        index -> {
          if (newest.get() != mine) {
            throw new CancellationException("superseded");
          }
          return all.row(index);
        });
  }

  private static <R> int[] matching(
      RowSource<R> all, @Nullable IntPredicate wanted, @Nullable Predicate<R> filter)
      throws IOException {
    int[] found = new int[all.size()];
    int count = 0;
    for (int i = 0; i < found.length; i++) {
      if ((wanted == null || wanted.test(i)) && (filter == null || filter.test(all.row(i)))) {
        found[count++] = i;
      }
    }
    return Arrays.copyOf(found, count);
  }

  private record By<R>(RowColumn<R> column, boolean ascending) {}

  private List<By<R>> order() {
    List<By<R>> order = new ArrayList<>();
    for (Sorting wish : sorting) {
      spec.columns().stream()
          .filter(column -> column.id().equals(wish.column()))
          .findFirst()
          .ifPresent(column -> order.add(new By<>(column, wish.ascending())));
    }
    return order;
  }

  /** Returns the indices in sorted order; rows that are alike stay as they were. */
  private static <R> List<R> found(
      RowSource<R> all, @Nullable IntPredicate wanted, @Nullable Predicate<R> filter)
      throws IOException {
    List<R> found = new ArrayList<>();
    for (int index : matching(all, wanted, filter)) {
      found.add(all.row(index));
    }
    return found;
  }

  /** The order of lines that are groups or rows; null for as they come. */
  private static <R> @Nullable Comparator<R> comparator(List<By<R>> wishes) {
    Comparator<R> order = null;
    for (By<R> wish : wishes) {
      ToLongFunction<? super R> number = wish.column().number();
      Comparator<R> by =
          number == null
              ? Comparator.comparing(wish.column()::plain, NaturalOrder.INSTANCE)
              : wish.column().look() == RowColumn.Look.ADDRESS
                  ? (a, b) ->
                      Long.compareUnsigned(number.applyAsLong(a) + 1, number.applyAsLong(b) + 1)
                  : Comparator.comparingLong(number);
      Comparator<R> directed = wish.ascending() ? by : by.reversed();
      order = order == null ? directed : order.thenComparing(directed);
    }
    return order;
  }

  private static <R> int[] sorted(RowSource<R> rows, int[] indices, List<By<R>> wishes)
      throws IOException {
    if (wishes.isEmpty() || indices.length < 2) {
      return indices;
    }
    Comparator<Integer> order = null;
    for (By<R> wish : wishes) {
      Comparator<Integer> by = by(rows, indices, wish.column());
      Comparator<Integer> directed = wish.ascending() ? by : by.reversed();
      order = order == null ? directed : order.thenComparing(directed);
    }
    Integer[] positions = new Integer[indices.length];
    Arrays.setAll(positions, i -> i);
    Arrays.sort(positions, order);
    int[] sorted = new int[indices.length];
    Arrays.setAll(sorted, i -> indices[positions[i]]);
    return sorted;
  }

  private static <R> Comparator<Integer> by(RowSource<R> rows, int[] indices, RowColumn<R> column)
      throws IOException {
    long[] numbers = new long[indices.length];
    IntToLongFunction rank = column.rank();
    if (rank != null) {
      Arrays.setAll(numbers, i -> rank.applyAsLong(indices[i]));
    } else if (column.number() != null) {
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = column.number().applyAsLong(rows.row(indices[i]));
      }
    } else {
      List<String> texts = new ArrayList<>(indices.length);
      for (int index : indices) {
        texts.add(column.plain(rows.row(index)));
      }
      return (a, b) -> NaturalOrder.INSTANCE.compare(texts.get(a), texts.get(b));
    }
    // No address (-1) comes before address 0.
    return column.look() == RowColumn.Look.ADDRESS
        ? (a, b) -> Long.compareUnsigned(numbers[a] + 1, numbers[b] + 1)
        : (a, b) -> Long.compare(numbers[a], numbers[b]);
  }
}
