package org.kpackworkbench.views.shell;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.job.Progress;
import org.kpackworkbench.model.place.Place;
import org.kpackworkbench.views.dialog.ErrorText;
import org.kpackworkbench.views.extend.OpenedFile;
import org.kpackworkbench.views.extend.PlaceFinder;
import org.kpackworkbench.views.job.Background;

/** What find/go-to has found for what was typed. Node-free; UI thread. */
final class FindModel {
  static final int MOST_PER_FINDER = 50;

  /**
   * One result.
   *
   * @param title the finder's title
   * @param file the file it is in, where several are open; else empty
   */
  record Hit(String title, String file, PlaceFinder.Found found) {}

  private record Answer(List<Hit> hits, @Nullable Throwable failure) {}

  private final List<PlaceFinder> finders;
  private final Supplier<List<OpenedFile>> files;
  private final Background.Latest latest;
  private final ObservableList<Hit> hits = FXCollections.observableArrayList();
  private final ReadOnlyBooleanWrapper searching = new ReadOnlyBooleanWrapper(this, "searching");
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper(this, "problem", "");
  private int position = -1;
  private final AtomicInteger generation = new AtomicInteger();

  /**
   * A search.
   *
   * @param files the open files, the one in front first
   */
  FindModel(List<PlaceFinder> finders, Supplier<List<OpenedFile>> files, Background background) {
    this.finders = finders;
    this.files = files;
    this.latest = background.latest();
  }

  ObservableList<Hit> hits() {
    return hits;
  }

  ReadOnlyBooleanProperty searchingProperty() {
    return searching.getReadOnlyProperty();
  }

  /** Why something could not be searched; empty where nothing went wrong. */
  ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }

  /** Something was typed: searches in the background, forgetting what it searched for before. */
  void query(String text) {
    String wanted = text.strip();
    int mine = generation.incrementAndGet();
    position = -1;
    if (wanted.isEmpty()) {
      latest.forget();
      hits.clear();
      problem.set("");
      searching.set(false);
      return;
    }
    List<OpenedFile> open = files.get();
    searching.set(true);
    latest.run(
        () -> search(wanted, open, new Superseded(() -> generation.get() != mine)),
        this::show,
        failure -> show(new Answer(List.of(), failure)));
  }

  /** The hit that many further on, round and round; null where there are none. */
  @Nullable Place step(int by) {
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
    hits.setAll(answer.hits());
    Throwable failure = answer.failure();
    problem.set(failure == null ? "" : ErrorText.of(failure).what());
  }

  private Answer search(String wanted, List<OpenedFile> open, Progress progress) {
    List<Hit> found = new ArrayList<>();
    Throwable failure = null;
    for (PlaceFinder finder : finders) {
      for (OpenedFile file : open) {
        try {
          for (PlaceFinder.Found hit : finder.find(file, wanted, MOST_PER_FINDER, progress)) {
            found.add(new Hit(finder.title(), open.size() > 1 ? file.place().label() : "", hit));
          }
        } catch (IOException broken) {
          failure = broken;
        }
      }
    }
    return new Answer(found, failure);
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
