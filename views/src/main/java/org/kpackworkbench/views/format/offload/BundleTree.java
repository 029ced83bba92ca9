package org.kpackworkbench.views.format.offload;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.kpm.SearchPaths;
import org.kpackworkbench.model.format.offload.BareCodeObject;
import org.kpackworkbench.model.format.offload.BrokenBundle;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.BundleFile;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.FatBinary.RelocatableCode;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.views.kit.rows.RowMark;

/** The bundles of a file with their entries, and its marker, as a tree. */
record BundleTree(OffloadPlaces places, ByteView view, boolean wrapped) {
  /**
   * Returns the nodes of a host binary. Looks into bundles and at the disk: background threads
   * only.
   */
  static List<BundleNode> of(FatBinary fat, Place parent) throws FormatException {
    BundleTree tree =
        new BundleTree(
            OffloadPlaces.of(fat, parent), fat.image().view(), !fat.wrappers().isEmpty());
    List<BundleNode> nodes = new ArrayList<>();
    Marker marker = fat.marker();
    if (marker != null) {
      nodes.add(MarkerNodes.of(marker, tree.places.marker(marker)));
    }
    nodes.addAll(tree.bundles(fat.bundles()));
    for (RelocatableCode code : fat.relocatable()) {
      nodes.add(relocatable(fat, code, parent));
    }
    return List.copyOf(nodes);
  }

  /** Returns the nodes of a file of bundles. */
  static List<BundleNode> of(BundleFile file, Place parent) throws FormatException {
    return new BundleTree(OffloadPlaces.of(file, parent), file.view(), false)
        .bundles(file.bundles());
  }

  private List<BundleNode> bundles(List<StoredBundle> bundles) throws FormatException {
    List<BundleNode> nodes = new ArrayList<>();
    for (StoredBundle bundle : bundles) {
      nodes.add(bundle(bundle, BundleTargets.of(bundle)));
    }
    return List.copyOf(nodes);
  }

  private BundleNode bundle(StoredBundle bundle, BundleTargets targets) {
    CompressedBundle compressed = bundle.content() instanceof CompressedBundle found ? found : null;
    FormatException broken = targets.problem();
    String problem = broken == null ? "" : String.valueOf(broken.getMessage());
    return new BundleNode(
        "bundle " + bundle.index(),
        targets.entries().isEmpty() ? String.join(", ", targets.targets()) : "",
        details(bundle, targets),
        view.fileOffset(bundle.range().start()),
        -1,
        bundle.range().length(),
        compressed == null ? -1 : compressed.uncompressedSizeBytes(),
        RowMark.of(kind(bundle)).problem(problem),
        places.bundle(bundle),
        leadsTo(bundle, targets),
        compressed,
        entries(bundle, targets, compressed != null));
  }

  private @Nullable Place leadsTo(StoredBundle bundle, BundleTargets targets) {
    return bundle.content() instanceof BareCodeObject && !targets.targets().isEmpty()
        ? places.codeObject(bundle, targets.targets().getFirst())
        : null;
  }

  private List<BundleNode> entries(StoredBundle bundle, BundleTargets targets, boolean compressed) {
    Set<String> seen = new HashSet<>();
    List<BundleNode> nodes = new ArrayList<>();
    for (BundleEntry entry : targets.entries()) {
      nodes.add(entry(bundle, entry, compressed, seen));
    }
    return List.copyOf(nodes);
  }

  private BundleNode entry(
      StoredBundle bundle, BundleEntry entry, boolean compressed, Set<String> seen) {
    FormatException broken = entry.problem();
    Place.CodeObject code = entry.isDevice() ? codeObject(bundle, entry, seen) : null;
    Place place = code != null ? code : compressed ? places.bundle(bundle) : row(bundle, entry);
    RowMark mark =
        entry.isDevice()
            ? new RowMark(OwnerKind.DEVICE_CODE, code == null ? null : code.target(), "")
            : RowMark.of(OwnerKind.METADATA);
    return new BundleNode(
        entry.id().text(),
        entry.target() == null ? "" : entry.target().toString(),
        entry.isDevice() ? "" : "the host's own entry; holds no code",
        compressed || !entry.isDevice()
            ? -1
            : view.fileOffset(bundle.range().start()) + entry.offset(),
        entry.offset(),
        entry.sizeBytes(),
        -1,
        mark.problem(broken == null ? "" : String.valueOf(broken.getMessage())),
        place,
        code,
        null,
        List.of());
  }

  /** As the document lists it: of two entries for one target the second goes by its id. */
  private Place.CodeObject codeObject(StoredBundle bundle, BundleEntry entry, Set<String> seen) {
    Place.CodeObject code = places.codeObject(bundle, entry);
    return seen.add(code.target())
        ? code
        : new Place.CodeObject(
            code.parent(),
            code.binary(),
            code.index(),
            entry.id().text(),
            code.range(),
            code.unpacked());
  }

  private Place row(StoredBundle bundle, BundleEntry entry) {
    long start = view.fileOffset(bundle.range().start()) + entry.tableOffset();
    return new Place.Part(
        places.bundle(bundle),
        "entry %d of bundle %d".formatted(entry.index(), bundle.index()),
        new ByteRange(start, entry.rowSizeBytes()));
  }

  private String details(StoredBundle bundle, BundleTargets targets) {
    List<String> parts = new ArrayList<>();
    parts.add(bundle.content().kindName());
    if (bundle.content() instanceof CompressedBundle compressed) {
      parts.add(
          "CCOB version %d, %s, %s stored of %s, hash 0x%016x"
              .formatted(
                  compressed.version(),
                  compressed.method().words(),
                  SizeText.of(compressed.storedSizeBytes()),
                  SizeText.of(Math.max(0, compressed.uncompressedSizeBytes())),
                  compressed.hash()));
    }
    int code = targets.targets().size();
    if (!targets.entries().isEmpty()) {
      parts.add(CountText.of(code, "code object"));
    }
    if (wrapped) {
      parts.add(wrappers(bundle.wrappers()));
    }
    return String.join(" · ", parts);
  }

  static String wrappers(List<Integer> wrappers) {
    return switch (wrappers.size()) {
      case 0 -> "orphan: no wrapper points to it";
      case 1 -> "wrapper " + wrappers.getFirst();
      default ->
          "wrappers "
              + wrappers.stream()
                  .limit(10)
                  .map(index -> Integer.toString(index))
                  .collect(Collectors.joining(", "))
              + (wrappers.size() > 10 ? " and %d more".formatted(wrappers.size() - 10) : "");
    };
  }

  private static OwnerKind kind(StoredBundle bundle) {
    return switch (bundle.content()) {
      case OffloadBundle plain -> OwnerKind.DEVICE_CODE;
      case CompressedBundle compressed -> OwnerKind.COMPRESSED;
      case BareCodeObject bare -> OwnerKind.DEVICE_CODE;
      case BrokenBundle broken -> OwnerKind.PROBLEM;
    };
  }

  private static BundleNode relocatable(FatBinary fat, RelocatableCode code, Place parent) {
    Place.Section place = fat.image().placeOf(code.section(), parent);
    return new BundleNode(
        code.section().label(),
        code.id().target(),
        code.id().isHost()
            ? "the host's part of relocatable device code"
            : "relocatable device code: device linking makes a bundle of it",
        place.range().start(),
        -1,
        fat.image().rangeOf(code.section()).length(),
        -1,
        code.id().isHost()
            ? RowMark.of(OwnerKind.HOST_DATA)
            : new RowMark(OwnerKind.DEVICE_CODE, code.id().target(), ""),
        place,
        null,
        null,
        List.of());
  }

  private static final class MarkerNodes {
    private MarkerNodes() {}

    /** The marker with a row for each field. Accesses the disk. */
    static BundleNode of(Marker marker, Place.Marker place) {
      List<BundleNode> children = new ArrayList<>();
      String name = marker.kernelName();
      children.add(
          name == null
              ? BundleNode.fact(
                  Marker.KERNEL_NAME_KEY,
                  "missing: a loader cannot request code",
                  place,
                  new RowMark(null, null, "The marker has no kernel name."),
                  List.of())
              : BundleNode.fact(Marker.KERNEL_NAME_KEY, name, place));
      for (int i = 0; i < marker.searchPaths().size(); i++) {
        children.add(searchPath(marker, i, place));
      }
      if (marker.searchPaths().isEmpty()) {
        children.add(
            BundleNode.fact(
                Marker.SEARCH_PATHS_KEY,
                "none: archives are found only through environment variables",
                place));
      }
      for (MsgValue.Pair pair : marker.otherKeys()) {
        children.add(
            BundleNode.fact(
                pair.key().toString(), pair.value() + " (a key that is not known)", place));
      }
      return new BundleNode(
          "marker",
          "",
          name == null ? "device code is in archives" : "device code is in archives, as " + name,
          place.range().start(),
          -1,
          place.range().length(),
          -1,
          RowMark.of(OwnerKind.MARKER).problem(problems(marker)),
          place,
          null,
          null,
          List.copyOf(children));
    }

    private static BundleNode searchPath(Marker marker, int number, Place.Marker place) {
      String pattern = marker.searchPaths().get(number);
      SearchPaths search = SearchPaths.at(place.file(), marker.rules());
      SearchPaths.Files answer = search.look(place.file(), pattern);
      List<BundleNode> files = new ArrayList<>();
      for (SearchPaths.Candidate found : answer.files()) {
        files.add(
            new BundleNode(
                found.path().toString(),
                found.target(),
                "",
                -1,
                -1,
                found.sizeBytes(),
                -1,
                RowMark.NONE,
                place,
                new Place.File(found.path()),
                null,
                List.of()));
      }
      String title = "search path " + number;
      return BundleNode.fact(title, pattern + "  →  " + words(answer), place, RowMark.NONE, files);
    }

    private static String words(SearchPaths.Files answer) {
      if (!answer.problem().isEmpty()) {
        return answer.problem();
      }
      int count = answer.files().size();
      if (count == 0) {
        return "no such file on this disk";
      }
      long bytes = answer.files().stream().mapToLong(SearchPaths.Candidate::sizeBytes).sum();
      Path first = answer.files().getFirst().path();
      return count == 1
          ? "%s, %s".formatted(first, SizeText.of(bytes))
          : "%d files, %s".formatted(count, SizeText.of(bytes));
    }

    private static String problems(Marker marker) {
      List<String> all = new ArrayList<>();
      for (FormatException problem : marker.problems()) {
        all.add(String.valueOf(problem.getMessage()));
      }
      return String.join(" ", all);
    }
  }
}
