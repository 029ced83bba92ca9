package org.kpackworkbench.views.kit.rows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import javafx.collections.ObservableListBase;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.job.Background;

/**
 * The rows of a source in some order, read page by page when they come in sight; pages that have
 * not been examined for long are forgotten. Never changes. UI thread only.
 */
public final class RowList<R> extends ObservableListBase<LoadedRow<R>> {
  static final int PAGE_ROWS = 64;
  private static final int MOST_PAGES = 64;

  private final RowSource<R> source;
  private final int @Nullable [] order;
  private final Background background;
  private final Consumer<Throwable> onFailure;
  private final Map<Integer, List<LoadedRow<R>>> pages =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, List<LoadedRow<R>>> eldest) {
          return size() > MOST_PAGES;
        }
      };

  /**
   * A list of rows.
   *
   * @param order the indices in the source, in the order to be shown; null for all as they come
   * @param onFailure told why rows could not be read
   */
  public RowList(
      RowSource<R> source,
      int @Nullable [] order,
      Background background,
      Consumer<Throwable> onFailure) {
    this.source = source;
    this.order = order;
    this.background = background;
    this.onFailure = onFailure;
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

  /** Where a row of the source is, or -1 where the filter hides it. */
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

  /** Rows say something else now: those that are held are read again, where they are. */
  public void readAgain() {
    List.copyOf(pages.values()).forEach(this::load);
  }

  private List<LoadedRow<R>> newPage(int page) {
    List<LoadedRow<R>> rows = new ArrayList<>(PAGE_ROWS);
    int end = Math.min(size(), (page + 1) * PAGE_ROWS);
    for (int position = page * PAGE_ROWS; position < end; position++) {
      rows.add(new LoadedRow<>(order == null ? position : order[position]));
    }
    return rows;
  }

  private void load(List<LoadedRow<R>> rows) {
    if (source.inMemory()) {
      try {
        fill(rows, read(rows));
      } catch (IOException failure) {
        onFailure.accept(failure);
      }
      return;
    }
    background.run(() -> read(rows), contents -> fill(rows, contents), onFailure);
  }

  private List<R> read(List<LoadedRow<R>> rows) throws IOException {
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
