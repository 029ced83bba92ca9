package org.kpackworkbench.views.window.search;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.PlaceFinder;

/** What find/go-to has found for what was typed. Node-free; UI thread. */
public final class FindModel {
  private static final System.Logger LOG = System.getLogger(FindModel.class.getName());
  static final int MOST_PER_FINDER = 50;

  /** Up to this many are counted where not all are shown. */
  static final int MOST_COUNTED = 20_000;

  /**
   * One result.
   *
   * @param title the finder's title
   * @param file the file it is in, where several are open; else empty
   */
  record Hit(String title, String file, PlaceFinder.Found found) {}

  /**
   * What came of a search.
   *
   * @param more finders that stopped where nobody would look any further
   */
  private record Answer(List<Hit> hits, List<Unfinished> more, @Nullable Throwable failure) {}

  private record Unfinished(PlaceFinder finder, OpenedFile file) {}

  private final List<PlaceFinder> finders;
  private final Supplier<List<OpenedFile>> files;
  private final Background.Latest latest;
  private final Background.Latest counting;
  private final ObservableList<Hit> hits = FXCollections.observableArrayList();
  private final ReadOnlyBooleanWrapper searching = new ReadOnlyBooleanWrapper(this, "searching");
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper(this, "problem", "");
  private final ReadOnlyIntegerWrapper total = new ReadOnlyIntegerWrapper(this, "total");
  private int position = -1;
  private final AtomicInteger generation = new AtomicInteger();

  /**
   * A search.
   *
   * @param files the open files, the one in front first
   */
  public FindModel(
      List<PlaceFinder> finders, Supplier<List<OpenedFile>> files, Background background) {
    this.finders = finders;
    this.files = files;
    this.latest = background.latest();
    this.counting = background.latest();
  }

  public ObservableList<Hit> hits() {
    return hits;
  }

  ReadOnlyBooleanProperty searchingProperty() {
    return searching.getReadOnlyProperty();
  }

  /** Why something could not be searched; empty where nothing went wrong. */
  ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }

  /**
   * How many places there are, of which {@link #hits} are the first; that many or more where it is
   * over {@link #MOST_COUNTED}. Counted after the hits are shown.
   */
  ReadOnlyIntegerProperty totalProperty() {
    return total.getReadOnlyProperty();
  }

  /** Something was typed: searches in the background, forgetting what it searched for before. */
  void query(String text) {
    String wanted = text.strip();
    int mine = generation.incrementAndGet();
    position = -1;
    counting.forget();
    if (wanted.isEmpty()) {
      latest.forget();
      total.set(0);
      hits.clear();
      problem.set("");
      searching.set(false);
      return;
    }
    List<OpenedFile> open = files.get();
    searching.set(true);
    Progress progress = new Superseded(() -> generation.get() != mine);
    latest.run(
        () -> search(wanted, open, progress),
        answer -> {
          show(answer);
          count(wanted, answer, progress);
        },
        failure -> show(new Answer(List.of(), List.of(), failure)));
  }

  /** The hit that many further on, round and round; null where there are none. */
  @Nullable
  public Place step(int by) {
    if (hits.isEmpty()) {
      return null;
    }
    position = position < 0 && by < 0 ? hits.size() - 1 : Math.floorMod(position + by, hits.size());
    return hits.get(position).found().place();
  }

  /** The user went to this hit: next and previous go on from there. */
  void at(Hit hit) {
    position = hits.indexOf(hit);
  }

  private void show(Answer answer) {
    searching.set(false);
    total.set(answer.hits().size());
    hits.setAll(answer.hits());
    Throwable failure = answer.failure();
    problem.set(failure == null ? "" : ErrorText.of(failure).what());
  }

  private void count(String wanted, Answer answer, Progress progress) {
    if (answer.more().isEmpty()) {
      return;
    }
    counting.run(
        () -> {
          int sum = answer.hits().size();
          for (Unfinished one : answer.more()) {
            int all = one.finder().find(one.file(), wanted, MOST_COUNTED + 1, progress).size();
            sum += Math.max(0, all - MOST_PER_FINDER);
          }
          return sum;
        },
        total::set,
        // Those that are shown were found all the same.
        failure -> LOG.log(Level.DEBUG, "could not count what " + wanted + " finds", failure));
  }

  private Answer search(String wanted, List<OpenedFile> open, Progress progress) {
    List<Hit> found = new ArrayList<>();
    List<Unfinished> more = new ArrayList<>();
    Throwable failure = null;
    for (PlaceFinder finder : finders) {
      for (OpenedFile file : open) {
        try {
          List<PlaceFinder.Found> here = finder.find(file, wanted, MOST_PER_FINDER, progress);
          for (PlaceFinder.Found hit : here) {
            found.add(new Hit(finder.title(), open.size() > 1 ? file.place().label() : "", hit));
          }
          if (here.size() >= MOST_PER_FINDER) {
            more.add(new Unfinished(finder, file));
          }
        } catch (IOException broken) {
          failure = broken;
        }
      }
    }
    return new Answer(found, more, failure);
  }

  /** Stops a search that nobody waits for any more. */
  private record Superseded(java.util.function.BooleanSupplier over) implements Progress {
    @Override
    public void begin(String what, long totalUnits) {}

    @Override
    public void advance(long units) {}

    @Override
    public boolean cancelled() {
      return over.getAsBoolean();
    }
  }
}
