package org.kpackworkbench.views.kit.job;

import org.jspecify.annotations.Nullable;

/**
 * What came of a job, in words, and the way to it.
 *
 * @param text e.g. {@code "Wrote 12 code objects to /tmp/out"}; empty for what is no news
 * @param show shows the result; null where there is nothing more to show
 * @param showText what the button for {@code show} says
 */
public record JobOutcome(String text, @Nullable Runnable show, String showText) {

  /** An outcome that leads nowhere. */
  public static JobOutcome of(String text) {
    return new JobOutcome(text, null, "Show");
  }

  /** An outcome with a button that shows it. */
  public static JobOutcome of(String text, String showText, Runnable show) {
    return new JobOutcome(text, show, showText);
  }
}
