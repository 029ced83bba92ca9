package org.kpackworkbench.views.analysis.compare;

import java.util.List;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.BelowCounts;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.ChangeCounts;
import org.kpackworkbench.model.analysis.diff.ComparisonKind;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.model.analysis.diff.TableComparison;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsModel;
import org.kpackworkbench.views.spi.Remembered;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * The rows of one comparison, which of them are shown, and how many there are of each change. Knows
 * no screen; UI thread only.
 */
final class CompareModel {
  private final TableComparison comparison;
  private final Background.Latest counting;
  private final ContentsRun contents;
  private final RowsModel<Row> rows;
  private final ReadOnlyObjectWrapper<ChangeCounts> counts =
      new ReadOnlyObjectWrapper<>(ChangeCounts.NONE);
  private final ReadOnlyObjectWrapper<RowSelection> wanted;
  // Read in the background, where rows are made.
  private volatile BelowCounts below = BelowCounts.none();
  private volatile boolean stopped;

  /**
   * A model of what {@link #begin} shows.
   *
   * @param title what is compared
   * @param names the sides' names
   * @param wanted the rows that are shown at first
   */
  CompareModel(
      TableComparison comparison,
      String title,
      List<String> names,
      RowSelection wanted,
      ViewContext context) {
    Background background = context.background();
    this.comparison = comparison;
    this.counting = background.latest();
    this.contents =
        new ContentsRun(
            comparison, context, "Compare contents of " + title, this::count, System::nanoTime);
    this.rows = new RowsModel<>(new DifferenceRows(this, names, background), background);
    this.wanted = new ReadOnlyObjectWrapper<>(wanted);
    rows.filter(wanted.query());
    rows.sort(wanted.order());
    choose(wanted);
  }

  TableComparison comparison() {
    return comparison;
  }

  /** The rows as a table shows them. */
  RowsModel<Row> rows() {
    return rows;
  }

  /** The comparison of contents behind the rows. */
  ContentsRun contents() {
    return contents;
  }

  /** Shows the rows, counts them, and finds out more behind them. */
  void begin() {
    rows.show(
        RowSource.read(
            comparison.rowCount(), index -> comparison.row(index).noted(below.words(index))));
    count();
    contents.start();
  }

  /** How many rows there are of each change. */
  ReadOnlyObjectProperty<ChangeCounts> countsProperty() {
    return counts.getReadOnlyProperty();
  }

  /** Which rows are shown; its query and order are those that a later level begins with. */
  ReadOnlyObjectProperty<RowSelection> wantedProperty() {
    return wanted.getReadOnlyProperty();
  }

  /** Which rows are shown, by query, and their order: all that outlives the level. */
  RowSelection wanted() {
    RowSelection now = wanted.get();
    return new RowSelection(
        now.onlyDifferences(),
        now.inOrder(),
        now.change(),
        now.group(),
        rows.query(),
        rows.sorting());
  }

  /** Returns what is known of the rows below each folder. Any thread. */
  BelowCounts below() {
    return below;
  }

  /** Whether nothing of it is shown any more. Any thread. */
  boolean stopped() {
    return stopped;
  }

  /** Filters the rows. Runs of equal rows are one line only if nothing was searched for. */
  void filter(String query) {
    rows.filter(query);
    fold(wanted.get());
  }

  private void fold(RowSelection now) {
    rows.runs(rows.query().isEmpty() && now.change() == null);
  }

  /** Shows rows of other kinds. */
  void show(RowSelection now) {
    if (!now.equals(wanted.get())) {
      wanted.set(now);
      choose(now);
    }
  }

  private void choose(RowSelection now) {
    fold(now);
    rows.only(row -> now.leaves(comparison, row));
  }

  /** Stops what runs. */
  void stop(Runnable whenStopped) {
    stopped = true;
    rows.stop();
    counting.forget();
    contents.close(whenStopped);
  }

  /**
   * The number of the next row that is known to differ, also of those in closed folders.
   *
   * @param from the line from which it is looked for; -1 before the first
   * @param step 1 for downwards, -1 for upwards
   * @return -1 if there is none
   */
  int nextDifference(int from, int step) {
    return rows.next(from, step, row -> comparison.change(row).isDifference());
  }

  private record Counted(ChangeCounts counts, BelowCounts below) {}

  private void count() {
    counting.run(
        () -> new Counted(ChangeCounts.of(comparison), BelowCounts.of(comparison)),
        counted -> {
          below = counted.below();
          counts.set(counted.counts());
          rows.changed(true);
        },
        rows::fail);
  }

  /**
   * Which rows of a comparison are shown, and in which order.
   *
   * @param onlyDifferences only what is known to differ
   * @param inOrder whether order is compared, too
   * @param change only this; null for any change
   * @param group only this kind of thing; null for all kinds
   * @param query what the filter holds; empty for all
   * @param order how they are sorted; empty for the comparison's own order
   */
  record RowSelection(
      boolean onlyDifferences,
      boolean inOrder,
      @Nullable Change change,
      @Nullable String group,
      String query,
      List<RowsModel.Sorting> order) {
    private static final String ONLY = "compare.only-differences";
    private static final String IN_ORDER = "compare.order";
    private static final String YES = "yes";
    private static final String NO = "no";
    static final RowSelection ALL = new RowSelection(false, false, null, null, "", List.of());

    RowSelection differences(boolean only) {
      return new RowSelection(only, inOrder, change, group, query, order);
    }

    RowSelection inOrder(boolean also) {
      return new RowSelection(onlyDifferences, also, change, group, query, order);
    }

    RowSelection change(@Nullable Change only) {
      return new RowSelection(onlyDifferences, inOrder, only, group, query, order);
    }

    RowSelection group(@Nullable String only) {
      return new RowSelection(onlyDifferences, inOrder, change, only, query, order);
    }

    /** Whether it shows a row, as far as is known without reading the row. */
    private boolean leaves(TableComparison comparison, int row) {
      Change now = comparison.change(row);
      return (!onlyDifferences || now.isDifference())
          && (change == null || now == change)
          && (group == null || group.equals(comparison.group(row)));
    }

    /**
     * Returns what was remembered for comparisons of a kind; tables remember their order
     * themselves.
     */
    static RowSelection remembered(Remembered remembered, ComparisonKind kind) {
      return new RowSelection(
          remembered.text(ONLY).orElse("").equals(YES),
          remembered.text(IN_ORDER).orElse("").equals(YES),
          null,
          null,
          remembered.text(key(kind)).orElse(""),
          List.of());
    }

    /** Remembers it for other levels and the next start. */
    void remember(Remembered remembered, ComparisonKind kind) {
      remembered.text(key(kind), query);
      remembered.text(ONLY, onlyDifferences ? YES : NO);
      remembered.text(IN_ORDER, inOrder ? YES : NO);
    }

    private static String key(ComparisonKind kind) {
      return "compare.filter." + kind.id();
    }
  }
}
