package org.kpackworkbench.model.analysis.verify.coverage;

import java.util.EnumMap;
import java.util.Map;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid.CellKind;

/** Counts the cells of grids. */
public final class GridCounts {
  private GridCounts() {}

  /** How many cells there are of each kind. */
  public static Map<CellKind, Integer> of(CoverageGrid grid) {
    Map<CellKind, Integer> counts = new EnumMap<>(CellKind.class);
    for (CellKind kind : CellKind.values()) {
      counts.put(kind, 0);
    }
    for (int row = 0; row < grid.rows().size(); row++) {
      for (int column = 0; column < grid.columns().size(); column++) {
        counts.merge(CellKind.of(grid.cell(row, column)), 1, Integer::sum);
      }
    }
    return counts;
  }
}
