package org.kpackworkbench.views.format.coff;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.coff.CoffSection;
import org.kpackworkbench.model.format.host.CoffDocument;
import org.kpackworkbench.views.format.elf.DeviceNodes;
import org.kpackworkbench.views.spi.WorkspaceNode;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/** The rows below a Windows binary in the workspace tree: its device code, its sections. */
final class CoffNodes implements WorkspaceNodeProvider.Of<CoffDocument> {
  @Override
  public List<WorkspaceNode> children(CoffDocument document, Place parent) throws IOException {
    if (!parent.equals(document.place())) {
      return DeviceNodes.below(document, parent);
    }
    List<WorkspaceNode> nodes = new ArrayList<>(DeviceNodes.of(document));
    for (CoffSection section : document.file().sections()) {
      nodes.add(
          WorkspaceNode.part(
              document.file().placeOf(section, parent),
              section.name(),
              SizeText.of(Math.max(0, section.fileSizeBytes())),
              CoffSectionsSpec.kind(section),
              false));
    }
    return List.copyOf(nodes);
  }

  @Override
  public List<Place> way(CoffDocument document, Place place) {
    return DeviceNodes.way(document, place, null);
  }
}
