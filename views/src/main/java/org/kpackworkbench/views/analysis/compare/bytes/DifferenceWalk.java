package org.kpackworkbench.views.analysis.compare.bytes;

import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyDoubleProperty;
import javafx.beans.property.ReadOnlyDoubleWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.AlignedBytes;
import org.kpackworkbench.model.analysis.diff.ByteAligner;
import org.kpackworkbench.model.analysis.diff.ByteComparison;
import org.kpackworkbench.model.analysis.diff.DifferenceSearch;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.kit.job.Background;

/**
 * Goes from difference to difference and says which one it is. Where the next one is not known yet
 * it waits for it; behind what will ever be known it looks itself. Belongs to the UI thread.
 */
final class DifferenceWalk {
  private enum Way {
    NONE,
    NEXT,
    PREVIOUS
  }

  private final ByteCompareModel model;
  private final Supplier<ByteComparison> comparison;
  private final Background background;
  private final ReadOnlyStringWrapper words = new ReadOnlyStringWrapper("");
  private @Nullable AlignmentRun run;
  private @Nullable AtomicBoolean search;
  private Way waiting = Way.NONE;
  private String answer = "";

  /**
   * A walk.
   *
   * @param comparison what is shown, its sides in the order in which they are shown now
   */
  DifferenceWalk(
      ByteCompareModel model, Supplier<ByteComparison> comparison, Background background) {
    this.model = model;
    this.comparison = comparison;
    this.background = background;
    model.caretProperty().subscribe(this::moved);
    model.selectionProperty().subscribe(this::moved);
  }

  /** Which difference the caret is in, and how many there are. */
  ReadOnlyStringProperty wordsProperty() {
    return words.getReadOnlyProperty();
  }

  /** Who finds out what will be known. */
  void follow(AlignmentRun newRun) {
    run = newRun;
    waiting = Way.NONE;
    answer = "";
    newRun.runningProperty().subscribe(this::known);
  }

  /** The first difference is gone to as soon as it is known, unless the user goes elsewhere. */
  void waitForFirst() {
    waiting = Way.NEXT;
  }

  private boolean isRunning() {
    AlignmentRun now = run;
    return now != null && now.isRunning();
  }

  /** More is known, or nothing more will be. */
  void known() {
    Way way = waiting;
    boolean over = !isRunning() && !model.known().isComplete();
    if (over && way != Way.NONE && !isFurther()) {
      // It was stopped, or failed: the rest is searched only after another request.
      waiting = Way.NONE;
    } else if (way == Way.NEXT) {
      next();
    } else if (way == Way.PREVIOUS && !isRunning()) {
      previous();
    }
    say();
  }

  private boolean isFurther() {
    AlignedBytes known = model.known();
    return waiting == Way.NEXT
        && known.lastFrom(model.caretProperty().get()) + 1 < known.differences();
  }

  private void moved() {
    answer = "";
    waiting = Way.NONE;
    say();
  }

  /** Goes to the next difference, now or when it is known. */
  void next() {
    AlignedBytes known = model.known();
    int index = known.lastFrom(model.caretProperty().get()) + 1;
    // At the start nothing has been gone to yet.
    if (index == 1 && isUntouched()) {
      index = 0;
    }
    if (index < known.differences()) {
      model.goToDifference(known.difference(index));
    } else if (known.isAllCompared()) {
      say(known.differences() == 0 ? "" : "no more differences after this");
    } else if (isRunning()) {
      waitFor(Way.NEXT);
    } else {
      long from = Math.max(model.caretProperty().get() + 1, model.selectionProperty().get().end());
      search(Way.NEXT, from);
    }
  }

  /** Goes to the previous difference, now or when it is known. */
  void previous() {
    AlignedBytes known = model.known();
    long caret = model.caretProperty().get();
    if (caret > known.knownUntil()) {
      if (isRunning()) {
        waitFor(Way.PREVIOUS);
      } else {
        search(Way.PREVIOUS, caret);
      }
      return;
    }
    previousKnown(caret);
  }

  private void previousKnown(long caret) {
    int index = model.known().lastFrom(caret - 1);
    if (index >= 0) {
      model.goToDifference(model.known().difference(index));
    } else {
      say(model.known().differences() == 0 ? "" : "no more differences before this");
    }
  }

  private boolean isUntouched() {
    return model.caretProperty().get() == 0 && model.selectionProperty().get().isEmpty();
  }

  private void waitFor(Way way) {
    waiting = way;
    say();
  }

  private void search(Way way, long from) {
    stopSearching();
    AtomicBoolean mine = new AtomicBoolean();
    search = mine;
    AlignedBytes known = model.known();
    DifferenceSearch differences = new DifferenceSearch(comparison.get(), known);
    say();
    background.run(
        () ->
            way == Way.NEXT
                ? differences.next(from, mine::get)
                : differences.previous(from, mine::get),
        found -> found(mine, way, found),
        failure -> failed(mine, failure));
  }

  private void found(AtomicBoolean mine, Way way, ByteRange found) {
    if (mine.equals(search)) {
      search = null;
      if (!found.isEmpty()) {
        model.goToDifference(found);
      } else if (way == Way.PREVIOUS) {
        previousKnown(model.known().knownUntil());
      } else {
        say("no more differences after this");
      }
    }
  }

  private void failed(AtomicBoolean mine, Throwable failure) {
    if (mine.equals(search)) {
      search = null;
      boolean cancelled = failure instanceof CancellationException;
      say(
          cancelled
              ? "stopped"
              : Objects.requireNonNullElse(failure.getMessage(), failure.toString()));
    }
  }

  /** Stops looking and waiting. */
  void stopSearching() {
    waiting = Way.NONE;
    AtomicBoolean now = search;
    if (now != null) {
      now.set(true);
      search = null;
    }
    say();
  }

  private void say(String newAnswer) {
    waiting = Way.NONE;
    answer = newAnswer;
    say();
  }

  private void say() {
    StringBuilder text = new StringBuilder(count());
    if (search != null || (waiting != Way.NONE && !isUntouched())) {
      text.append("; looking for the ").append(waiting == Way.PREVIOUS ? "one before" : "next one");
    } else if (!answer.isEmpty()) {
      text.append("; ").append(answer);
    }
    words.set(text.toString());
  }

  private String count() {
    AlignedBytes known = model.known();
    int all = known.differences();
    if (all == 0) {
      return known.isAllCompared()
          ? "All bytes are the same"
          : isRunning() ? "No difference so far" : "No difference in what was compared";
    }
    String soFar =
        known.isAllCompared()
            ? ""
            : isRunning() ? " so far" : known.isComplete() ? " counted" : " found";
    int index = known.lastFrom(model.caretProperty().get());
    boolean inside = index >= 0 && model.caretProperty().get() < known.difference(index).end();
    if (inside && !(isUntouched() && all > 1 && isRunning())) {
      return "Difference %s of %s%s"
          .formatted(CountText.grouped(index + 1L), CountText.grouped(all), soFar);
    }
    return "%s %s%s".formatted(CountText.grouped(all), CountText.word(all, "difference"), soFar);
  }

  /**
   * Aligns the sides in the background, some mebibytes at a time, so that other work of the window
   * has its turn between them. Belongs to the UI thread.
   */
  static final class AlignmentRun {
    /** Read at once, so that visible bytes do not wait for long. */
    static final long PIECE = 8L << 20;

    private final ByteAligner aligner;
    private final Background background;
    private final Consumer<AlignedBytes> show;
    private final ReadOnlyBooleanWrapper running = new ReadOnlyBooleanWrapper();
    private final ReadOnlyDoubleWrapper fraction = new ReadOnlyDoubleWrapper();
    private final ReadOnlyObjectWrapper<@Nullable Throwable> failure =
        new ReadOnlyObjectWrapper<>();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private boolean disposed;

    /**
     * A run that has not begun.
     *
     * @param show receives the known differences after each piece, on the UI thread
     */
    AlignmentRun(ByteAligner aligner, Background background, Consumer<AlignedBytes> show) {
      this.aligner = aligner;
      this.background = background;
      this.show = show;
    }

    ReadOnlyBooleanProperty runningProperty() {
      return running.getReadOnlyProperty();
    }

    boolean isRunning() {
      return running.get();
    }

    /** How much has been compared, 0–1. */
    ReadOnlyDoubleProperty fractionProperty() {
      return fraction.getReadOnlyProperty();
    }

    /** Why it could not go on; null if nothing is wrong. */
    ReadOnlyObjectProperty<@Nullable Throwable> failureProperty() {
      return failure.getReadOnlyProperty();
    }

    /** Starts, or goes on where it was stopped. */
    void start() {
      stopped.set(false);
      if (!running.get()) {
        failure.set(null);
        running.set(true);
        next();
      }
    }

    private void next() {
      background.run(() -> aligner.advance(PIECE, stopped::get), this::arrived, this::ended);
    }

    private void arrived(AlignedBytes known) {
      if (disposed) {
        return;
      }
      long length = known.alignment().length();
      fraction.set(length == 0 ? 1 : (double) known.knownUntil() / length);
      show.accept(known);
      if (stopped.get() || known.isComplete()) {
        running.set(false);
      } else {
        next();
      }
    }

    private void ended(Throwable reason) {
      if (reason instanceof CancellationException && !stopped.get() && !disposed) {
        // Stopped and started again before the worker saw it.
        next();
        return;
      }
      running.set(false);
      if (!(reason instanceof CancellationException)) {
        failure.set(reason);
      }
    }

    /** Stops; {@link #start} goes on. */
    void stop() {
      stopped.set(true);
    }

    /** Stops permanently: listeners are no longer notified. */
    void dispose() {
      stopped.set(true);
      disposed = true;
    }
  }
}
