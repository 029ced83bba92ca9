package org.kpackworkbench.model.base.finding;

import java.util.Locale;

/** How bad a finding is; the worst comes first. */
public enum Severity {
  /** Something is broken: a loader or a tool will fail on it, or get wrong bytes. */
  ERROR,
  /** Something is not as it should be, or could not be checked. */
  WARNING,
  /** Worth knowing; never changes the outcome. */
  NOTE;

  /** The word in output, e.g. {@code error}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
