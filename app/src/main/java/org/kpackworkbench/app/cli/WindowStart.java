package org.kpackworkbench.app.cli;

import java.nio.file.Path;
import java.util.List;

/** Opens the window. */
@FunctionalInterface
public interface WindowStart {
  /**
   * Shows the window on some files, and returns when it is closed.
   *
   * @return the exit status
   * @throws Exception what kept it from showing
   */
  int open(List<Path> files) throws Exception;
}
