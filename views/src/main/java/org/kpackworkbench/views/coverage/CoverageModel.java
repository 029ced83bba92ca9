package org.kpackworkbench.views.coverage;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.kpackworkbench.model.verify.coverage.CoverageGrid;

/** A grid with what was counted in it. Immutable; made in the background. */
final class CoverageModel {
  private final CoverageData data;
  private final BitSet holed = new BitSet();
  private final Map<CellLooks, Integer> counts = new EnumMap<>(CellLooks.class);

  CoverageModel(CoverageData data) {
    this.data = data;
    for (int row = 0; row < data.rows().size(); row++) {
      for (int column = 0; column < data.columns().size(); column++) {
        CellLooks look = CellLooks.of(data.cell(row, column));
        counts.merge(look, 1, Integer::sum);
        if (look == CellLooks.HOLE) {
          holed.set(row);
        }
      }
    }
  }

  CoverageData data() {
    return data;
  }

  int count(CellLooks look) {
    return counts.getOrDefault(look, 0);
  }

  /** Rows by number: those whose name has a text in it, and only those with holes where asked. */
  List<Integer> rows(String text, boolean onlyHoles) {
    String wanted = text.toLowerCase(Locale.ROOT);
    List<Integer> rows = new ArrayList<>();
    for (int row = 0; row < data.rows().size(); row++) {
      CoverageGrid.Row each = data.rows().get(row);
      boolean named =
          wanted.isEmpty()
              || each.key().toLowerCase(Locale.ROOT).contains(wanted)
              || each.path().toLowerCase(Locale.ROOT).contains(wanted);
      if (named && (!onlyHoles || holed.get(row))) {
        rows.add(row);
      }
    }
    return rows;
  }

  /** All of it in a sentence. */
  String summary() {
    int holes = count(CellLooks.HOLE);
    String grid =
        "%s × %s"
            .formatted(
                counted(data.rows().size(), "wrapper"),
                counted(data.columns().size(), "architecture"));
    return holes == 0
        ? grid + ": no holes"
        : "%s: %s in %s"
            .formatted(grid, counted(holes, "hole"), counted(holed.cardinality(), "row"));
  }

  private static String counted(int count, String word) {
    return count + " " + word + (count == 1 ? "" : "s");
  }
}
