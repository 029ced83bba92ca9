package org.kpackworkbench.views.analysis.coverage;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javafx.scene.layout.Region;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.views.spi.ViewContext;

/** A grid of 10,000 wrappers and 20 architectures with every kind of cell, made up. */
public final class LargeCoverage implements CoverageData {
  static final int ROWS = 10_000;
  static final int COLUMNS = 20;

  private final List<CoverageGrid.BinaryRow> rows = new ArrayList<>();
  private final List<GpuTarget> columns =
      IntStream.range(0, COLUMNS).mapToObj(i -> GpuTarget.of("gfx%d".formatted(1000 + i))).toList();

  LargeCoverage() {
    for (int i = 0; i < ROWS; i++) {
      Path file = Path.of("/t/lib/lib%d.so".formatted(i / 4));
      rows.add(
          new CoverageGrid.BinaryRow(
              file,
              "lib/" + file.getFileName(),
              "lib/" + file.getFileName(),
              i % 4,
              CoverageGrid.RowState.HOST_ONLY,
              new Place.Wrapper(new Place.File(file), i % 4, new ByteRange(0, 24))));
    }
  }

  /** The grid as the program shows it; on the JavaFX thread. */
  public static Region pane(ViewContext context) {
    return (Region)
        CoverageViews.view(
                LargeCoverage::new,
                way -> new Place.Entry(new Place.File(Path.of("/t")), way),
                context)
            .node();
  }

  @Override
  public List<CoverageGrid.BinaryRow> rows() {
    return rows;
  }

  @Override
  public List<GpuTarget> columns() {
    return columns;
  }

  @Override
  public CoverageCell cell(int row, int column) {
    Path archive = Path.of("/t/.kpack/t_%s.kpack".formatted(columns.get(column)));
    Place place = new Place.File(archive);
    CoverageCell.Present present = new CoverageCell.Present(archive, 4096, place);
    return switch (column) {
      case 1 -> new CoverageCell.Absent(false);
      case 2 -> new CoverageCell.Shared(columns.get(0), present);
      case 3 -> new CoverageCell.NotApplicable("Its bundle had no code.", null);
      case 4 ->
          row % 500 == 0
              ? new CoverageCell.Hole(
                  archive, CoverageCell.Certainty.POSSIBLE, "It may never have been compiled.")
              : present;
      case 5 ->
          row % 1000 == 0
              ? new CoverageCell.Hole(archive, CoverageCell.Certainty.SURE, "It was lost.")
              : present;
      default -> present;
    };
  }

  @Override
  public List<String> problems() {
    return List.of();
  }
}
