package org.kpackworkbench.views.analysis.compare;

import java.util.concurrent.CancellationException;
import java.util.function.LongSupplier;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * Compares the contents of a comparison behind what is shown of it, as a job that can be stopped
 * and gone on with. UI thread only.
 */
final class ContentsRun {
  private static final long TELL_EVERY_NANOS = 250_000_000;

  private final Comparison comparison;
  private final ViewContext context;
  private final String title;
  private final Runnable known;
  private final LongSupplier nanoClock;
  private final ReadOnlyObjectWrapper<Job.@Nullable State> state = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyIntegerWrapper toldTimes = new ReadOnlyIntegerWrapper();
  private @Nullable Job job;
  private boolean closed;

  /**
   * @param title what the job is called
   * @param known called from time to time, and at the end, when more is known
   */
  ContentsRun(
      Comparison comparison,
      ViewContext context,
      String title,
      Runnable known,
      LongSupplier nanoClock) {
    this.comparison = comparison;
    this.context = context;
    this.title = title;
    this.known = known;
    this.nanoClock = nanoClock;
  }

  /** How far it is; null before it began. */
  ReadOnlyObjectProperty<Job.@Nullable State> stateProperty() {
    return state.getReadOnlyProperty();
  }

  /** Grows each time that more is known. */
  ReadOnlyIntegerProperty knownProperty() {
    return toldTimes.getReadOnlyProperty();
  }

  private void tell() {
    known.run();
    toldTimes.set(toldTimes.get() + 1);
  }

  /** The job that runs, or ran last; null before. */
  @Nullable Job job() {
    return job;
  }

  /** Why it failed; null if it did not. */
  @Nullable Throwable failure() {
    return job == null ? null : job.failureProperty().get();
  }

  /** Begins, or goes on where it was stopped. */
  void start() {
    Job.State now = state.get();
    if (closed || now == Job.State.RUNNING || now == Job.State.DONE) {
      return;
    }
    Background background = context.background();
    Teller teller = new Teller(background);
    Job started =
        context
            .jobs()
            .pass(
                title,
                progress -> {
                  try {
                    comparison.compareContents(progress, row -> teller.changed());
                  } catch (Exception failure) {
                    // Closing a comparison is no failure to report.
                    throw progress.cancelled() ? new CancellationException("stopped") : failure;
                  }
                  return comparison;
                });
    job = started;
    state.set(Job.State.RUNNING);
    started.stateProperty().subscribe(this::ended);
  }

  /** Stops; what is known stays. */
  void stop() {
    if (job != null) {
      job.cancel();
    }
  }

  /** Stops, and closes the comparison as soon as nothing reads it any more. */
  void close(Runnable whenStopped) {
    closed = true;
    Job last = job;
    if (last == null || last.state() != Job.State.RUNNING) {
      whenStopped.run();
      return;
    }
    last.cancel();
    last.stateProperty()
        .subscribe(
            now -> {
              if (now != Job.State.RUNNING) {
                whenStopped.run();
              }
            });
  }

  private void ended(Job.State now) {
    state.set(now);
    if (now != Job.State.RUNNING && !closed) {
      tell();
    }
  }

  /** Reports changed rows, but not each of 100,000. */
  private final class Teller {
    private final Background background;
    private long last = nanoClock.getAsLong();

    Teller(Background background) {
      this.background = background;
    }

    void changed() {
      long now = nanoClock.getAsLong();
      if (now - last >= TELL_EVERY_NANOS) {
        last = now;
        background.onUi(
            () -> {
              if (!closed) {
                tell();
              }
            });
      }
    }
  }
}
