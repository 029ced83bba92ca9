package org.kpackworkbench.views.analysis.compare;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.model.analysis.diff.TableComparison;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.RowList;
import org.kpackworkbench.views.kit.rows.RowSource;

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
  private final ReadOnlyObjectWrapper<CompareCounts> counts =
      new ReadOnlyObjectWrapper<>(CompareCounts.NONE);
  private final ReadOnlyObjectWrapper<CompareWish> wish =
      new ReadOnlyObjectWrapper<>(CompareWish.ALL);
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
  ReadOnlyObjectProperty<CompareCounts> countsProperty() {
    return counts.getReadOnlyProperty();
  }

  /** Which rows are wanted. */
  ReadOnlyObjectProperty<CompareWish> wishProperty() {
    return wish.getReadOnlyProperty();
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
  void wish(CompareWish now) {
    if (!now.equals(wish.get())) {
      wish.set(now);
      arrange();
    }
  }

  /** More is known of some rows. */
  void known() {
    Shown now = shown.get();
    if (wish.get().dependsOnChanges()) {
      arrange();
    } else if (now != null) {
      now.rows().readAgain();
    }
    count();
  }

  /** Nobody looks at it any more. */
  void stop() {
    newest.incrementAndGet();
    arranging.forget();
    counting.forget();
  }

  /**
   * Where the next row stands that is known to differ.
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
    CompareWish now = wish.get();
    Predicate<Row> filter;
    try {
      filter = now.query().isEmpty() ? null : CompareColumns.filter(now.query());
      problem.set("");
    } catch (IllegalArgumentException wrong) {
      problem.set(String.valueOf(wrong.getMessage()));
      return;
    }
    int mine = newest.incrementAndGet();
    if (CompareWish.ALL.equals(now)) {
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

  private int[] order(CompareWish now, @Nullable Predicate<Row> filter, int mine)
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
    CompareOrder order = now.order();
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
    counting.run(() -> CompareCounts.of(comparison), counts::set, this::failed);
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
}
