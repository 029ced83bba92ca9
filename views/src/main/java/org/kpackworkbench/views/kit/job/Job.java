package org.kpackworkbench.views.kit.job;

import java.util.concurrent.atomic.LongAdder;
import javafx.beans.property.ReadOnlyDoubleProperty;
import javafx.beans.property.ReadOnlyDoubleWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.text.TimeText;

/**
 * One piece of long work as the window shows it.
 *
 * <p>Its {@link #progress} may be used by many threads; everything else belongs to the UI thread.
 */
public final class Job {
  /** How far a job is. */
  public enum State {
    RUNNING("running"),
    DONE("done"),
    FAILED("failed"),
    CANCELLED("cancelled");

    private final String words;

    State(String words) {
      this.words = words;
    }

    /** Returns the text in lists of jobs. */
    public String words() {
      return words;
    }
  }

  /** Of what is counted; less would be written as zero. */
  private static final double LEAST_PER_SECOND = 0.05;

  private final String title;
  private final Counter counter = new Counter();
  private final RateMeter rate = new RateMeter();
  private int rateStep = -1;

  private final ReadOnlyObjectWrapper<State> state = new ReadOnlyObjectWrapper<>(State.RUNNING);
  private final ReadOnlyDoubleWrapper fraction = new ReadOnlyDoubleWrapper(-1);
  private final ReadOnlyStringWrapper step = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper speed = new ReadOnlyStringWrapper("");
  private final ReadOnlyObjectWrapper<@Nullable JobOutcome> outcome = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Throwable> failure = new ReadOnlyObjectWrapper<>();

  Job(String title) {
    this.title = title;
  }

  /** The state that was requested of the work. */
  public String title() {
    return title;
  }

  /** Whether it runs, or how it ended. */
  public ReadOnlyObjectProperty<State> stateProperty() {
    return state.getReadOnlyProperty();
  }

  /** Whether it runs, or how it ended, right now. */
  public State state() {
    return state.get();
  }

  /** How much of the current step is done, 0–1, or -1 if that is unknown. */
  public ReadOnlyDoubleProperty fractionProperty() {
    return fraction.getReadOnlyProperty();
  }

  /** Returns the current step. */
  public ReadOnlyStringProperty stepProperty() {
    return step.getReadOnlyProperty();
  }

  /** Rate and time left in words, e.g. {@code "212.0 MiB/s, 14 s left"}; empty at first. */
  public ReadOnlyStringProperty speedProperty() {
    return speed.getReadOnlyProperty();
  }

  /** The outcome; null until it is done. */
  public ReadOnlyObjectProperty<@Nullable JobOutcome> outcomeProperty() {
    return outcome.getReadOnlyProperty();
  }

  /** Why it failed; null unless it did. */
  public ReadOnlyObjectProperty<@Nullable Throwable> failureProperty() {
    return failure.getReadOnlyProperty();
  }

  /** Requests the work to stop; it does so at its next step. */
  public void cancel() {
    counter.cancelled = true;
  }

  /** Whether a stop was requested. */
  public boolean cancelRequested() {
    return counter.cancelled;
  }

  Progress progress() {
    return counter;
  }

  /** Brings the properties up to what the work has counted. */
  void refresh(long nanos) {
    Step current = counter.current;
    long done = counter.done.sum();
    step.set(current.what());
    if (current.number() != rateStep) {
      rateStep = current.number();
      rate.restart(done, nanos);
    } else {
      rate.sample(done, nanos);
    }
    long total = current.total();
    fraction.set(total <= 0 ? -1 : Math.clamp((double) done / total, 0, 1));
    speed.set(speedText(current, done));
  }

  void end(State last, @Nullable JobOutcome result, @Nullable Throwable why) {
    outcome.set(result);
    failure.set(why);
    speed.set("");
    fraction.set(last == State.DONE ? 1 : Math.max(0, fraction.get()));
    state.set(last);
  }

  private String speedText(Step current, long done) {
    double perSecond = rate.unitsPerSecond();
    boolean known = current.total() > 0;
    if (perSecond < (current.unit() == Unit.BYTES ? 1 : LEAST_PER_SECOND)) {
      return "";
    }
    String text = current.unit().rate(perSecond);
    long seconds = rate.secondsFor(Math.max(0, current.total() - done));
    return known && seconds >= 0 ? text + ", " + TimeText.duration(seconds) + " left" : text;
  }

  private record Step(String what, long total, Unit unit, int number) {}

  private static final class Counter implements Progress {
    private final LongAdder done = new LongAdder();
    private volatile Step current = new Step("", 0, Unit.BYTES, 0);
    private volatile boolean cancelled;

    @Override
    public synchronized void begin(String what, long totalUnits, Unit unit) {
      done.reset();
      current = new Step(what, totalUnits, unit, current.number() + 1);
    }

    @Override
    public void advance(long units) {
      done.add(units);
    }

    @Override
    public boolean cancelled() {
      return cancelled;
    }
  }
}
