package org.kpackworkbench.views.analysis.resolve;

/** How a line of a trace came out: a sign beside its colour, so that neither is needed alone. */
public enum TraceMark {
  /** Code was found. */
  FOUND("✓", "mark-found"),
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

  /** The sign that stands before a step. */
  public String sign() {
    return sign;
  }

  String styleClass() {
    return styleClass;
  }
}
