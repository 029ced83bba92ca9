package org.kpackworkbench.views.analysis.resolve;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.base.place.Place;

/**
 * A line of a trace, with those below it. Immutable. Equal only to itself: two loads may go the
 * same way.
 *
 * @param text what it is, e.g. {@code wrapper 1} or {@code archive}
 * @param mark how it came out
 * @param outcome that in a word or two; empty if it has no result
 * @param detail what it speaks of: a path, a key, a size, a reason
 * @param place where it leads; null if what it refers to is not available
 * @param failing whether it is the step for which there is no code
 * @param line the line of a log that it is on, from 1; 0 if it is from none
 * @param step its number among the steps of its load, from 0; -1 if it is none
 * @param loads whether what is below it are loads, each with steps of its own
 * @param children the lines below it
 */
public record TraceNode(
    String text,
    TraceMark mark,
    String outcome,
    String detail,
    @Nullable Place place,
    boolean failing,
    int line,
    int step,
    boolean loads,
    List<TraceNode> children) {

  public TraceNode {
    children = List.copyOf(children);
  }

  /** A line above loads: a binary, a target, a thread. */
  public static TraceNode above(
      String text,
      TraceMark mark,
      String outcome,
      String detail,
      @Nullable Place place,
      List<TraceNode> loads) {
    return new TraceNode(text, mark, outcome, detail, place, false, 0, -1, true, loads);
  }

  /** A load with its steps. */
  public static TraceNode load(
      String text,
      TraceMark mark,
      String outcome,
      String detail,
      @Nullable Place place,
      int line,
      List<TraceNode> steps) {
    return new TraceNode(text, mark, outcome, detail, place, false, line, -1, false, steps);
  }

  /** Whether there is no code, here or in a load below. */
  public boolean fails() {
    return mark == TraceMark.FAILED;
  }

  /** A line below another one that is not a step. */
  static TraceNode fact(String text, TraceMark mark, String detail, @Nullable Place place) {
    return new TraceNode(text, mark, "", detail, place, false, 0, -1, false, List.of());
  }

  /** Returns this node with more lines at its end. */
  TraceNode with(List<TraceNode> more) {
    List<TraceNode> all = new ArrayList<>(children);
    all.addAll(more);
    return new TraceNode(text, mark, outcome, detail, place, failing, line, step, loads, all);
  }

  /** The step of that number, below it; null if there is none. */
  @Nullable TraceNode step(int number) {
    for (TraceNode child : children) {
      TraceNode found = child.step == number ? child : child.step(number);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** The step for which there is no code, in or below it; null if there is none. */
  public @Nullable TraceNode failingStep() {
    if (failing) {
      return this;
    }
    for (TraceNode child : children) {
      TraceNode found = child.failingStep();
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }

  @Override
  public String toString() {
    return text;
  }

  /** This line without what it is above, as one line of text. */
  public String words() {
    StringBuilder words = new StringBuilder();
    words.append(mark.sign()).append(' ').append(text);
    if (!detail.isEmpty()) {
      words.append(": ").append(detail);
    }
    if (!outcome.isEmpty()) {
      words.append(" – ").append(outcome);
    }
    return words.toString();
  }

  /** How a line of a trace came out: a sign beside its colour, so that neither is needed alone. */
  public enum TraceMark {
    /** Code was found. */
    FOUND("✓", "mark-found"),
    /** Code was found in a table, and not unpacked, so it may be damaged. */
    LOOKED_UP("○", "mark-done"),
    /** A step that just happened. */
    DONE("·", "mark-done"),
    /** Something that a loader passes over, as it may. */
    PASSED("–", "mark-passed"),
    /** Something is wrong with what it speaks of. */
    BROKEN("⚠", "mark-broken"),
    /** There is no code because of it. */
    FAILED("✖", "mark-failed"),
    /** Something to know. */
    NOTE("ℹ", "mark-note");

    private final String sign;
    private final String styleClass;

    TraceMark(String sign, String styleClass) {
      this.sign = sign;
      this.styleClass = styleClass;
    }

    /** The mark of a wrapper on a device. */
    static TraceMark of(WrapperOutcome outcome) {
      return !outcome.found()
          ? FAILED
          : !outcome.right() ? BROKEN : outcome.unpacked() ? FOUND : LOOKED_UP;
    }

    /** The sign that is before a step. */
    public String sign() {
      return sign;
    }

    String styleClass() {
      return styleClass;
    }
  }
}
