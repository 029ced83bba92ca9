package org.kpackworkbench.views.kit.hex;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteSearch;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.SearchPattern;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.job.PercentProgress;

/**
 * Finds text and bytes in what a {@link HexModel} shows, from its caret on, round the end.
 *
 * <p>Knows no screen. A new search, or {@link #cancel}, stops the one that runs. What is found is
 * selected; what of it is visible is marked. Belongs to one thread; searching happens in the
 * background.
 */
public final class FindModel {
  static final int MOST_COUNTED = 100_000;
  private static final int MOST_MARKED = 500;

  /** Searches of fewer bytes end before a number could be read. */
  private static final long TELL_FROM_BYTES = 200L << 20;

  /** The result of the last search, as text. */
  public record Outcome(String words, boolean failed) {
    static final Outcome NONE = new Outcome("", false);
  }

  private record Hit(OptionalLong offset, boolean wrapped) {}

  private final HexModel hex;
  private final Background background;
  private final Background.Latest marking;
  private final StringProperty text = new SimpleStringProperty("");
  private final ObjectProperty<FindMode> mode = new SimpleObjectProperty<>(FindMode.TEXT);
  private final BooleanProperty matchCase = new SimpleBooleanProperty();
  private final ReadOnlyObjectWrapper<Outcome> outcome = new ReadOnlyObjectWrapper<>(Outcome.NONE);
  private final ReadOnlyBooleanWrapper running = new ReadOnlyBooleanWrapper();
  private @Nullable PercentProgress search;
  private @Nullable SearchPattern pattern;
  private ByteRange lastFound = new ByteRange(0, 0);

  /** Searches what {@code hex} shows. */
  public FindModel(HexModel hex, Background background) {
    this.hex = hex;
    this.background = background;
    this.marking = background.latest();
    text.subscribe(this::parse);
    mode.subscribe(this::parse);
    matchCase.subscribe(this::parse);
    hex.topRowProperty().subscribe(this::mark);
    hex.viewProperty().subscribe(this::cancel);
  }

  /** Returns the text to find, as it is typed. */
  public StringProperty textProperty() {
    return text;
  }

  /** Search mode. */
  public ObjectProperty<FindMode> modeProperty() {
    return mode;
  }

  /** Whether large and small letters differ. */
  public BooleanProperty matchCaseProperty() {
    return matchCase;
  }

  /** The result. */
  public ReadOnlyObjectProperty<Outcome> outcomeProperty() {
    return outcome.getReadOnlyProperty();
  }

  /** Whether a search is under way. */
  public ReadOnlyBooleanProperty runningProperty() {
    return running.getReadOnlyProperty();
  }

  private void parse() {
    cancel();
    pattern = null;
    outcome.set(Outcome.NONE);
    if (!text.get().isEmpty()) {
      try {
        pattern = mode.get().pattern(text.get(), !matchCase.get());
      } catch (IllegalArgumentException wrong) {
        outcome.set(new Outcome(String.valueOf(wrong.getMessage()), true));
      }
    }
    mark();
  }

  /** Finds the next match or the previous one; false where nothing was typed. */
  public boolean go(boolean forward) {
    if (text.get().isEmpty()) {
      return false;
    }
    if (forward) {
      next();
    } else {
      previous();
    }
    return true;
  }

  /** Goes to the next match behind the caret, or else to the first of all. */
  public void next() {
    long caret = hex.caretProperty().get();
    boolean onLast = hex.selectionProperty().get().equals(lastFound) && !lastFound.isEmpty();
    long from = onLast ? lastFound.start() + 1 : caret;
    search(
        (search, progress) -> {
          OptionalLong found = search.next(from, progress);
          return found.isPresent() || from == 0
              ? new Hit(found, false)
              : new Hit(search.next(0, progress), true);
        },
        "Not found before the end; continued from the start.");
  }

  /** Goes to the match before the caret, or else to the last of all. */
  public void previous() {
    long before = hex.caretProperty().get();
    search(
        (search, progress) -> {
          OptionalLong found = search.previous(before, progress);
          return found.isPresent()
              ? new Hit(found, false)
              : new Hit(search.previous(Long.MAX_VALUE, progress), true);
        },
        "Not found before this; continued from the end.");
  }

  /** Counts all matches, up to 100 000. */
  public void countAll() {
    ByteView view = hex.viewProperty().get();
    SearchPattern wanted = pattern;
    if (view == null || wanted == null) {
      return;
    }
    PercentProgress progress = begin(view.size());
    background.run(
        () ->
            new ByteSearch(view, wanted)
                .all(new ByteRange(0, view.size()), MOST_COUNTED, progress.withoutSteps()),
        matches -> {
          String more = matches.complete() ? "" : "more than ";
          end(progress, new Outcome(more + CountText.of(matches.count(), "match"), false));
        },
        failure -> failed(progress, failure));
  }

  /** Stops the search that runs. */
  public void cancel() {
    PercentProgress running = search;
    if (running != null) {
      running.cancel();
      end(running, new Outcome("Stopped.", false));
    }
  }

  @FunctionalInterface
  private interface Way {
    Hit go(ByteSearch search, Progress progress) throws FormatException;
  }

  private void search(Way way, String wrappedWords) {
    ByteView view = hex.viewProperty().get();
    SearchPattern wanted = pattern;
    if (view == null || wanted == null) {
      return;
    }
    PercentProgress progress = begin(view.size());
    background.run(
        () -> way.go(new ByteSearch(view, wanted), progress.withoutSteps()),
        hit -> found(progress, wanted, hit, wrappedWords),
        failure -> failed(progress, failure));
  }

  private PercentProgress begin(long sizeBytes) {
    cancel();
    PercentProgress progress =
        new PercentProgress(
            percent -> {
              if (sizeBytes >= TELL_FROM_BYTES) {
                background.onUi(
                    () -> outcome.set(new Outcome("Searching, " + percent + " %", false)));
              }
            });
    progress.begin("Searching", sizeBytes, Unit.BYTES);
    search = progress;
    running.set(true);
    return progress;
  }

  private void found(PercentProgress progress, SearchPattern wanted, Hit hit, String wrappedWords) {
    if (progress != search) {
      return;
    }
    if (hit.offset.isEmpty()) {
      end(progress, new Outcome("Not found.", true));
      return;
    }
    end(progress, new Outcome(hit.wrapped ? wrappedWords : "", false));
    lastFound = new ByteRange(hit.offset.getAsLong(), wanted.length());
    hex.select(lastFound);
    mark();
  }

  private void failed(PercentProgress progress, Throwable failure) {
    if (!(failure instanceof CancellationException)) {
      end(progress, new Outcome(ByteRowsView.reason(failure), true));
    }
  }

  private void end(PercentProgress progress, Outcome result) {
    if (progress == search) {
      search = null;
      running.set(false);
      outcome.set(result);
    }
  }

  private void mark() {
    ByteView view = hex.viewProperty().get();
    SearchPattern wanted = pattern;
    if (view == null || wanted == null) {
      marking.forget();
      hex.showFound(HexDecorations.NONE);
      return;
    }
    ByteRange visible = hex.bytesOf(hex.topRowProperty().get(), hex.visibleRows() + 1);
    long start = Math.max(0, visible.start() - wanted.length() + 1);
    long end = Math.min(view.size(), visible.end() + wanted.length() - 1);
    marking.run(
        () ->
            new ByteSearch(view, wanted)
                .all(ByteRange.between(start, end), MOST_MARKED, Progress.NONE),
        matches -> hex.showFound(FoundMarks.of(matches.offsets(), wanted.length())),
        failure -> hex.showFound(HexDecorations.NONE));
  }

  /** Marks nothing any more and stops; what was typed stays. */
  public void close() {
    cancel();
    marking.forget();
    hex.showFound(HexDecorations.NONE);
  }

  /** Marks again what is visible, after {@link #close}. */
  public void open() {
    mark();
  }

  /** The matches of a search as decorations. */
  private static final class FoundMarks {
    private FoundMarks() {}

    /** Marks matches of one length that start at these offsets, in order. */
    static HexDecorations of(long[] offsets, int length) {
      List<HexDecoration> marks = new ArrayList<>(offsets.length);
      for (long offset : offsets) {
        marks.add(
            new HexDecoration(
                new ByteRange(offset, length), HexDecoration.Mark.FOUND, "found here"));
      }
      List<HexDecoration> all = List.copyOf(marks);
      return window -> all.stream().filter(mark -> mark.range().overlaps(window)).toList();
    }
  }
}
