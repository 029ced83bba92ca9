package org.kpackworkbench.views.analysis.coverage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolution;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.artifact.ArtifactShard;

/** Data of the grid. Safe for use by many threads. */
public interface CoverageData {

  /** The wrappers of binaries. */
  List<CoverageGrid.BinaryRow> rows();

  /** The architectures. */
  List<GpuTarget> columns();

  /** Returns the cell of a row and a column. Cheap. */
  CoverageCell cell(int row, int column);

  /** Whether code of a row was looked up and not unpacked. */
  default boolean lookedUp(int row) {
    return false;
  }

  /** Returns what could not be read, in sentences. */
  List<String> problems();

  /** How many files have problems. */
  default long unreadFiles() {
    return 0;
  }

  /** That archives are looked for as if artifacts were overlaid, in a sentence; else empty. */
  default String overlaid() {
    return "";
  }

  /** Why there is no row, where there is none. */
  default String empty() {
    return TreeResolution.NO_CODE;
  }

  /** No rows: what there is before the grid has been made. */
  CoverageData NONE =
      new CoverageData() {
        @Override
        public List<CoverageGrid.BinaryRow> rows() {
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
  static CoverageData of(CoverageGrid grid) throws IOException {
    String phrase = ArtifactShard.words(ArtifactShard.around(grid.root()));
    String overlaid = phrase.isEmpty() ? "" : "Archives are looked for %s.".formatted(phrase);
    String why = ArtifactShard.whyNoBinary(grid.root());
    return new CoverageData() {
      @Override
      public String overlaid() {
        return overlaid;
      }

      @Override
      public String empty() {
        return why.isEmpty() ? CoverageData.super.empty() : why;
      }

      @Override
      public List<CoverageGrid.BinaryRow> rows() {
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
      public boolean lookedUp(int row) {
        return grid.lookedUp(row);
      }

      @Override
      public List<String> problems() {
        List<String> problems = new ArrayList<>();
        grid.problems()
            .forEach(
                problem -> problems.add("%s: %s".formatted(problem.file(), problem.message())));
        if (grid.leftOutRows() > 0) {
          problems.add(
              "%s more are not in the grid, which is full."
                  .formatted(CountText.of(grid.leftOutRows(), "wrapper")));
        }
        return problems;
      }

      @Override
      public long unreadFiles() {
        return grid.problems().stream().map(CoverageGrid.Problem::file).distinct().count();
      }
    };
  }
}
