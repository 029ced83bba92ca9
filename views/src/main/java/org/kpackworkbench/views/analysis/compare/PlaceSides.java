package org.kpackworkbench.views.analysis.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Cell;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Resources;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.run.Comparer;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Documents;

/** Opens comparisons of whatever has a place. In the background. */
final class PlaceSides {
  private PlaceSides() {}

  /** Opens what was asked for. */
  static Comparison open(CompareCall call, Progress progress) throws IOException {
    Optional<List<Path>> paths = call.paths();
    return paths.isPresent() ? Comparer.open(paths.get(), progress) : open(call.sides(), progress);
  }

  /**
   * Opens the comparison of what two rows stand for.
   *
   * @throws FormatException where one has no bytes of its own
   */
  static Comparison open(Cell first, Cell other, Progress progress) throws IOException {
    return open(new CompareCall(List.of(place(first), place(other))), progress);
  }

  private static Place place(Cell cell) throws FormatException {
    Place place = cell.place();
    if (place == null) {
      throw FormatException.in("comparison", "row", "", Reason.UNSUPPORTED)
          .expected("something with bytes of its own")
          .found("a row that stands for none")
          .build();
    }
    return place;
  }

  private static Comparison open(List<Place> places, Progress progress) throws IOException {
    Resources resources = new Resources();
    try {
      List<Side> sides = new ArrayList<>();
      for (Place place : places) {
        Document document = resources.add(Documents.open(place.file(), progress));
        sides.add(
            new Side(
                place.label() + " in " + place.file(), place, bytes(document, place, progress)));
      }
      return Comparer.open(sides, resources, progress);
    } catch (IOException | RuntimeException failure) {
      resources.close();
      throw failure;
    }
  }

  private static ByteView bytes(Document document, Place place, Progress progress)
      throws IOException {
    if (place instanceof Place.CodeObject code && code.unpacked()) {
      return unpacked(document, code, progress);
    }
    ByteView all =
        place.container() instanceof Place.CodeObject container
            ? unpacked(document, container, progress)
            : document.bytes();
    @Nullable ByteRange range = place.range();
    if (range != null) {
      return all.slice(range.start(), range.length());
    }
    if (place instanceof Place.File) {
      return all;
    }
    throw FormatException.in(place.file().toString(), place.label(), "", Reason.UNSUPPORTED)
        .expected("something with bytes of its own")
        .found("something without")
        .build();
  }

  private static ByteView unpacked(Document document, Place.CodeObject place, Progress progress)
      throws IOException {
    CodeObjects objects = document.codeObjects();
    int row = objects.rowOf(place);
    if (row < 0) {
      throw FormatException.in(place.file().toString(), "code object", "", Reason.NOT_FOUND)
          .expected("a code object of this file")
          .found(place.label())
          .build();
    }
    return objects.load(row, progress);
  }
}
