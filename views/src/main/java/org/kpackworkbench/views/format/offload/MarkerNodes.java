package org.kpackworkbench.views.format.offload;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.analysis.resolve.simulate.SearchPathFiles;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.views.kit.rows.RowMark;

/** What a marker says, and which files its search paths lead to on this disk. */
final class MarkerNodes {
  private MarkerNodes() {}

  /** The marker with a row for each field. Looks at the disk. */
  static BundleNode of(Marker marker, Place.Marker place) {
    List<BundleNode> children = new ArrayList<>();
    String name = marker.kernelName();
    children.add(
        name == null
            ? BundleNode.fact(
                Marker.KERNEL_NAME_KEY,
                "missing: a loader cannot ask for anything",
                place,
                new RowMark(null, null, "The marker has no kernel name."),
                List.of())
            : BundleNode.fact(Marker.KERNEL_NAME_KEY, name, place));
    for (int i = 0; i < marker.searchPaths().size(); i++) {
      children.add(searchPath(marker.searchPaths().get(i), i, place));
    }
    if (marker.searchPaths().isEmpty()) {
      children.add(
          BundleNode.fact(
              Marker.SEARCH_PATHS_KEY,
              "none: archives are found only through environment variables",
              place));
    }
    for (MsgValue.Pair pair : marker.otherKeys()) {
      children.add(
          BundleNode.fact(
              pair.key().toString(), pair.value() + " (a key that is not known)", place));
    }
    return new BundleNode(
        "marker",
        "",
        name == null ? "device code is in archives" : "device code is in archives, as " + name,
        place.range().start(),
        -1,
        place.range().length(),
        -1,
        RowMark.of(OwnerKind.MARKER).problem(problems(marker)),
        place,
        null,
        null,
        List.copyOf(children));
  }

  private static BundleNode searchPath(String pattern, int number, Place.Marker place) {
    SearchPathFiles.Answer answer = SearchPathFiles.look(place.file(), pattern);
    List<BundleNode> files = new ArrayList<>();
    for (SearchPathFiles.Found found : answer.files()) {
      files.add(
          new BundleNode(
              found.path().toString(),
              found.target(),
              "",
              -1,
              -1,
              found.sizeBytes(),
              -1,
              RowMark.NONE,
              place,
              new Place.File(found.path()),
              null,
              List.of()));
    }
    String title = "search path " + number;
    return BundleNode.fact(title, pattern + "  →  " + words(answer), place, RowMark.NONE, files);
  }

  private static String words(SearchPathFiles.Answer answer) {
    if (!answer.problem().isEmpty()) {
      return answer.problem();
    }
    int count = answer.files().size();
    if (count == 0) {
      return "no such file on this disk";
    }
    long bytes = answer.files().stream().mapToLong(SearchPathFiles.Found::sizeBytes).sum();
    Path first = answer.files().getFirst().path();
    return count == 1
        ? "%s, %s".formatted(first, SizeText.of(bytes))
        : "%d files, %s".formatted(count, SizeText.of(bytes));
  }

  private static String problems(Marker marker) {
    List<String> all = new ArrayList<>();
    for (FormatException problem : marker.problems()) {
      all.add(String.valueOf(problem.getMessage()));
    }
    return String.join(" ", all);
  }
}
