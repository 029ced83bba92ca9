package org.kpackworkbench.views.window.shell;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.kpackworkbench.views.spi.Remembered;

/**
 * The files that were open when the window was closed, and on which side of it. Immutable.
 *
 * @param left those of the left side, or of the only one, in the order of their tabs
 * @param right those of the right side
 * @param active the one that was active; empty for none
 */
record LastTabs(List<Path> left, List<Path> right, List<Path> active) {
  private static final String LEFT = "tabs.left";
  private static final String RIGHT = "tabs.right";
  private static final String ACTIVE = "tabs.active";

  LastTabs {
    left = List.copyOf(left);
    right = List.copyOf(right);
    active = List.copyOf(active);
  }

  /** What is remembered; nothing where nothing is. */
  static LastTabs of(Remembered remembered) {
    return new LastTabs(
        paths(remembered.list(LEFT)),
        paths(remembered.list(RIGHT)),
        paths(remembered.list(ACTIVE)));
  }

  private static List<Path> paths(List<String> texts) {
    List<Path> paths = new ArrayList<>();
    for (String text : texts) {
      try {
        paths.add(Path.of(text));
      } catch (InvalidPathException notOfThisSystem) {
        // A settings file may come from another system; its paths are of no use here.
        continue;
      }
    }
    return paths;
  }

  /** All files, in the order in which they are opened: the active one last. */
  List<Path> all() {
    return Stream.concat(
            Stream.concat(left.stream(), right.stream()).filter(each -> !active.contains(each)),
            active.stream())
        .toList();
  }

  /** Remembers them; where no file is open, those that were open before stay remembered. */
  void keep(Remembered remembered) {
    if (!left.isEmpty() || !right.isEmpty()) {
      remembered.list(LEFT, left.stream().map(Path::toString).toList());
      remembered.list(RIGHT, right.stream().map(Path::toString).toList());
      remembered.list(ACTIVE, active.stream().map(Path::toString).toList());
    }
  }
}
