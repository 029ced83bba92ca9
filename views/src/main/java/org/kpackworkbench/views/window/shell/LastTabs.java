package org.kpackworkbench.views.window.shell;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.scene.control.Tab;
import org.kpackworkbench.views.spi.Page;
import org.kpackworkbench.views.spi.Page.Again;
import org.kpackworkbench.views.spi.Remembered;

/**
 * The files and pages that were open when the window was closed, and on which side of it.
 * Immutable.
 *
 * @param left those of the left side, or of the only one, in the order of their tabs
 * @param right those of the right side
 * @param active the one that was active; empty for none
 */
record LastTabs(List<Again> left, List<Again> right, List<Again> active) {
  private static final String LEFT = "tabs.left";
  private static final String RIGHT = "tabs.right";
  private static final String ACTIVE = "tabs.active";

  /** Kind of a tab that is no page. */
  private static final String FILE = "";

  /** Between the kind of a page and its paths, which may have any other character. */
  private static final String LINE = "\n";

  /** Between the paths of a page and where the user was in it; no path is written so. */
  private static final String INSIDE = "\t";

  LastTabs {
    left = List.copyOf(left);
    right = List.copyOf(right);
    active = List.copyOf(active);
  }

  /** A file. */
  static Again file(Path path) {
    return new Again(FILE, List.of(path), List.of());
  }

  /** Reads the remembered tabs; empty if there are none. */
  static LastTabs of(Remembered remembered) {
    return new LastTabs(
        tabs(remembered.list(LEFT)), tabs(remembered.list(RIGHT)), tabs(remembered.list(ACTIVE)));
  }

  private static List<Again> tabs(List<String> texts) {
    List<Again> tabs = new ArrayList<>();
    for (String text : texts) {
      try {
        List<String> lines = List.of(text.split(LINE, -1));
        int inside = lines.indexOf(INSIDE) < 0 ? lines.size() : lines.indexOf(INSIDE);
        tabs.add(
            lines.size() == 1
                ? file(Path.of(text))
                : new Again(
                    lines.getFirst(),
                    lines.subList(1, inside).stream().map(Path::of).toList(),
                    lines.subList(Math.min(inside + 1, lines.size()), lines.size())));
      } catch (InvalidPathException notOfThisSystem) {
        // A settings file may come from another system; its paths are of no use here.
        continue;
      }
    }
    return tabs;
  }

  /** The files, in the order in which they are opened: the active one last. */
  List<Path> files() {
    return all().filter(LastTabs::isFile).map(tab -> tab.paths().getFirst()).toList();
  }

  /** The pages, in the order in which they are opened: the active one last. */
  List<Again> pages() {
    return all().filter(tab -> !isFile(tab)).toList();
  }

  /** Whether a tab was on the right side. */
  boolean isRight(Again tab) {
    return order(right, tab) >= 0;
  }

  /** The number of a tab on its side; negative if it was on neither. */
  int order(Again tab) {
    return order(isRight(tab) ? right : left, tab);
  }

  private static int order(List<Again> side, Again tab) {
    return side.stream().map(Again::page).toList().indexOf(tab.page());
  }

  private Stream<Again> all() {
    return Stream.concat(
        Stream.concat(left.stream(), right.stream()).filter(each -> !active.contains(each)),
        active.stream());
  }

  private static boolean isFile(Again tab) {
    return tab.kind().equals(FILE);
  }

  /** Remembers them; where nothing is open, what was open before stays remembered. */
  void keep(Remembered remembered) {
    if (!left.isEmpty() || !right.isEmpty()) {
      remembered.list(LEFT, texts(left));
      remembered.list(RIGHT, texts(right));
      remembered.list(ACTIVE, texts(active));
    }
  }

  private static List<String> texts(List<Again> tabs) {
    return tabs.stream()
        .filter(tab -> tab.paths().stream().noneMatch(path -> path.toString().contains(LINE)))
        .map(
            tab -> {
              List<String> paths = tab.paths().stream().map(Path::toString).toList();
              boolean inside =
                  !tab.inside().isEmpty()
                      && tab.inside().stream().noneMatch(each -> each.contains(LINE));
              return isFile(tab)
                  ? paths.getFirst()
                  : tab.kind()
                      + LINE
                      + String.join(LINE, paths)
                      + (inside ? LINE + INSIDE + LINE + String.join(LINE, tab.inside()) : "");
            })
        .toList();
  }

  /** Returns what opens a tab again; empty if nothing does. */
  static Optional<Page.Again> again(Tab tab) {
    return switch (tab) {
      case FileTab file -> Optional.of(file(file.session().path()));
      case PageTab page -> page.page().again();
      default -> Optional.empty();
    };
  }
}
