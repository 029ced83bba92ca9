package org.kpackworkbench.views.kit.rows;

import java.io.IOException;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.Consumer;
import javafx.collections.ObservableListBase;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.job.Background;

/**
 * The rows of a source in some order, read page by page when they become visible; pages that have
 * not been examined for long are forgotten. One list for as long as a table lives. UI thread only.
 */
public final class RowList<R> extends ObservableListBase<LoadedRow<R>> implements RandomAccess {
  static final int PAGE_ROWS = 64;
  private static final int MOST_PAGES = 64;

  private final Background background;
  private final Consumer<Throwable> onFailure;
  private RowSource<R> source = RowSource.of(List.of());
  private int @Nullable [] order;
  private Map<Integer, List<LoadedRow<R>>> pages = new Pages<>();

  /** The pages that were used last. */
  private static final class Pages<R> extends LinkedHashMap<Integer, List<LoadedRow<R>>> {
    private static final long serialVersionUID = 1L;

    Pages() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Integer, List<LoadedRow<R>>> eldest) {
      return size() > MOST_PAGES;
    }
  }

  /**
   * An empty list.
   *
   * @param onFailure receives the reason why rows could not be read
   */
  RowList(Background background, Consumer<Throwable> onFailure) {
    this.background = background;
    this.onFailure = onFailure;
  }

  /**
   * Shows other rows, or the same in another order.
   *
   * @param now where they come from
   * @param newOrder the indices in the source, in the order to be shown; null for all as they come
   */
  void show(RowSource<R> now, int @Nullable [] newOrder) {
    int before = size();
    source = now;
    order = newOrder;
    pages = new Pages<>();
    beginChange();
    // Those that leave are not made again for the sake of being removed.
    nextReplace(
        0,
        size(),
        new AbstractList<>() {
          @Override
          public LoadedRow<R> get(int position) {
            return new LoadedRow<>(position);
          }

          @Override
          public int size() {
            return before;
          }
        });
    endChange();
  }

  /**
   * The group at a position was opened or closed; all other rows are the same.
   *
   * @param newOrder as for {@link #show}
   * @param gone how many rows below it are not shown any more
   * @param come how many are now
   */
  void toggle(RowSource<R> now, int @Nullable [] newOrder, int position, int gone, int come) {
    source = now;
    order = newOrder;
    pages = new Pages<>();
    beginChange();
    if (gone > 0) {
      nextRemove(position + 1, Collections.nCopies(gone, new LoadedRow<>(position)));
    }
    if (come > 0) {
      nextAdd(position + 1, position + 1 + come);
    }
    endChange();
    // By itself: together with the rows below it, it would be taken for another row.
    beginChange();
    nextSet(position, new LoadedRow<>(position));
    endChange();
  }

  @Override
  public int size() {
    return order == null ? source.size() : order.length;
  }

  @Override
  public LoadedRow<R> get(int position) {
    Objects.checkIndex(position, size());
    int page = position / PAGE_ROWS;
    List<LoadedRow<R>> rows = pages.get(page);
    if (rows == null) {
      rows = newPage(page);
      pages.put(page, rows);
      load(rows);
    }
    return rows.get(position % PAGE_ROWS);
  }

  /** The number of the row at a position in the source; negative for a run of rows. */
  public int index(int position) {
    Objects.checkIndex(position, size());
    return order == null ? position : order[position];
  }

  /** The permanent number of the row at a position. */
  int id(int position) {
    int index = index(position);
    return index < 0 ? index : source.id(index);
  }

  /** Where a row of the source is, or -1 if the filter hides it. */
  public int positionOf(int index) {
    if (order == null) {
      return index < source.size() ? index : -1;
    }
    for (int position = 0; position < order.length; position++) {
      if (order[position] == index) {
        return position;
      }
    }
    return -1;
  }

  /** Where a line is; tables look for the selected one, which must not read all others. */
  @Override
  public int indexOf(@Nullable Object line) {
    for (Map.Entry<Integer, List<LoadedRow<R>>> page : pages.entrySet()) {
      int at = page.getValue().indexOf(line);
      if (at >= 0) {
        return page.getKey() * PAGE_ROWS + at;
      }
    }
    return -1;
  }

  /** Rows say something else now: those that are held are read again, where they are. */
  void readAgain() {
    List.copyOf(pages.values()).forEach(this::load);
  }

  private List<LoadedRow<R>> newPage(int page) {
    List<LoadedRow<R>> rows = new ArrayList<>(PAGE_ROWS);
    int end = Math.min(size(), (page + 1) * PAGE_ROWS);
    for (int position = page * PAGE_ROWS; position < end; position++) {
      rows.add(new LoadedRow<>(index(position)));
    }
    return rows;
  }

  private void load(List<LoadedRow<R>> rows) {
    RowSource<R> from = source;
    if (from.inMemory()) {
      try {
        fill(rows, read(from, rows));
      } catch (IOException failure) {
        onFailure.accept(failure);
      }
      return;
    }
    background.run(() -> read(from, rows), contents -> fill(rows, contents), onFailure);
  }

  private static <R> List<R> read(RowSource<R> source, List<LoadedRow<R>> rows) throws IOException {
    List<R> contents = new ArrayList<>(rows.size());
    for (LoadedRow<R> row : rows) {
      contents.add(source.row(row.index()));
    }
    return contents;
  }

  private void fill(List<LoadedRow<R>> rows, List<R> contents) {
    for (int i = 0; i < contents.size(); i++) {
      rows.get(i).arrived(contents.get(i));
    }
  }
}
