package org.kpackworkbench.model.analysis.verify.report;

import java.util.Locale;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid.CellKind;
import org.kpackworkbench.model.base.text.SizeText;

/**
 * What a cell of the grid says.
 *
 * @param text in the cell
 * @param meaning in a sentence, without a full stop
 * @param style the name of its look
 */
record CellText(String text, String meaning, String style) {
  static CellText of(CoverageCell cell) {
    CellKind kind = CellKind.of(cell);
    String text =
        switch (cell) {
          case CoverageCell.Present present -> size(present.sizeBytes());
          case CoverageCell.Inside inside -> size(inside.sizeBytes()) + " inside";
          case CoverageCell.Shared shared -> "by " + shared.target();
          case CoverageCell.Hole hole when kind == CellKind.UNCERTAIN -> "?";
          case CoverageCell.Hole hole -> "missing";
          case CoverageCell.Absent absent -> "no archive";
          case CoverageCell.NotApplicable never -> "\u2013";
        };
    String style = kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return new CellText(text, kind.words(), style);
  }

  private static String size(long bytes) {
    return bytes < 0 ? "there" : SizeText.of(bytes);
  }
}
