package org.kpackworkbench.views.kit.job;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;

/**
 * All long work that was started, newest first; what has ended stays listed until it is cleared.
 *
 * <p>UI thread only. The view of the list calls {@link #refresh} a few times a second.
 */
public final class Jobs {

  /** Long work. */
  @FunctionalInterface
  public interface Work<T> {
    /** Does it; a {@link CancellationException} means that it was cancelled. */
    T run(Progress progress) throws Exception;
  }

  /** Receives the end of a job. */
  @FunctionalInterface
  public interface EndListener {
    /** A job has ended: done, failed or cancelled. */
    void ended(Job job);
  }

  private final Background background;
  private final LongSupplier nanoClock;
  private final ObservableList<Job> list = FXCollections.observableArrayList();
  // Kept: the list that others see forgets its listeners when it is collected.
  private final ObservableList<Job> seen = FXCollections.unmodifiableObservableList(list);
  private final ReadOnlyIntegerWrapper running = new ReadOnlyIntegerWrapper();
  private final List<EndListener> endListeners = new ArrayList<>();

  public Jobs(Background background) {
    this(background, System::nanoTime);
  }

  Jobs(Background background, LongSupplier nanoClock) {
    this.background = background;
    this.nanoClock = nanoClock;
  }

  /** The jobs, newest first. */
  public ObservableList<Job> list() {
    return seen;
  }

  /** How many run right now. */
  public ReadOnlyIntegerProperty runningProperty() {
    return running.getReadOnlyProperty();
  }

  /** Calls {@code listener} whenever a job ends, whatever way. */
  public void onEnd(EndListener listener) {
    endListeners.add(listener);
  }

  /**
   * Starts work.
   *
   * @param title what is requested, e.g. {@code "Extract 12 code objects"}
   * @param work runs in the background
   * @param outcome turns the result into words, on the UI thread
   */
  public <T> Job start(String title, Work<T> work, Function<? super T, JobOutcome> outcome) {
    return start(title, work, outcome, true);
  }

  /**
   * Starts work whose result is shown where it was requested: it is in the list while it runs, and
   * stays there only if it failed.
   *
   * @param title what is requested, e.g. {@code "Compare the contents"}
   * @param work runs in the background
   */
  public Job pass(String title, Work<?> work) {
    return start(title, work, result -> JobOutcome.quiet(), false);
  }

  private <T> Job start(
      String title, Work<T> work, Function<? super T, JobOutcome> outcome, boolean stays) {
    Job job = new Job(title);
    list.addFirst(job);
    running.set(running.get() + 1);
    background.run(
        () -> work.run(job.progress()),
        result -> {
          end(job, Job.State.DONE, outcome.apply(result), null);
          if (!stays) {
            list.remove(job);
          }
        },
        failure -> {
          boolean stopped = failure instanceof CancellationException;
          end(
              job,
              stopped ? Job.State.CANCELLED : Job.State.FAILED,
              null,
              stopped ? null : failure);
          if (!stays && stopped) {
            list.remove(job);
          }
        });
    return job;
  }

  /** Brings what is shown of the running jobs up to date. */
  public void refresh() {
    long now = nanoClock.getAsLong();
    for (Job job : list) {
      if (job.state() == Job.State.RUNNING) {
        job.refresh(now);
      }
    }
  }

  /** Requests the newest running job to stop; false if none runs. */
  public boolean cancelNewest() {
    for (Job job : list) {
      if (job.state() == Job.State.RUNNING && !job.cancelRequested()) {
        job.cancel();
        return true;
      }
    }
    return false;
  }

  /** Requests all to stop. */
  public void cancelAll() {
    list.forEach(Job::cancel);
  }

  /** Takes what has ended off the list. */
  public void clearEnded() {
    list.removeIf(job -> job.state() != Job.State.RUNNING);
  }

  private void end(
      Job job, Job.State state, @Nullable JobOutcome outcome, @Nullable Throwable failure) {
    job.refresh(nanoClock.getAsLong());
    job.end(state, outcome, failure);
    running.set(running.get() - 1);
    List.copyOf(endListeners).forEach(listener -> listener.ended(job));
  }
}
