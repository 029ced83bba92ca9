package org.kpackworkbench.views.analysis.compare;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntToLongFunction;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.analysis.diff.Row.Delta;
import org.kpackworkbench.model.analysis.diff.TableComparison;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.views.analysis.compare.DifferenceWords.ChangeLook;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.ColumnFilter;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowList;
import org.kpackworkbench.views.kit.rows.RowSorter;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsModel;

/**
 * The rows of one comparison as they are shown: numbers of rows, chosen and sorted in the
 * background; a row is read when it comes in sight. Knows no screen; UI thread only.
 */
final class CompareModel {
  private static final int ASK_EVERY_ROWS = 1024;

  /**
   * What is shown.
   *
   * @param rows the rows, read when they come in sight
   * @param order their numbers
   */
  record Shown(RowList<Row> rows, int[] order) {}

  private final TableComparison comparison;
  private final Background background;
  private final Background.Latest arranging;
  private final Background.Latest counting;
  private final AtomicInteger newest = new AtomicInteger();
  private final RowSource<Row> source = new Rows();
  private final ReadOnlyObjectWrapper<@Nullable Shown> shown = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<ChangeCounts> counts =
      new ReadOnlyObjectWrapper<>(ChangeCounts.NONE);
  private final ReadOnlyObjectWrapper<RowSelection> shownRows =
      new ReadOnlyObjectWrapper<>(RowSelection.ALL);
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
  private final ReadOnlyObjectWrapper<@Nullable Throwable> failure = new ReadOnlyObjectWrapper<>();

  CompareModel(TableComparison comparison, Background background) {
    this.comparison = comparison;
    this.background = background;
    this.arranging = background.latest();
    this.counting = background.latest();
  }

  TableComparison comparison() {
    return comparison;
  }

  /** The rows as they come, at once; and counts them. */
  void begin() {
    arrange();
    count();
  }

  /** What is shown; null at first. */
  ReadOnlyObjectProperty<@Nullable Shown> shownProperty() {
    return shown.getReadOnlyProperty();
  }

  /** How many rows there are of each change. */
  ReadOnlyObjectProperty<ChangeCounts> countsProperty() {
    return counts.getReadOnlyProperty();
  }

  /** Which rows are wanted. */
  ReadOnlyObjectProperty<RowSelection> shownRowsProperty() {
    return shownRows.getReadOnlyProperty();
  }

  /** What is wrong with the query; empty where nothing is. */
  ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }

  /** Why rows could not be read; null where they could. */
  ReadOnlyObjectProperty<@Nullable Throwable> failureProperty() {
    return failure.getReadOnlyProperty();
  }

  /** Shows other rows, or in another order. */
  void shownRows(RowSelection now) {
    if (!now.equals(shownRows.get())) {
      shownRows.set(now);
      arrange();
    }
  }

  /** More is known of some rows. */
  void known() {
    Shown now = shown.get();
    if (shownRows.get().dependsOnChanges()) {
      arrange();
    } else if (now != null) {
      now.rows().readAgain();
    }
    count();
  }

  /** Called when the level is closed. */
  void stop() {
    newest.incrementAndGet();
    arranging.forget();
    counting.forget();
  }

  /**
   * The position of the next row that is known to differ.
   *
   * @param from the position from which it is looked for; -1 before the first
   * @param step 1 for downwards, -1 for upwards
   * @return -1 where there is none
   */
  int nextDifference(int from, int step) {
    Shown now = shown.get();
    if (now == null) {
      return -1;
    }
    int[] order = now.order();
    int at = from < 0 && step < 0 ? order.length - 1 : from + step;
    for (; at >= 0 && at < order.length; at += step) {
      if (comparison.change(order[at]).isDifference()) {
        return at;
      }
    }
    return -1;
  }

  private void arrange() {
    RowSelection now = shownRows.get();
    Predicate<Row> filter;
    try {
      filter = now.query().isEmpty() ? null : DifferenceColumns.filter(now.query());
      problem.set("");
    } catch (IllegalArgumentException wrong) {
      problem.set(String.valueOf(wrong.getMessage()));
      return;
    }
    int mine = newest.incrementAndGet();
    if (RowSelection.ALL.equals(now)) {
      // Nothing to choose or sort: shown before anything else is done.
      arranging.forget();
      show(all());
      return;
    }
    arranging.run(() -> order(now, filter, mine), this::show, this::failed);
  }

  private int[] all() {
    return IntStream.range(0, comparison.rowCount()).toArray();
  }

  private int[] order(RowSelection now, @Nullable Predicate<Row> filter, int mine)
      throws IOException {
    RowSource<Row> asked = whileNewest(mine);
    int[] rows = new int[comparison.rowCount()];
    int count = 0;
    for (int row = 0; row < rows.length; row++) {
      if (now.leaves(comparison, row) && (filter == null || filter.test(asked.row(row)))) {
        rows[count++] = row;
      }
    }
    int[] left = Arrays.copyOf(rows, count);
    DifferenceOrder order = now.order();
    return order == null ? left : order.sorted(comparison, asked, left);
  }

  private void show(int[] order) {
    failure.set(null);
    shown.set(new Shown(new RowList<>(source, order, background, this::failed), order));
  }

  private void failed(Throwable why) {
    if (!(why instanceof CancellationException)) {
      failure.set(why);
    }
  }

  private void count() {
    counting.run(() -> ChangeCounts.of(comparison), counts::set, this::failed);
  }

  private RowSource<Row> whileNewest(int mine) {
    return new RowSource<>() {
      @Override
      public int size() {
        return source.size();
      }

      @Override
      public Row row(int index) throws IOException {
        if (index % ASK_EVERY_ROWS == 0 && newest.get() != mine) {
          throw new CancellationException("superseded");
        }
        return source.row(index);
      }
    };
  }

  /** The comparison's rows; read in the background. */
  private final class Rows implements RowSource<Row> {
    @Override
    public int size() {
      return comparison.rowCount();
    }

    @Override
    public Row row(int index) throws FormatException {
      return comparison.row(index);
    }
  }

  /**
   * How many rows there are of each change. One thing under two names is one difference.
   *
   * @param rows how many rows there are, of whatever kind
   * @param of how many of each; what there is none of is left out
   */
  record ChangeCounts(int rows, Map<Change, Integer> of) {
    static final ChangeCounts NONE = new ChangeCounts(0, Map.of());

    static ChangeCounts of(TableComparison comparison) {
      Map<Change, Integer> counts = new EnumMap<>(Change.class);
      for (int row = 0; row < comparison.rowCount(); row++) {
        int counterpart = comparison.counterpart(row);
        if (counterpart < 0 || counterpart > row) {
          counts.merge(comparison.change(row), 1, Integer::sum);
        }
      }
      return new ChangeCounts(comparison.rowCount(), counts);
    }

    /** How many differ, as far as is known. */
    int differences() {
      return of.entrySet().stream()
          .filter(count -> count.getKey().isDifference())
          .mapToInt(Map.Entry::getValue)
          .sum();
    }
  }

  /** What rows of a comparison can be sorted and filtered by. */
  static final class DifferenceColumns {
    static final String FILTER_PROMPT = "name:gemm change:added size>1M delta>4K";

    static final RowColumn<Row> NAME = RowColumn.text("Name", DifferenceColumns::names);
    static final RowColumn<Row> KIND = RowColumn.text("Kind", Row::group);
    static final RowColumn<Row> DETAILS = RowColumn.text("Differs in", DifferenceWords::details);

    private static final List<RowColumn<Row>> FILTERED =
        List.of(
            NAME,
            KIND,
            RowColumn.text("Change", row -> ChangeLook.of(row.change()).word()),
            DETAILS,
            RowColumn.size("Size", DifferenceColumns::largest),
            RowColumn.size("Delta", DifferenceColumns::grown),
            RowColumn.text("Arch", DifferenceColumns::targets),
            RowColumn.count("Index", DifferenceColumns::index));

    private static final Pattern TARGET =
        Pattern.compile("gfx[0-9a-f]+(?:-[a-z0-9-]+)?(?::\\w+[+-])*");
    private static final Pattern INDEX = Pattern.compile("#([0-9]{1,18})");

    private DifferenceColumns() {}

    /** All names of a row that a filter may contain. */
    private static String names(Row row) {
      String name = DifferenceWords.name(row);
      return name.equals(row.key()) ? name : name + " " + row.key();
    }

    /** The targets that a row's key and place name. */
    private static String targets(Row row) {
      return Stream.concat(
              TARGET.matcher(row.key()).results().map(MatchResult::group),
              row.fields().stream()
                  .filter(field -> field.name().equals("target"))
                  .flatMap(field -> field.values().stream())
                  .filter(Objects::nonNull))
          .distinct()
          .collect(Collectors.joining(" "));
    }

    /** The wrapper's index in a row's key; -1 where there is none. */
    private static long index(Row row) {
      Matcher found = INDEX.matcher(row.key());
      return found.find() ? Long.parseLong(found.group(1)) : -1;
    }

    /** The size of one side. */
    static RowColumn<Row> size(int side) {
      return RowColumn.size("Side", row -> row.cells().get(side).sizeBytes());
    }

    /**
     * The rows that a query leaves.
     *
     * @throws IllegalArgumentException where the query cannot be understood
     */
    static Predicate<Row> filter(String query) {
      return ColumnFilter.of(query, FILTERED);
    }

    private static long largest(Row row) {
      return row.cells().stream().mapToLong(Cell::sizeBytes).max().orElse(-1);
    }

    private static long grown(Row row) {
      Delta delta = row.delta(row.cells().size() - 1);
      return delta == null ? -1 : Math.abs(delta.amount());
    }
  }

  /**
   * How rows of a comparison are sorted.
   *
   * @param by what counts
   * @param side for {@link By#SIDE} the side, else 0
   */
  record DifferenceOrder(By by, int side, boolean ascending) {

    /** What rows can be sorted by. */
    enum By {
      NAME,
      KIND,
      CHANGE,
      /** How large it is on a side. */
      SIDE,
      /** By how much it grew. */
      DELTA,
      DETAILS
    }

    /** The same rows in this order; rows that are alike stay as they were. In the background. */
    int[] sorted(TableComparison comparison, RowSource<Row> rows, int[] indices)
        throws IOException {
      return switch (by) {
        // What is asked of all rows is answered from memory.
        case DELTA -> sorted(indices, comparison::deltaBytes);
        case CHANGE -> sorted(indices, row -> comparison.change(row).ordinal());
        case NAME -> sorted(rows, indices, DifferenceColumns.NAME);
        case KIND -> sorted(rows, indices, DifferenceColumns.KIND);
        case DETAILS -> sorted(rows, indices, DifferenceColumns.DETAILS);
        case SIDE -> sorted(rows, indices, DifferenceColumns.size(side));
      };
    }

    private int[] sorted(RowSource<Row> rows, int[] indices, RowColumn<Row> column)
        throws IOException {
      return RowSorter.sorted(rows, indices, List.of(new RowsModel.Sorting<>(column, ascending)));
    }

    private int[] sorted(int[] indices, IntToLongFunction value) {
      long[] values = Arrays.stream(indices).mapToLong(value).toArray();
      Integer[] positions = new Integer[indices.length];
      Arrays.setAll(positions, at -> at);
      Comparator<Integer> order = Comparator.comparingLong(at -> values[at]);
      Arrays.sort(positions, ascending ? order : order.reversed());
      return Arrays.stream(positions).mapToInt(at -> indices[at]).toArray();
    }
  }

  /**
   * Which rows of a comparison are shown, and in which order.
   *
   * @param onlyDifferences only what is known to differ
   * @param change only this; null for whatever became of them
   * @param group only this kind of thing; null for all kinds
   * @param query what {@link DifferenceColumns#FILTER_PROMPT} shows; empty for all
   * @param order how they are sorted; null for the comparison's own order
   */
  record RowSelection(
      boolean onlyDifferences,
      @Nullable Change change,
      @Nullable String group,
      String query,
      @Nullable DifferenceOrder order) {
    static final RowSelection ALL = new RowSelection(false, null, null, "", null);

    RowSelection differences(boolean only) {
      return new RowSelection(only, change, group, query, order);
    }

    RowSelection change(@Nullable Change only) {
      return new RowSelection(onlyDifferences, only, group, query, order);
    }

    RowSelection group(@Nullable String only) {
      return new RowSelection(onlyDifferences, change, only, query, order);
    }

    RowSelection query(String text) {
      return new RowSelection(onlyDifferences, change, group, text, order);
    }

    RowSelection order(@Nullable DifferenceOrder by) {
      return new RowSelection(onlyDifferences, change, group, query, by);
    }

    /** Whether it leaves a row, as far as that can be told without reading it. */
    boolean leaves(TableComparison comparison, int row) {
      Change now = comparison.change(row);
      return (!onlyDifferences || now.isDifference())
          && (change == null || now == change)
          && (group == null || group.equals(comparison.group(row)));
    }

    /** Whether other rows may be shown, or in another order, when more becomes known of them. */
    boolean dependsOnChanges() {
      return onlyDifferences
          || change != null
          || query.contains("change")
          || (order != null && order.by() == DifferenceOrder.By.CHANGE);
    }
  }
}
