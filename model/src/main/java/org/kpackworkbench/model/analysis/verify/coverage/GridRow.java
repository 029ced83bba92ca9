package org.kpackworkbench.model.analysis.verify.coverage;

import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.answer.LoadAnswers;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Absent;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Inside;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.NotApplicable;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Present;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Shared;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.TextReduction;

/**
 * The cells of one row. Immutable.
 *
 * @param cells those of the targets that something is known about
 * @param declared for which targets its bundle had code; null if nothing says
 * @param unknown why nothing is known about other targets; empty if that is known
 * @param lookedUp whether its code was looked up and not unpacked
 */
public record GridRow(
    SortedMap<GpuTarget, CoverageCell> cells,
    @Nullable Set<GpuTarget> declared,
    String unknown,
    boolean lookedUp) {
  /** Code that was never compiled. */
  public static final NotApplicable NEVER =
      new NotApplicable("Its bundle had no code for this architecture.", null);

  /** Code that is not installed. */
  public static final Absent ABSENT = new Absent(false);

  CoverageCell cell(CoverageGrid.BinaryRow row, GpuTarget target) {
    if (row.state() == CoverageGrid.RowState.DATABASE) {
      return files(target);
    }
    CoverageCell known = cells.get(target);
    if (known != null) {
      return known;
    }
    if (!unknown.isEmpty()) {
      return new NotApplicable(unknown, row.place());
    }
    CoverageCell serving = serving(target);
    return serving != null
        ? serving
        : (declared != null && !declared.contains(target))
                || row.state() == CoverageGrid.RowState.FAT
            ? NEVER
            : ABSENT;
  }

  /** Code for a target that no archive of the binary lists; null if there is none. */
  private @Nullable CoverageCell serving(GpuTarget target) {
    for (GpuTarget each : TextReduction.runs(LoadAnswers.usual(target))) {
      switch (cells.get(each)) {
        case Present present -> {
          return new Shared(each, present);
        }
        case Inside inside -> {
          return inside;
        }
        case null, default -> {}
      }
    }
    return null;
  }

  /** The files of a database; those for a family are for each of its members. */
  private CoverageCell files(GpuTarget target) {
    int count = 0;
    long bytes = 0;
    Place first = null;
    for (var each : cells.entrySet()) {
      if (each.getValue() instanceof CoverageCell.Files some
          && GpuTable.related(each.getKey().processor(), target.processor())) {
        count += some.count();
        bytes += some.sizeBytes();
        first = first == null ? some.place() : first;
      }
    }
    return first == null ? ABSENT : new CoverageCell.Files(count, bytes, first);
  }
}
