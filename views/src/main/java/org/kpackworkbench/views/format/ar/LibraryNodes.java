package org.kpackworkbench.views.format.ar;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.ar.StaticLibraryDocument;
import org.kpackworkbench.model.format.host.ElfDocument;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.views.format.elf.ElfNodes;
import org.kpackworkbench.views.spi.WorkspaceNode;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/** The rows below a static library: members, and below each what a host binary has. */
public final class LibraryNodes implements WorkspaceNodeProvider.Of<StaticLibraryDocument> {
  private static final ElfNodes MEMBER = new ElfNodes();

  @Override
  public List<WorkspaceNode> children(StaticLibraryDocument document, Place parent)
      throws IOException {
    if (parent.equals(document.place())) {
      return members(document);
    }
    ElfDocument member = memberOf(document, parent);
    return member == null ? List.of() : MEMBER.children(member, parent);
  }

  @Override
  public List<Place> way(StaticLibraryDocument document, Place place) {
    ElfDocument member = memberOf(document, place);
    return member == null ? place.path() : MEMBER.way(member, place);
  }

  private static List<WorkspaceNode> members(StaticLibraryDocument document) throws IOException {
    List<WorkspaceNode> nodes = new ArrayList<>();
    for (MemberRow row : MemberRow.of(document)) {
      nodes.add(
          WorkspaceNode.part(
              row.place(),
              row.member().name(),
              SizeText.of(row.member().sizeBytes()),
              row.codeObjects() > 0 ? OwnerKind.DEVICE_CODE : OwnerKind.HOST_DATA,
              row.document() instanceof ElfDocument));
    }
    return List.copyOf(nodes);
  }

  private static @Nullable ElfDocument memberOf(StaticLibraryDocument document, Place place) {
    List<Place> path = place.path();
    if (path.size() < 2) {
      return null;
    }
    for (Document member : document.members()) {
      if (member instanceof ElfDocument elf && elf.place().equals(path.get(1))) {
        return elf;
      }
    }
    return null;
  }
}
