package org.kpackworkbench.app.window;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.views.analysis.compare.Comparing;
import org.kpackworkbench.views.window.shell.Workbench;

/**
 * What the window is started for, as it passes through the arguments of a JavaFX application.
 *
 * @param files files and folders
 * @param compare whether they are compared with one another, and not opened one by one
 */
record FirstFiles(List<Path> files, boolean compare) {
  private static final String OPEN = "open";
  private static final String COMPARE = "compare";

  FirstFiles {
    files = List.copyOf(files);
  }

  /** What {@link #arguments} made. */
  static FirstFiles of(List<String> arguments) {
    return arguments.isEmpty()
        ? new FirstFiles(List.of(), false)
        : new FirstFiles(
            arguments.stream().skip(1).map(Path::of).toList(),
            arguments.getFirst().equals(COMPARE));
  }

  String[] arguments() {
    List<String> arguments = new ArrayList<>(List.of(compare ? COMPARE : OPEN));
    files.forEach(file -> arguments.add(file.toString()));
    return arguments.toArray(String[]::new);
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
