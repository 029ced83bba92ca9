package org.kpackworkbench.views.format.kpm;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpm.ManifestDocument;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.views.spi.WorkspaceNode;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/** The rows below a manifest in the workspace tree: the archives that it names. */
public final class ManifestNodes implements WorkspaceNodeProvider.Of<ManifestDocument> {
  private static final int MOST_ROWS = 500;

  @Override
  public List<WorkspaceNode> children(ManifestDocument document, Place parent) {
    if (!parent.equals(document.place())) {
      return List.of();
    }
    ManifestFile manifest = document.file();
    List<ManifestRow> rows = manifest.manifest().rows();
    List<WorkspaceNode> nodes = new ArrayList<>();
    for (int i = 0; i < Math.min(rows.size(), MOST_ROWS); i++) {
      nodes.add(node(manifest, i, rows.get(i)));
    }
    if (rows.size() > MOST_ROWS) {
      int more = rows.size() - MOST_ROWS;
      nodes.add(WorkspaceNode.more(document.place(), more, "in the table"));
    }
    return List.copyOf(nodes);
  }

  private static WorkspaceNode node(ManifestFile manifest, int index, ManifestRow row) {
    boolean damaged = manifest.problem(index) != null;
    return WorkspaceNode.code(
        manifest.place(index),
        row.file().isEmpty() ? "(no name)" : row.file(),
        damaged ? "cannot be read in full" : row.targetText(),
        row.targetText(),
        !damaged);
  }
}
