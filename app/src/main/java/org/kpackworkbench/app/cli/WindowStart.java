package org.kpackworkbench.app.cli;

/** Opens the window. */
@FunctionalInterface
public interface WindowStart {
  /**
   * Shows the window with what was requested, and returns when it is closed.
   *
   * @return the exit status
   * @throws Exception what kept it from showing
   */
  int open(WindowRequest request) throws Exception;
}
