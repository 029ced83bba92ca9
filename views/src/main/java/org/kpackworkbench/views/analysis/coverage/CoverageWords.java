package org.kpackworkbench.views.analysis.coverage;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.SizeText;

/** What cells say in sentences, and where they lead. Pure functions; any thread. */
final class CoverageWords {
  private CoverageWords() {}

  /** A cell in a sentence or two. */
  static String of(CoverageGrid.Row row, GpuTarget target, CoverageCell cell) {
    return "%s for %s: %s".formatted(row.key(), target, words(row, cell));
  }

  private static String words(CoverageGrid.Row row, CoverageCell cell) {
    return switch (cell) {
      case CoverageCell.Present present ->
          "%sin %s, row %d."
              .formatted(size(present.sizeBytes()), name(present.archive()), present.row());
      case CoverageCell.Inside inside ->
          "%sinside %s, which is fat.".formatted(size(inside.sizeBytes()), name(row.file()));
      case CoverageCell.Shared shared ->
          "served by the code for %s, %sin %s, row %d."
              .formatted(
                  shared.target(),
                  size(shared.code().sizeBytes()),
                  name(shared.code().archive()),
                  shared.code().row());
      case CoverageCell.Hole hole ->
          "missing. %s claims the architecture%s."
              .formatted(
                  name(hole.archive()),
                  switch (hole.certainty()) {
                    case SURE -> ", and the wrapper's bundle had code for it";
                    case LIKELY -> ", and other wrappers of this binary have code for it";
                    case POSSIBLE ->
                        "; the binary may have been compiled without it, for none of its wrappers"
                            + " has code for it";
                  });
      case CoverageCell.Absent absent -> "there is no archive for the architecture here.";
      case CoverageCell.NotApplicable never -> never.why();
    };
  }

  /** Where a cell leads: its code, else the wrapper that has none. */
  static Place place(CoverageGrid.Row row, CoverageCell cell) {
    return switch (cell) {
      case CoverageCell.Present present -> present.place();
      case CoverageCell.Inside inside -> inside.place();
      case CoverageCell.Shared shared -> shared.code().place();
      case CoverageCell.Hole hole -> row.place();
      case CoverageCell.Absent absent -> row.place();
      case CoverageCell.NotApplicable never -> {
        Place place = never.place();
        yield place == null ? row.place() : place;
      }
    };
  }

  private static String size(long bytes) {
    return bytes < 0 ? "" : SizeText.of(bytes) + " ";
  }

  private static String name(@Nullable Path file) {
    return file == null ? "" : String.valueOf(file.getFileName());
  }
}
