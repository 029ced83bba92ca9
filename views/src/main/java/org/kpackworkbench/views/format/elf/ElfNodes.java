package org.kpackworkbench.views.format.elf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.host.ElfDocument;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.FatBinary.RelocatableCode;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperTarget;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.views.format.elf.SectionsSpec.SectionRow;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.WorkspaceNode;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/**
 * The rows below a host binary: wrappers with the targets they lead to, the marker, bundles that no
 * wrapper points to, sections.
 */
public final class ElfNodes implements WorkspaceNodeProvider {

  @Override
  public boolean handles(OpenedFile file) {
    return file.as(ElfDocument.class).isPresent();
  }

  @Override
  public List<WorkspaceNode> children(OpenedFile file, Place parent) throws IOException {
    return children(file.as(ElfDocument.class).orElseThrow(), parent);
  }

  @Override
  public List<Place> way(OpenedFile file, Place place) {
    return way(file.as(ElfDocument.class).orElseThrow(), place);
  }

  /** The rows below a row of a host binary, which may be a member of a library. */
  public static List<WorkspaceNode> children(ElfDocument document, Place parent)
      throws FormatException {
    ElfSubject subject = subjectOf(document);
    if (parent.equals(document.place())) {
      return top(document, subject);
    }
    if (parent.equals(subject.sectionHeaders())) {
      return sections(subject);
    }
    return switch (parent) {
      case Place.Wrapper wrapper -> targets(document, wrapper);
      case Place.Bundle bundle -> targets(document, bundle, CodeObjectRow.NO_WRAPPER);
      default -> List.of();
    };
  }

  /**
   * The rows that lead to a place: code objects are below their wrappers, sections below a row of
   * their own.
   */
  public static List<Place> way(ElfDocument document, Place place) {
    List<Place> path = place.path();
    int start = path.indexOf(document.place()) + 1;
    List<Place> way = new ArrayList<>(path.subList(0, start));
    for (Place step : path.subList(start, path.size())) {
      switch (step) {
        case Place.Section section -> {
          way.add(subjectOf(document).sectionHeaders());
          way.add(section);
        }
        case Place.Bundle bundle -> {
          replaceFrom(way, start, wrapperOf(document, bundle, firstWrapper(document, bundle)));
          way.add(bundle);
        }
        case Place.CodeObject code when code.parent() instanceof Place.Bundle bundle -> {
          replaceFrom(way, start, wrapperOf(document, bundle, code.index()));
          way.add(bundle);
          way.add(code);
        }
        case Place.Wrapper wrapper -> replaceFrom(way, start, wrapper);
        case Place.Marker marker -> replaceFrom(way, start, marker);
        default -> way.add(step);
      }
    }
    return List.copyOf(way);
  }

  private static ElfSubject subjectOf(ElfDocument document) {
    return new ElfSubject(document.elf(), document.fat(), document.place());
  }

  /** These rows are not children of the section that holds their bytes. */
  private static void replaceFrom(List<Place> way, int start, @Nullable Place row) {
    way.subList(start, way.size()).clear();
    if (row != null) {
      way.add(row);
    }
  }

  private static int firstWrapper(ElfDocument document, Place.Bundle bundle) {
    List<StoredBundle> bundles = document.fat().bundles();
    boolean there = bundle.index() >= 0 && bundle.index() < bundles.size();
    List<Integer> wrappers = there ? bundles.get(bundle.index()).wrappers() : List.of();
    return wrappers.isEmpty() ? CodeObjectRow.NO_WRAPPER : wrappers.getFirst();
  }

  private static @Nullable Place wrapperOf(ElfDocument document, Place.Bundle bundle, int index) {
    FatBinary fat = document.fat();
    for (Wrapper wrapper : fat.wrappers()) {
      StoredBundle stored = fat.bundleOf(wrapper).orElse(null);
      if (wrapper.index() == index && stored != null && stored.index() == bundle.index()) {
        return OffloadPlaces.of(fat, document.place()).wrapper(wrapper);
      }
    }
    return null;
  }

  private static List<WorkspaceNode> top(ElfDocument document, ElfSubject subject)
      throws FormatException {
    FatBinary fat = document.fat();
    OffloadPlaces places = OffloadPlaces.of(fat, document.place());
    List<WorkspaceNode> nodes = new ArrayList<>();
    for (Wrapper wrapper : fat.wrappers()) {
      nodes.add(
          new WorkspaceNode(
              places.wrapper(wrapper),
              "wrapper " + wrapper.index(),
              wrapper.magicWords(),
              OwnerKind.WRAPPER,
              null,
              wrapper.target() instanceof WrapperTarget.ToBundle));
    }
    Marker marker = fat.marker();
    if (marker != null) {
      String name = marker.kernelName();
      nodes.add(
          new WorkspaceNode(
              places.marker(marker),
              "marker",
              name == null ? "" : name,
              OwnerKind.MARKER,
              null,
              false));
    }
    for (StoredBundle bundle : fat.bundles()) {
      if (bundle.wrappers().isEmpty()) {
        nodes.add(
            new WorkspaceNode(
                places.bundle(bundle),
                "bundle " + bundle.index(),
                fat.wrappers().isEmpty() ? ElfNumbers.size(bundle.range().length()) : "orphan",
                OwnerKind.DEVICE_CODE,
                null,
                true));
      }
    }
    for (RelocatableCode code : fat.relocatable()) {
      if (!code.id().isHost()) {
        nodes.add(relocatable(subject, code));
      }
    }
    int sections = document.elf().sections().size() - 1;
    if (sections > 0) {
      nodes.add(
          new WorkspaceNode(
              subject.sectionHeaders(),
              "sections",
              Integer.toString(sections),
              OwnerKind.METADATA,
              null,
              true));
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
          new WorkspaceNode(
              row.place(),
              row.name(),
              ElfNumbers.size(row.section().sizeBytes()),
              row.kind(),
              null,
              false));
    }
    return List.copyOf(nodes);
  }

  private static List<WorkspaceNode> targets(ElfDocument document, Place.Wrapper wrapper)
      throws FormatException {
    FatBinary fat = document.fat();
    if (wrapper.index() >= fat.wrappers().size()) {
      return List.of();
    }
    StoredBundle bundle = fat.bundleOf(fat.wrappers().get(wrapper.index())).orElse(null);
    return bundle == null
        ? List.of()
        : targets(
            document, OffloadPlaces.of(fat, document.place()).bundle(bundle), wrapper.index());
  }

  private static List<WorkspaceNode> targets(ElfDocument document, Place.Bundle bundle, int index)
      throws FormatException {
    CodeObjects objects = document.codeObjects();
    List<WorkspaceNode> nodes = new ArrayList<>();
    for (int i = 0; i < objects.size(); i++) {
      CodeObjectRow row = objects.row(i);
      if (row.index() == index && bundle.equals(row.place().parent())) {
        nodes.add(
            new WorkspaceNode(
                row.place(),
                row.targetText(),
                row.originalSizeBytes() < 0 ? "" : ElfNumbers.size(row.originalSizeBytes()),
                OwnerKind.DEVICE_CODE,
                row.targetText(),
                false));
      }
    }
    return List.copyOf(nodes);
  }
}
