package org.kpackworkbench.model.base.finding;

import java.util.Objects;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;

/** Takes what a rule finds. Safe for use by many threads. */
public interface Sink {

  /** Takes a finding; see {@link Finding} for what its parts mean. */
  void add(
      Severity severity,
      Place place,
      long fileOffset,
      String message,
      String advice,
      Evidence evidence);

  /** Takes a finding that says all in its words. */
  default void add(Severity severity, Place place, long fileOffset, String message, String advice) {
    add(severity, place, fileOffset, message, advice, Evidence.NONE);
  }

  /** For rules that take long: checked for cancellation. What it counts is not shown. */
  Progress progress();

  /** Something is broken. */
  default void error(Place place, long fileOffset, String message, String advice) {
    add(Severity.ERROR, place, fileOffset, message, advice);
  }

  /** Something is not as it should be. */
  default void warning(Place place, long fileOffset, String message, String advice) {
    add(Severity.WARNING, place, fileOffset, message, advice);
  }

  /** Something is worth knowing. */
  default void note(Place place, long fileOffset, String message, String advice) {
    add(Severity.NOTE, place, fileOffset, message, advice);
  }

  /** Adds an error that is about no place in the file's bytes. */
  default void error(Place place, String message, String advice) {
    add(Severity.ERROR, place, -1, message, advice);
  }

  /** Adds an error that is about no place in the file's bytes, with its evidence. */
  default void error(Place place, String message, String advice, Evidence evidence) {
    add(Severity.ERROR, place, -1, message, advice, evidence);
  }

  /** Adds a warning that is about no place in the file's bytes. */
  default void warning(Place place, String message, String advice) {
    add(Severity.WARNING, place, -1, message, advice);
  }

  /** Adds a warning that is about no place in the file's bytes, with its evidence. */
  default void warning(Place place, String message, String advice, Evidence evidence) {
    add(Severity.WARNING, place, -1, message, advice, evidence);
  }

  /** Adds a note that is about no place in the file's bytes. */
  default void note(Place place, String message, String advice) {
    add(Severity.NOTE, place, -1, message, advice);
  }

  /** Adds a note that is about no place in the file's bytes, with its evidence. */
  default void note(Place place, String message, String advice, Evidence evidence) {
    add(Severity.NOTE, place, -1, message, advice, evidence);
  }

  /**
   * Reports a reader's problem as an error.
   *
   * @param advice what to do, where the reader does not say it
   */
  default void problem(Place place, FormatException problem, String advice) {
    problem(Severity.ERROR, place, problem, advice);
  }

  /** Likewise, with a severity. */
  default void problem(Severity severity, Place place, FormatException problem, String advice) {
    String own = problem.advice();
    add(
        severity,
        place,
        problem.fileOffset(),
        words(problem),
        own == null ? advice : own,
        evidence(problem));
  }

  /** Returns the expected and the found value of a reader's problem. */
  static Evidence evidence(FormatException problem) {
    return Evidence.of(
        Objects.requireNonNullElse(problem.expected(), ""),
        Objects.requireNonNullElse(problem.found(), ""));
  }

  /** Returns a reader's problem in words, without the file and the offset. */
  static String words(FormatException problem) {
    return problem.words() + ".";
  }
}
