package org.kpackworkbench.model.analysis.verify.run;

import java.nio.file.Path;
import java.util.Map;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.place.Place;

/**
 * Says of packed files what was found in their unpacked folders: a file's path is that of the
 * packed file, followed by its path inside.
 */
final class MovedPlaces {
  private final Map<Path, Path> packed;

  /**
   * @param packed from the unpacked folder to the packed file
   */
  MovedPlaces(Map<Path, Path> packed) {
    this.packed = packed;
  }

  FileResult of(FileResult result) {
    VerifyReport.Unreadable unreadable = result.unreadable();
    Path checked = result.checked();
    return new FileResult(
        result.findings().stream().map(this::finding).toList(),
        checked == null ? null : path(checked),
        result.notChecked().stream().map(each -> each.at(path(each.file()))).toList(),
        unreadable == null
            ? null
            : new VerifyReport.Unreadable(path(unreadable.path()), unreadable.failure()));
  }

  private Finding finding(Finding finding) {
    return new Finding(
        finding.severity(),
        finding.rule(),
        place(finding.place()),
        finding.fileOffset(),
        text(finding.message()),
        text(finding.advice()));
  }

  private String text(String text) {
    String moved = text;
    for (Map.Entry<Path, Path> each : packed.entrySet()) {
      moved = moved.replace(each.getKey() + "/", each.getValue() + "/");
    }
    return moved;
  }

  Path path(Path path) {
    for (Map.Entry<Path, Path> each : packed.entrySet()) {
      if (path.startsWith(each.getKey())) {
        Path inside = each.getKey().relativize(path);
        return inside.toString().isEmpty() ? each.getValue() : each.getValue().resolve(inside);
      }
    }
    return path;
  }

  private Place place(Place place) {
    return switch (place) {
      case Place.File file -> new Place.File(path(file.file()));
      case Place.Entry p -> new Place.Entry(place(p.parent()), p.way());
      case Place.Bytes p -> new Place.Bytes(place(p.parent()), p.range());
      case Place.Member p -> new Place.Member(place(p.parent()), p.index(), p.name(), p.range());
      case Place.Part p -> new Place.Part(place(p.parent()), p.label(), p.range());
      case Place.Section p -> new Place.Section(place(p.parent()), p.index(), p.name(), p.range());
      case Place.Segment p -> new Place.Segment(place(p.parent()), p.index(), p.type(), p.range());
      case Place.Wrapper p -> new Place.Wrapper(place(p.parent()), p.index(), p.range());
      case Place.Marker p -> new Place.Marker(place(p.parent()), p.range());
      case Place.Bundle p -> new Place.Bundle(place(p.parent()), p.index(), p.range());
      case Place.CodeObject p ->
          new Place.CodeObject(
              place(p.parent()), p.binary(), p.index(), p.target(), p.range(), p.unpacked());
      case Place.Kernel p -> new Place.Kernel(place(p.parent()), p.symbol(), p.range());
      case Place.Symbol p -> new Place.Symbol(place(p.parent()), p.name(), p.range());
      case Place.ManifestRow p -> new Place.ManifestRow(place(p.parent()), p.target());
    };
  }
}
