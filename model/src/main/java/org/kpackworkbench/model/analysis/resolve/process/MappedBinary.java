package org.kpackworkbench.model.analysis.resolve.process;

import java.nio.file.Path;

/**
 * A file that a process has mapped. Immutable.
 *
 * @param name its path as the process names it
 * @param path its path as seen from here; in {@code /proc/PID/root} for a process in a container
 * @param deleted whether it was deleted or replaced since: what lies under its path now, if
 *     anything, is not what runs
 */
public record MappedBinary(String name, Path path, boolean deleted) {

  /** Whether its name is that of a library. */
  public boolean isLibrary() {
    return name.endsWith(".so") || name.contains(".so.");
  }
}
