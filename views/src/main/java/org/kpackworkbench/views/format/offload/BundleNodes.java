package org.kpackworkbench.views.format.offload;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.offload.BundleDocument;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.views.spi.WorkspaceNode;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/** The rows below a file of bundles: bundles, and below each its code objects. */
public final class BundleNodes implements WorkspaceNodeProvider.Of<BundleDocument> {

  @Override
  public List<WorkspaceNode> children(BundleDocument document, Place parent) throws IOException {
    if (parent.equals(document.place())) {
      return bundles(document);
    }
    return parent instanceof Place.Bundle ? codeObjects(document, parent) : List.of();
  }

  private static List<WorkspaceNode> bundles(BundleDocument document) {
    OffloadPlaces places = OffloadPlaces.of(document.file(), document.place());
    List<WorkspaceNode> nodes = new ArrayList<>();
    for (StoredBundle bundle : document.file().bundles()) {
      boolean compressed = bundle.content() instanceof CompressedBundle;
      nodes.add(
          WorkspaceNode.part(
              places.bundle(bundle),
              "bundle " + bundle.index(),
              SizeText.of(bundle.range().length()),
              compressed ? OwnerKind.COMPRESSED : OwnerKind.DEVICE_CODE,
              true));
    }
    return List.copyOf(nodes);
  }

  private static List<WorkspaceNode> codeObjects(BundleDocument document, Place bundle)
      throws IOException {
    CodeObjects objects = document.codeObjects();
    List<WorkspaceNode> nodes = new ArrayList<>();
    for (int i = 0; i < objects.size(); i++) {
      CodeObjectRow row = objects.row(i);
      if (bundle.equals(row.place().parent())) {
        String differs = Misfiled.words(objects, row);
        boolean well = differs.isEmpty();
        String size = row.originalSizeBytes() < 0 ? "" : SizeText.of(row.originalSizeBytes());
        String target = row.targetText();
        nodes.add(WorkspaceNode.code(row.place(), target, well ? size : differs, target, well));
      }
    }
    return List.copyOf(nodes);
  }
}
