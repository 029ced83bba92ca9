package org.kpackworkbench.app.window;

import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.views.analysis.compare.Comparing;
import org.kpackworkbench.views.window.shell.Workbench;

/**
 * The content for which the window is started.
 *
 * @param files files and folders
 * @param compare whether they are compared with one another, and not opened one by one
 */
record FirstFiles(List<Path> files, boolean compare) {
  FirstFiles {
    files = List.copyOf(files);
  }

  /** Opens or compares them in a window. */
  void showIn(Workbench workbench) {
    if (compare) {
      new Comparing(workbench.context()).compare(files);
    } else if (!files.isEmpty()) {
      workbench.openAll(files);
    }
  }
}
