package org.kpackworkbench.app.cli;

import java.nio.file.Path;
import java.util.List;

/**
 * The initial content of the window.
 *
 * @param files files and folders
 * @param compare whether they are compared with one another, and not opened one by one
 */
public record WindowRequest(List<Path> files, boolean compare) {
  public WindowRequest {
    files = List.copyOf(files);
  }
}
