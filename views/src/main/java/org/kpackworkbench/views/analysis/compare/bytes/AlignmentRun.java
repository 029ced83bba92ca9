package org.kpackworkbench.views.analysis.compare.bytes;

import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyDoubleProperty;
import javafx.beans.property.ReadOnlyDoubleWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.AlignedBytes;
import org.kpackworkbench.model.analysis.diff.ByteAligner;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.views.kit.job.Background;

/**
 * Finds out in the background how sides stand beside one another, some mebibytes at a time, so that
 * other work of the window has its turn between them. Belongs to the UI thread.
 */
final class AlignmentRun {
  /** Read at once, so that bytes that somebody wants to see do not wait for long. */
  static final long PIECE = 8L << 20;

  private final ByteAligner aligner;
  private final Background background;
  private final Consumer<AlignedBytes> show;
  private final ReadOnlyBooleanWrapper running = new ReadOnlyBooleanWrapper(this, "running");
  private final ReadOnlyDoubleWrapper fraction = new ReadOnlyDoubleWrapper(this, "fraction");
  private final ReadOnlyObjectWrapper<@Nullable Throwable> failure =
      new ReadOnlyObjectWrapper<>(this, "failure");
  private final Stop stop = new Stop();
  private boolean disposed;

  /**
   * A run that has not begun.
   *
   * @param show is told what is known after each piece, on the UI thread
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

  /** Why it could not go on; null where nothing is wrong. */
  ReadOnlyObjectProperty<@Nullable Throwable> failureProperty() {
    return failure.getReadOnlyProperty();
  }

  /** Starts, or goes on where it was stopped. */
  void start() {
    stop.stopped = false;
    if (!running.get()) {
      failure.set(null);
      running.set(true);
      next();
    }
  }

  private void next() {
    background.run(() -> aligner.advance(PIECE, stop), this::arrived, this::ended);
  }

  private void arrived(AlignedBytes known) {
    if (disposed) {
      return;
    }
    long length = known.alignment().length();
    fraction.set(length == 0 ? 1 : (double) known.knownUntil() / length);
    show.accept(known);
    if (stop.stopped || known.isComplete()) {
      running.set(false);
    } else {
      next();
    }
  }

  private void ended(Throwable reason) {
    if (reason instanceof CancellationException && !stop.stopped && !disposed) {
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
    stop.stopped = true;
  }

  /** Stops for good: nothing is told any more. */
  void dispose() {
    stop.stopped = true;
    disposed = true;
  }

  /** Asked for by the UI thread, seen by the one that works. */
  private static final class Stop implements Progress {
    private volatile boolean stopped;

    @Override
    public void begin(String what, long totalUnits) {}

    @Override
    public void advance(long units) {}

    @Override
    public boolean cancelled() {
      return stopped;
    }
  }
}
