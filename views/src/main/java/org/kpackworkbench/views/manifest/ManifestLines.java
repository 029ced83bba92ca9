package org.kpackworkbench.views.manifest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.document.ManifestDocument;
import org.kpackworkbench.model.job.Progress;
import org.kpackworkbench.model.manifest.DiskReport;
import org.kpackworkbench.model.manifest.ManifestDiskCheck;
import org.kpackworkbench.model.place.Place;
import org.kpackworkbench.views.rows.RowColumn;
import org.kpackworkbench.views.rows.RowMark;
import org.kpackworkbench.views.rows.RowSource;
import org.kpackworkbench.views.rows.RowsSpec;

/** The table of a manifest's archives, each beside what is on the disk. */
final class ManifestLines implements RowsSpec<ManifestLine> {
  private final ManifestDocument document;

  ManifestLines(ManifestDocument document) {
    this.document = document;
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
        RowColumn.text("Target", ManifestLine::target),
        RowColumn.text("File", ManifestLine::file),
        RowColumn.text("State", ManifestLine::state),
        RowColumn.size("Stated size", ManifestLine::statedSizeBytes),
        RowColumn.size("Size on disk", ManifestLine::sizeBytes),
        RowColumn.count("Stated kernels", ManifestLine::statedKernels),
        RowColumn.count("Kernels", ManifestLine::kernels));
  }

  /** Looks at the disk: sizes, tables of contents, and checksums where the manifest states any. */
  @Override
  public RowSource<ManifestLine> load() throws IOException {
    DiskReport report =
        ManifestDiskCheck.run(document.path(), document.file().manifest(), true, Progress.NONE);
    List<ManifestLine> lines = new ArrayList<>();
    for (int row = 0; row < report.rows().size(); row++) {
      lines.add(ManifestLine.of(report.rows().get(row), document.file().place(row)));
    }
    for (Path archive : report.unnamed()) {
      lines.add(ManifestLine.unnamed(archive, Files.size(archive)));
    }
    return RowSource.of(lines);
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
    return row.well() ? mark : mark.problem(row.state());
  }

  @Override
  public String status(RowSource<ManifestLine> rows) throws IOException {
    int wrong = 0;
    for (int row = 0; row < rows.size(); row++) {
      wrong += rows.row(row).well() ? 0 : 1;
    }
    return wrong == 0
        ? rows.size() + " archives, all as stated"
        : "%d archives, %d not as stated".formatted(rows.size(), wrong);
  }
}
