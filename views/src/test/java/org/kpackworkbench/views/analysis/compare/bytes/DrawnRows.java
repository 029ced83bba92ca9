package org.kpackworkbench.views.analysis.compare.bytes;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.views.kit.hex.HexCells;
import org.kpackworkbench.views.kit.hex.HexLines;
import org.kpackworkbench.views.kit.hex.HexSide;

/** Rows of compared bytes as they are drawn, as text. */
final class DrawnRows {
  private DrawnRows() {}

  /** The visible rows, with signs for what differs. */
  static List<String> rows(ByteCompareModel model, List<HexSide> sides) {
    List<String> rows = new ArrayList<>();
    long top = model.topRowProperty().get();
    for (long line = top;
        line < Math.min(model.rows().lines(), top + model.visibleRows());
        line++) {
      ByteRange positions = model.rows().positions(line);
      rows.add(
          model.rows().isFold(line) ? HexCells.foldWords(positions) : row(model, sides, positions));
    }
    return rows;
  }

  private static String row(ByteCompareModel model, List<HexSide> sides, ByteRange positions) {
    HexCells cells = new HexCells(positions, model, sides);
    StringBuilder row = new StringBuilder();
    for (int side = 0; side < sides.size(); side++) {
      if (side > 0) {
        row.append(" %1s ".formatted(cells.mark(side).isEmpty() ? "|" : cells.mark(side)));
      }
      OptionalLong first = cells.firstOffset(side);
      row.append(first.isPresent() ? Long.toHexString(first.getAsLong()) : "-");
      row.append(':');
      for (int column = 0; column < model.rowLength(); column++) {
        row.append(cell(cells, side, column));
      }
    }
    return row.toString();
  }

  private static String cell(HexCells cells, int side, int column) {
    return switch (cells.state(side, column)) {
      case NONE -> "";
      case GAP -> " //";
      case SAME, CHANGED, ONLY_HERE -> {
        int value = cells.values(side)[column];
        yield value >= 0 ? " %02x".formatted(value) : value == HexLines.UNDER_WAY ? " .." : " ??";
      }
    };
  }
}
