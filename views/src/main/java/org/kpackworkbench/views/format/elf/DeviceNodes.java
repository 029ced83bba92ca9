package org.kpackworkbench.views.format.elf;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.host.HostDocument;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperTarget;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.views.spi.WorkspaceNode;

/**
 * The rows of device code below a host binary, whatever its container: wrappers with the targets
 * they lead to, the marker, bundles that no wrapper points to.
 */
public final class DeviceNodes {
  private DeviceNodes() {}

  /** The rows directly below the binary. */
  public static List<WorkspaceNode> of(HostDocument document) {
    FatBinary fat = document.fat();
    OffloadPlaces places = OffloadPlaces.of(fat, document.place());
    List<WorkspaceNode> nodes = new ArrayList<>();
    for (Wrapper wrapper : fat.wrappers()) {
      nodes.add(
          WorkspaceNode.part(
              places.wrapper(wrapper),
              "wrapper " + wrapper.index(),
              wrapper.magicWords(),
              OwnerKind.WRAPPER,
              wrapper.target() instanceof WrapperTarget.ToBundle));
    }
    Marker marker = fat.marker();
    if (marker != null) {
      String name = Objects.requireNonNullElse(marker.kernelName(), "");
      nodes.add(WorkspaceNode.part(places.marker(marker), "marker", name, OwnerKind.MARKER, false));
    }
    for (StoredBundle bundle : fat.bundles()) {
      if (bundle.wrappers().isEmpty()) {
        nodes.add(
            WorkspaceNode.part(
                places.bundle(bundle),
                "bundle " + bundle.index(),
                fat.wrappers().isEmpty() ? ElfNumbers.size(bundle.range().length()) : "orphan",
                OwnerKind.DEVICE_CODE,
                true));
      }
    }
    return nodes;
  }

  /** The rows below a wrapper or a bundle; none below other places. */
  public static List<WorkspaceNode> below(HostDocument document, Place parent)
      throws FormatException {
    return switch (parent) {
      case Place.Wrapper wrapper -> targets(document, wrapper);
      case Place.Bundle bundle -> targets(document, bundle, CodeObjectRow.NO_WRAPPER);
      default -> List.of();
    };
  }

  /**
   * The rows that lead to a place: code objects are below their wrappers.
   *
   * @param sections the row that sections are below; null if that is the binary's own
   */
  public static List<Place> way(HostDocument document, Place place, @Nullable Place sections) {
    List<Place> path = place.path();
    int start = path.indexOf(document.place()) + 1;
    List<Place> way = new ArrayList<>(path.subList(0, start));
    for (Place step : path.subList(start, path.size())) {
      switch (step) {
        case Place.Section section -> {
          if (sections != null) {
            way.add(sections);
          }
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

  /** These rows are not children of the section that holds their bytes. */
  private static void replaceFrom(List<Place> way, int start, @Nullable Place row) {
    way.subList(start, way.size()).clear();
    if (row != null) {
      way.add(row);
    }
  }

  private static int firstWrapper(HostDocument document, Place.Bundle bundle) {
    List<StoredBundle> bundles = document.fat().bundles();
    boolean there = bundle.index() >= 0 && bundle.index() < bundles.size();
    List<Integer> wrappers = there ? bundles.get(bundle.index()).wrappers() : List.of();
    return wrappers.isEmpty() ? CodeObjectRow.NO_WRAPPER : wrappers.getFirst();
  }

  private static @Nullable Place wrapperOf(HostDocument document, Place.Bundle bundle, int index) {
    FatBinary fat = document.fat();
    for (Wrapper wrapper : fat.wrappers()) {
      StoredBundle stored = fat.bundleOf(wrapper).orElse(null);
      if (wrapper.index() == index && stored != null && stored.index() == bundle.index()) {
        return OffloadPlaces.of(fat, document.place()).wrapper(wrapper);
      }
    }
    return null;
  }

  private static List<WorkspaceNode> targets(HostDocument document, Place.Wrapper wrapper)
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

  private static List<WorkspaceNode> targets(HostDocument document, Place.Bundle bundle, int index)
      throws FormatException {
    CodeObjects objects = document.codeObjects();
    List<WorkspaceNode> nodes = new ArrayList<>();
    for (int i = 0; i < objects.size(); i++) {
      CodeObjectRow row = objects.row(i);
      if (row.index() == index && bundle.equals(row.place().parent())) {
        long bytes = row.originalSizeBytes();
        String size = bytes < 0 ? "" : ElfNumbers.size(bytes);
        nodes.add(WorkspaceNode.code(row.place(), row.targetText(), size, row.targetText(), true));
      }
    }
    return List.copyOf(nodes);
  }
}
