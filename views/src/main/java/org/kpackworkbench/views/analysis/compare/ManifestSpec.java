package org.kpackworkbench.views.analysis.compare;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Cell;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Row;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.rows.RowsSpec;

/** Rows of manifests: an architecture each, its sizes on one scale. */
abstract class ManifestSpec implements RowsSpec<Row> {
  private volatile @Nullable ManifestMatrix matrix;
  private volatile long largest = 1;

  /** Shows these from now on; their rows follow. */
  final void show(ManifestMatrix now) {
    matrix = now;
    largest = Math.max(1, now.largestBytes());
  }

  final @Nullable ManifestMatrix matrix() {
    return matrix;
  }

  /** A size as a part of the largest one. */
  final double share(long bytes) {
    return Math.clamp((double) bytes / largest, -1, 1);
  }

  @Override
  public final @Nullable Place place(Row row) {
    return row.cells().stream().map(Cell::place).filter(Objects::nonNull).findFirst().orElse(null);
  }
}
