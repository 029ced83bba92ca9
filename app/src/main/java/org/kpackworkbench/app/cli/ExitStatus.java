package org.kpackworkbench.app.cli;

/** The exit statuses of the program. */
public final class ExitStatus {
  /** Done, and nothing wrong. */
  public static final int DONE = 0;

  /** Done, with findings or differences, or nothing was found. */
  public static final int FINDINGS = 1;

  /** Could not run, or ran only in part. */
  public static final int FAILED = 2;

  private ExitStatus() {}
}
