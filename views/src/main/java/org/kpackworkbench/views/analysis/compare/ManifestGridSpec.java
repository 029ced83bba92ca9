package org.kpackworkbench.views.analysis.compare;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Cell;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.DiskState;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Row;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestWords;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.views.kit.rows.CellDrawing;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowColumn.Face;
import org.kpackworkbench.views.kit.rows.RowColumn.Tint;
import org.kpackworkbench.views.kit.rows.TableWords;

/** Three or more manifests: architecture × manifest, with size as depth of colour. */
final class ManifestGridSpec extends ManifestSpec {
  /**
   * With more manifests than this, cells show signs only: sizes would not fit beside each other.
   */
  private static final int MOST_WITH_SIZES = 20;

  private static final double NARROW_EMS = 2.6;
  private static final String COLUMN = "manifest-column-";

  @Override
  public TableWords words() {
    return TableWords.of(
            "manifest-grid", "Sizes of architectures in manifests", "No manifest lists an archive.")
        .prompt("arch:gfx90a size>1M")
        .help("Fields: arch, file, size (the largest)");
  }

  @Override
  public boolean byCell() {
    return true;
  }

  @Override
  public List<RowColumn<Row>> columns() {
    ManifestMatrix now = matrix();
    List<RowColumn<Row>> columns = new ArrayList<>();
    columns.add(RowColumn.<Row>text("Architecture", Row::key).named("manifest-architecture"));
    columns.add(
        RowColumn.<Row>face("Trend", row -> "", ManifestGridSpec::trend)
            .drawn()
            .unsorted()
            .named("manifest-trend"));
    if (now == null) {
      return columns;
    }
    List<String> headings = ManifestModel.headings(now);
    for (int at = 0; at < headings.size(); at++) {
      int column = at;
      RowColumn<Row> made =
          RowColumn.<Row>matrix(
                  column,
                  heading(now, headings, at),
                  row -> ManifestWords.size(row, column),
                  row -> face(now, row, column))
              .unsorted()
              .named(COLUMN + now.columns().get(at).side());
      columns.add(headings.size() > MOST_WITH_SIZES ? made.wishing(NARROW_EMS) : made);
    }
    return columns;
  }

  /** A manifest's short name, with a sign where it could not be read whole. */
  private static String heading(ManifestMatrix matrix, List<String> headings, int at) {
    boolean wrong = !ManifestWords.wrong(matrix.columns().get(at)).isEmpty();
    return (wrong ? "⚠ " : "") + headings.get(at);
  }

  private Face face(ManifestMatrix now, Row row, int column) {
    Cell cell = row.cells().get(column);
    String sign = column == 0 ? "" : ManifestWords.sign(row.stepIn(column));
    String wrong = cell.disk().state().wrong() ? cell.disk().state().sign() : "";
    boolean sizes = now.columns().size() <= MOST_WITH_SIZES;
    List<String> parts = new ArrayList<>();
    if (!sign.isEmpty()) {
      parts.add(sign);
    }
    if (sizes) {
      parts.add(
          sign.isEmpty()
                  || cell.stated()
                  || cell.unread()
                  || cell.disk().state() == DiskState.UNNAMED
              ? ManifestWords.size(row, column)
              : "gone");
    }
    if (!wrong.isEmpty() && (sizes || sign.isEmpty())) {
      parts.add(wrong);
    }
    return Face.of(String.join(" ", parts), ManifestWords.cell(now, row, column))
        .styled(sign.isEmpty() ? "manifest-plain" : "cell-outlined")
        .drawn(
            new CellDrawing.Depth(
                share(Math.max(0, cell.shownBytes())),
                cell.stated() ? new Tint(OwnerKind.HOST_DATA, null, true) : null));
  }

  private static Face trend(Row row) {
    List<Long> sizes = new ArrayList<>();
    Set<Integer> marked = new HashSet<>();
    for (int at = 0; at < row.cells().size(); at++) {
      Cell cell = row.cells().get(at);
      sizes.add(cell.stated() ? cell.shownBytes() : -1);
      if (row.changedIn(at)) {
        marked.add(at);
      }
    }
    return Face.of("", "sizes of " + row.key() + ", a dot where it changed")
        .drawn(
            new CellDrawing.Trend(
                CellDrawing.heights(sizes),
                marked,
                new Tint(OwnerKind.DEVICE_CODE, row.named() ? row.key() : null, true)));
  }

  @Override
  public List<RowColumn<Row>> fields() {
    return List.of(
        RowColumn.<Row>text("Architecture", Row::key).alsoNamed("arch", "name"),
        RowColumn.text(
            "File",
            row -> String.join(" ", row.cells().stream().map(Cell::file).distinct().toList())),
        RowColumn.size(
            "Size", row -> row.cells().stream().mapToLong(Cell::shownBytes).max().orElse(-1)));
  }
}
