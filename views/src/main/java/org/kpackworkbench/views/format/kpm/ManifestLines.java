package org.kpackworkbench.views.format.kpm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowMark;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;

/** The table of a manifest's archives, each beside what is on the disk. */
final class ManifestLines implements RowsSpec<ManifestLine> {
  private final DiskState disk;

  ManifestLines(DiskState disk) {
    this.disk = disk;
  }

  @Override
  public String id() {
    return "archives";
  }

  @Override
  public String title() {
    return "Archives";
  }

  @Override
  public String empty() {
    return "The manifest lists no archives.";
  }

  @Override
  public String prompt() {
    return "filter, e.g. target:gfx90a state:missing";
  }

  @Override
  public List<RowColumn<ManifestLine>> columns() {
    return List.of(
        RowColumn.text("Target", ManifestLine::target).alsoNamed("arch"),
        RowColumn.text("File", ManifestLine::file).alsoNamed("name"),
        RowColumn.text("State", ManifestLine::state),
        RowColumn.size("Stated size", ManifestLine::statedSizeBytes),
        RowColumn.size("Size on disk", ManifestLine::sizeBytes).alsoNamed("size"),
        RowColumn.count("Stated kernels", ManifestLine::statedKernels),
        RowColumn.count("Kernels", ManifestLine::kernels),
        RowColumn.text("Remarks", ManifestLine::remarks));
  }

  @Override
  public RowSource<ManifestLine> load() {
    return RowSource.of(disk.lines());
  }

  @Override
  public @Nullable Place place(ManifestLine row) {
    return row.place();
  }

  @Override
  public @Nullable Place target(ManifestLine row) {
    return row.archive();
  }

  @Override
  public boolean shows(Place place) {
    return place instanceof Place.ManifestRow;
  }

  @Override
  public int indexOf(RowSource<ManifestLine> rows, Place place) throws IOException {
    for (int row = 0; row < rows.size(); row++) {
      if (place.equals(rows.row(row).place())) {
        return row;
      }
    }
    return -1;
  }

  @Override
  public boolean marked() {
    return true;
  }

  @Override
  public RowMark mark(ManifestLine row) {
    RowMark mark = new RowMark(null, row.target().isEmpty() ? null : row.target(), "");
    return row.well() ? mark : mark.problem(row.remarks());
  }

  @Override
  public String status(RowSource<ManifestLine> rows) throws IOException {
    List<ManifestLine> lines = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      lines.add(rows.row(row));
    }
    return summary(lines);
  }

  /** How many there are and how many of them are not as stated. */
  static String summary(List<ManifestLine> lines) {
    long wrong = lines.stream().filter(line -> !line.well()).count();
    long unknown = lines.stream().filter(line -> line.state().equals(ManifestLine.NOT_YET)).count();
    String all = lines.size() == 1 ? "1 archive" : lines.size() + " archives";
    List<String> parts = new ArrayList<>();
    if (wrong > 0) {
      parts.add(wrong + " not as stated");
    }
    if (unknown > 0) {
      parts.add(unknown + " not compared yet");
    }
    if (parts.isEmpty() && !lines.isEmpty()) {
      parts.add(lines.size() == 1 ? "as stated" : "all as stated");
    }
    return parts.isEmpty() ? all : all + ", " + String.join(", ", parts);
  }
}
