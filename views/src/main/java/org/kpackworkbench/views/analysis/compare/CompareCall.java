package org.kpackworkbench.views.analysis.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.kpackworkbench.model.analysis.diff.export.DiffSettings;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Order;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.copy.CopyFormats;

/**
 * Things to be compared with one another: files, folders, or things in files. The others are
 * compared with the first.
 *
 * @param sides at least two
 */
record CompareCall(List<Place> sides) {
  CompareCall {
    sides = sides.stream().map(CompareCall::plain).toList();
    if (sides.size() < 2) {
      throw new IllegalArgumentException("a comparison has at least two sides");
    }
  }

  /** Files and folders. */
  static CompareCall of(List<Path> paths) {
    return new CompareCall(paths.stream().map(path -> (Place) new Place.File(path)).toList());
  }

  private static Place plain(Place place) {
    return switch (place) {
      case Place.File(Path path) -> new Place.File(path.toAbsolutePath().normalize());
      case Place.Entry entry -> new Place.File(entry.target().toAbsolutePath().normalize());
      default -> place;
    };
  }

  /** The files and folders; empty if something in a file is compared. */
  Optional<List<Path>> paths() {
    return sides.stream().allMatch(side -> side instanceof Place.File)
        ? Optional.of(sides.stream().map(Place::file).toList())
        : Optional.empty();
  }

  /** Returns a call with another side first; the others keep their order. */
  CompareCall withFirst(int side) {
    List<Place> order = new ArrayList<>(sides);
    order.addFirst(order.remove(side));
    return new CompareCall(order);
  }

  /** The other way round. */
  CompareCall reversed() {
    return new CompareCall(sides.reversed());
  }

  /** The names of the sides, as long as needed to distinguish them. */
  List<String> names() {
    int longest = sides.stream().mapToInt(side -> side.file().getNameCount()).max().orElse(1);
    for (int parts = 1; parts < longest; parts++) {
      int wanted = parts;
      List<String> names = sides.stream().map(side -> name(side, wanted)).toList();
      if (new HashSet<>(names).size() == names.size()) {
        return names;
      }
    }
    return sides.stream().map(side -> name(side, longest)).toList();
  }

  private static String name(Place side, int parts) {
    if (!(side instanceof Place.File)) {
      return side.label() + " in " + ending(side.file(), parts);
    }
    return ending(side.file(), parts);
  }

  private static String ending(Path path, int parts) {
    int count = path.getNameCount();
    return count <= parts ? path.toString() : path.subpath(count - parts, count).toString();
  }

  /** For the tab. */
  String title() {
    return String.join(" ↔ ", names());
  }

  /** For the tab's tooltip: every side in full. */
  String words() {
    return sides.stream()
        .map(
            side ->
                side instanceof Place.File
                    ? side.file().toString()
                    : side.label() + " in " + side.file())
        .collect(Collectors.joining("\n"));
  }

  /** The key that distinguishes it from other comparisons. */
  String id() {
    return "compare " + words().replace('\n', ' ');
  }

  /**
   * The command that compares the same; empty if none does.
   *
   * @param order in which order the sides are shown
   */
  Optional<String> command(Order order) {
    return paths()
        .map(paths -> CopyFormats.command(DiffSettings.OPERATION, DiffSettings.of(paths, order)));
  }
}
