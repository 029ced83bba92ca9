package org.kpackworkbench.views.kit.rows;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.job.Background;

/**
 * The rows of a table, filtered and sorted in the background; only the newest wish counts. Knows no
 * screen; UI thread only.
 */
public final class RowsModel<R> {

  /**
   * How the rows are sorted.
   *
   * @param column the column whose values count
   */
  public record Sorting<R>(RowColumn<R> column, boolean ascending) {}

  private static final int ASK_EVERY_ROWS = 1024;

  private final RowsSpec<R> spec;
  private final Background background;
  private final Background.Latest latest;
  private final AtomicInteger newest = new AtomicInteger();
  private final ReadOnlyObjectWrapper<@Nullable RowList<R>> rows = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Throwable> failure = new ReadOnlyObjectWrapper<>();
  private @Nullable RowSource<R> source;
  private String query = "";
  private List<Sorting<R>> sorting = List.of();

  public RowsModel(RowsSpec<R> spec, Background background) {
    this.spec = spec;
    this.background = background;
    this.latest = background.latest();
  }

  /** Starts to read the rows. */
  public void load() {
    busy.set(true);
    background.run(
        spec::load,
        loaded -> {
          source = loaded;
          arrange();
        },
        this::failed);
  }

  /** The rows as they are to be shown; null until they are there. */
  ReadOnlyObjectProperty<@Nullable RowList<R>> rowsProperty() {
    return rows.getReadOnlyProperty();
  }

  /** What is wrong with the query; empty where nothing is. */
  public ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }

  /** Whether rows are being read, filtered or sorted. */
  public ReadOnlyBooleanProperty busyProperty() {
    return busy.getReadOnlyProperty();
  }

  /** Why rows could not be read; null where they could. */
  public ReadOnlyObjectProperty<@Nullable Throwable> failureProperty() {
    return failure.getReadOnlyProperty();
  }

  /** All rows; null until they are there. */
  public @Nullable RowSource<R> source() {
    return source;
  }

  /** The number of rows that are shown. */
  public int shown() {
    RowList<R> list = rows.get();
    return list == null ? 0 : list.size();
  }

  /** The number of all rows. */
  public int all() {
    return source == null ? 0 : source.size();
  }

  /** The line at a position. */
  public LoadedRow<R> row(int position) {
    RowList<R> list = rows.get();
    if (list == null) {
      throw new IndexOutOfBoundsException(position);
    }
    return list.get(position);
  }

  /** Shows only the rows that a query leaves; all for an empty one. */
  public void filter(String newQuery) {
    if (!query.equals(newQuery)) {
      query = newQuery;
      arrange();
    }
  }

  /** Sorts the rows, by the first wish first; as they come where the list is empty. */
  public void sort(List<Sorting<R>> wishes) {
    if (!sorting.equals(wishes)) {
      sorting = List.copyOf(wishes);
      arrange();
    }
  }

  /** Stops what runs: the rows are not shown any more. */
  public void stop() {
    newest.incrementAndGet();
    latest.forget();
  }

  private void arrange() {
    RowSource<R> all = source;
    if (all == null) {
      return;
    }
    Predicate<R> filter;
    try {
      filter = query.isEmpty() ? null : spec.filter(query);
      problem.set("");
    } catch (IllegalArgumentException wrong) {
      String message = wrong.getMessage();
      problem.set(message == null ? "This query cannot be understood." : message);
      return;
    }
    List<Sorting<R>> wishes = sorting;
    int mine = newest.incrementAndGet();
    if (filter == null && wishes.isEmpty()) {
      latest.forget();
      show(all, null);
      return;
    }
    busy.set(true);
    latest.run(
        () -> {
          RowSource<R> asked = whileNewest(all, mine);
          return RowSorter.sorted(asked, matching(asked, filter), wishes);
        },
        order -> show(all, order),
        this::failed);
  }

  private void show(RowSource<R> all, int @Nullable [] order) {
    busy.set(false);
    failure.set(null);
    rows.set(new RowList<>(all, order, background, this::failed));
  }

  private void failed(Throwable why) {
    if (!(why instanceof CancellationException)) {
      busy.set(false);
      failure.set(why);
    }
  }

  /** The same rows, until the user wishes for something else. */
  private RowSource<R> whileNewest(RowSource<R> all, int mine) {
    return new RowSource<>() {
      @Override
      public int size() {
        return all.size();
      }

      @Override
      public R row(int index) throws IOException {
        if (index % ASK_EVERY_ROWS == 0 && newest.get() != mine) {
          throw new CancellationException("superseded");
        }
        return all.row(index);
      }
    };
  }

  private static <R> int[] matching(RowSource<R> all, @Nullable Predicate<R> filter)
      throws IOException {
    int[] found = new int[all.size()];
    int count = 0;
    for (int i = 0; i < found.length; i++) {
      if (filter == null || filter.test(all.row(i))) {
        found[count++] = i;
      }
    }
    return Arrays.copyOf(found, count);
  }
}
