package org.kpackworkbench.views.format.elf;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.host.ElfDocument;
import org.kpackworkbench.model.format.offload.FatBinary.RelocatableCode;
import org.kpackworkbench.views.format.elf.SectionsSpec.SectionRow;
import org.kpackworkbench.views.spi.WorkspaceNode;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/**
 * The rows below a host binary: wrappers with the targets they lead to, the marker, bundles that no
 * wrapper points to, sections.
 */
public final class ElfNodes implements WorkspaceNodeProvider.Of<ElfDocument> {

  /** The rows below a row of a host binary, which may be a member of a library. */
  @Override
  public List<WorkspaceNode> children(ElfDocument document, Place parent) throws FormatException {
    ElfSubject subject = subjectOf(document);
    if (parent.equals(document.place())) {
      return top(document, subject);
    }
    if (parent.equals(subject.sectionHeaders())) {
      return sections(subject);
    }
    return DeviceNodes.below(document, parent);
  }

  /** The rows that lead to a place: sections are below a row of their own. */
  @Override
  public List<Place> way(ElfDocument document, Place place) {
    return DeviceNodes.way(document, place, subjectOf(document).sectionHeaders());
  }

  private static ElfSubject subjectOf(ElfDocument document) {
    return new ElfSubject(document.elf(), document.fat(), document.place());
  }

  private static List<WorkspaceNode> top(ElfDocument document, ElfSubject subject)
      throws FormatException {
    List<WorkspaceNode> nodes = new ArrayList<>(DeviceNodes.of(document));
    for (RelocatableCode code : document.fat().relocatable()) {
      if (!code.id().isHost()) {
        nodes.add(relocatable(subject, code));
      }
    }
    int sections = document.elf().sections().size() - 1;
    if (sections > 0) {
      Place headers = subject.sectionHeaders();
      nodes.add(WorkspaceNode.part(headers, "sections", "" + sections, OwnerKind.METADATA, true));
    }
    return List.copyOf(nodes);
  }

  private static WorkspaceNode relocatable(ElfSubject subject, RelocatableCode code) {
    String target = code.id().target();
    return new WorkspaceNode(
        subject.elf().placeOf(code.section(), subject.place()),
        target.isEmpty() ? code.section().label() : target,
        ElfNumbers.size(code.section().sizeBytes()),
        OwnerKind.DEVICE_CODE,
        target.isEmpty() ? null : target,
        false);
  }

  private static List<WorkspaceNode> sections(ElfSubject subject) {
    List<WorkspaceNode> nodes = new ArrayList<>();
    for (SectionRow row : SectionRow.of(subject)) {
      nodes.add(
          WorkspaceNode.part(
              row.place(),
              row.name(),
              ElfNumbers.size(row.section().sizeBytes()),
              row.kind(),
              false));
    }
    return List.copyOf(nodes);
  }
}
