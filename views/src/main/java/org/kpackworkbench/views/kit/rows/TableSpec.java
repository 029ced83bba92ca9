package org.kpackworkbench.views.kit.rows;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Maker;
import org.kpackworkbench.model.base.place.Place;

/** Specification of a table put together from functions, all of which its constructor states. */
public class TableSpec<R> implements RowsSpec<R> {
  private final TableWords words;
  private List<RowColumn<R>> columns = List.of();
  private Load<R> load = () -> RowSource.of(List.of());
  private Function<R, @Nullable Place> place = row -> null;
  private Function<R, @Nullable Place> target = row -> null;
  private Predicate<Place> shows = where -> false;
  private Function<R, RowMark> mark = row -> RowMark.NONE;
  private Maker<RowSource<R>, String> sums = rows -> "";

  /** Reads what is needed before rows can be shown. */
  protected interface Load<R> {
    /** Reads it; see {@link RowsSpec#load}. */
    RowSource<R> load() throws IOException;
  }

  /** A table of which nothing is known but its words. */
  protected TableSpec(TableWords words) {
    this.words = words;
  }

  /** Sets the columns, in order. */
  protected final void columns(List<RowColumn<R>> all) {
    columns = all;
  }

  /** Sets how rows are read. */
  protected final void load(Load<R> rows) {
    load = rows;
  }

  /** Sets where a row is. */
  protected final void place(Function<R, @Nullable Place> of) {
    place = of;
  }

  /** Sets where a row leads. */
  protected final void target(Function<R, @Nullable Place> of) {
    target = of;
  }

  /** Sets which places some row shows. */
  protected final void shows(Predicate<Place> those) {
    shows = those;
  }

  /** Sets the mark before a row. */
  protected final void mark(Function<R, RowMark> of) {
    mark = of;
  }

  /** Sets the sums for the status bar. */
  protected final void status(Maker<RowSource<R>, String> of) {
    sums = of;
  }

  @Override
  public TableWords words() {
    return words;
  }

  @Override
  public List<RowColumn<R>> columns() {
    return columns;
  }

  @Override
  public RowSource<R> load() throws IOException {
    return load.load();
  }

  @Override
  public @Nullable Place place(R row) {
    return place.apply(row);
  }

  @Override
  public @Nullable Place target(R row) {
    return target.apply(row);
  }

  @Override
  public boolean shows(Place where) {
    return shows.test(where);
  }

  @Override
  public RowMark mark(R row) {
    return mark.apply(row);
  }

  @Override
  public String status(RowSource<R> rows) throws IOException {
    return sums.make(rows);
  }
}
