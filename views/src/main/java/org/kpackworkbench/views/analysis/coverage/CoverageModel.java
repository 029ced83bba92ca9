package org.kpackworkbench.views.analysis.coverage;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javafx.scene.paint.Color;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/** A grid with what was counted in it. Immutable; made in the background. */
final class CoverageModel {
  private static final Set<CellLooks> CODE =
      Set.of(CellLooks.PRESENT, CellLooks.INSIDE, CellLooks.SHARED);

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

  /** What rows, by number, are filtered by. */
  List<RowColumn<Integer>> fields() {
    return List.of(
        RowColumn.<Integer>text("Key", row -> line(row).key()).alsoNamed("name"),
        RowColumn.text("Path", row -> line(row).path()),
        RowColumn.text("Arch", this::covered),
        RowColumn.count("Index", row -> line(row).index()));
  }

  private CoverageGrid.Row line(int row) {
    return data.rows().get(row);
  }

  /** The architectures for which a row has code. */
  private String covered(int row) {
    return IntStream.range(0, data.columns().size())
        .filter(column -> CODE.contains(CellLooks.of(data.cell(row, column))))
        .mapToObj(column -> data.columns().get(column).toString())
        .collect(Collectors.joining(" "));
  }

  /** Rows by number: those that are wanted, and only those with holes where asked. */
  List<Integer> rows(Predicate<Integer> wanted, boolean onlyHoles) {
    List<Integer> rows = new ArrayList<>();
    for (int row = 0; row < data.rows().size(); row++) {
      if ((!onlyHoles || holed.get(row)) && wanted.test(row)) {
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

  /** How cells look: each kind has a sign of its own beside its colour. */
  enum CellLooks {
    PRESENT("✓", "in an archive"),
    INSIDE("■", "inside the fat binary"),
    SHARED("≈", "served by code that names fewer features"),
    HOLE("✖", "missing"),
    UNSURE("?", "perhaps missing"),
    ABSENT("–", "no archive for it"),
    /** What a compressed bundle holds, say. */
    UNKNOWN("·", "not known"),
    NOTHING("", "nothing to be expected");

    private final String sign;
    private final String words;

    CellLooks(String sign, String words) {
      this.sign = sign;
      this.words = words;
    }

    static CellLooks of(CoverageCell cell) {
      return switch (cell) {
        case CoverageCell.Present present -> PRESENT;
        case CoverageCell.Inside inside -> INSIDE;
        case CoverageCell.Shared shared -> SHARED;
        case CoverageCell.Hole hole ->
            hole.certainty() == CoverageCell.Certainty.POSSIBLE ? UNSURE : HOLE;
        case CoverageCell.Absent absent -> ABSENT;
        case CoverageCell.NotApplicable never -> never.place() == null ? NOTHING : UNKNOWN;
      };
    }

    /** The sign in the cell. */
    String sign() {
      return sign;
    }

    /** What it means, for legends and copies. */
    String words() {
      return words;
    }

    /** The colour behind the sign; null for that of the table. */
    @Nullable Color color(OwnerColors colors, @Nullable GpuTarget target) {
      return switch (this) {
        case PRESENT, INSIDE ->
            target == null ? colors.of(OwnerKind.DEVICE_CODE) : colors.ofTarget(target);
        case SHARED -> colors.of(OwnerKind.METADATA);
        case HOLE -> colors.of(OwnerKind.PROBLEM);
        case ABSENT -> colors.of(OwnerKind.PADDING);
        case UNSURE, UNKNOWN, NOTHING -> null;
      };
    }
  }
}
