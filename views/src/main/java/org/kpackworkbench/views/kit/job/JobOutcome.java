package org.kpackworkbench.views.kit.job;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The result of a finished job, as text with links. Immutable.
 *
 * @param severity how good the result is: a job that ran to its end may have found errors
 * @param text e.g. {@code "Wrote 12 code objects to /tmp/out"}; empty for what is no news
 * @param show shows the result; null if there is nothing more to show
 * @param showText what the button for {@code show} says
 * @param written the file or folder that was written, which the desktop can show; null for none
 * @param seen whether the window shows the result already
 */
public record JobOutcome(
    Severity severity,
    String text,
    @Nullable Runnable show,
    String showText,
    @Nullable Path written,
    boolean seen) {

  /** How good a result is; each has a sign and a word. */
  public enum Severity {
    /** Everything requested was done, without problems. */
    DONE("✓", ""),
    /** No problems, but not everything requested was done. */
    NOTE("ℹ", "Note"),
    /** Something should be examined. */
    WARNING("⚠", "Warning"),
    /** Something is wrong, or could not be done. */
    ERROR("✖", "Error");

    private final String sign;
    private final String word;

    Severity(String sign, String word) {
      this.sign = sign;
      this.word = word;
    }

    /** The sign before the text. */
    public String sign() {
      return sign;
    }

    private boolean stays() {
      return compareTo(WARNING) >= 0;
    }

    /** The worse of two. */
    public Severity or(Severity other) {
      return compareTo(other) >= 0 ? this : other;
    }
  }

  /** An outcome of some severity that leads nowhere. */
  public static JobOutcome of(Severity severity, String text) {
    return new JobOutcome(severity, text, null, "Show", null, false);
  }

  /** All was done, and nothing is wrong. */
  public static JobOutcome done(String text) {
    return of(Severity.DONE, text);
  }

  /** All was done, and it is no news: the list of jobs alone says so. */
  public static JobOutcome quiet() {
    return done("");
  }

  /** Returns this outcome with a button that shows the result. */
  public JobOutcome showing(String buttonText, Runnable action) {
    return new JobOutcome(severity, text, action, buttonText, written, seen);
  }

  /** Returns this outcome with the file or folder that was written. */
  public JobOutcome wrote(Path file) {
    return new JobOutcome(severity, text, show, showText, file, seen);
  }

  /** Returns this outcome, marked as already shown by the window. */
  public JobOutcome alreadySeen() {
    return new JobOutcome(severity, text, show, showText, written, true);
  }

  /** Whether a message about it stays until it is closed. */
  public boolean stays() {
    return severity.stays() && !seen;
  }

  /** The text with its sign. */
  public String line() {
    return severity.sign() + " " + (text.isEmpty() ? "done" : text);
  }

  /** The text with the word of its severity, for those who do not see the sign. */
  public String spoken() {
    return severity.word.isEmpty() ? text : severity.word + ": " + text;
  }
}
