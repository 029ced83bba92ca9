package org.kpackworkbench.views.analysis.coverage;

import java.util.List;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.base.target.GpuTarget;

/** What the grid shows. Safe for use by many threads. */
public interface CoverageData {

  /** The wrappers of binaries. */
  List<CoverageGrid.Row> rows();

  /** The architectures. */
  List<GpuTarget> columns();

  /** What a row has for a column. Cheap. */
  CoverageCell cell(int row, int column);

  /** What could not be read, in sentences. */
  List<String> problems();

  /** No rows: what there is before the grid has been made. */
  CoverageData NONE =
      new CoverageData() {
        @Override
        public List<CoverageGrid.Row> rows() {
          return List.of();
        }

        @Override
        public List<GpuTarget> columns() {
          return List.of();
        }

        @Override
        public CoverageCell cell(int row, int column) {
          throw new IndexOutOfBoundsException(row);
        }

        @Override
        public List<String> problems() {
          return List.of();
        }
      };

  /** The model's grid. */
  static CoverageData of(CoverageGrid grid) {
    return new CoverageData() {
      @Override
      public List<CoverageGrid.Row> rows() {
        return grid.rows();
      }

      @Override
      public List<GpuTarget> columns() {
        return grid.columns();
      }

      @Override
      public CoverageCell cell(int row, int column) {
        return grid.cell(row, column);
      }

      @Override
      public List<String> problems() {
        return grid.problems().stream()
            .map(problem -> "%s: %s".formatted(problem.file(), problem.message()))
            .toList();
      }
    };
  }
}
