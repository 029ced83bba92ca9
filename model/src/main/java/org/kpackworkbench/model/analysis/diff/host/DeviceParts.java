package org.kpackworkbench.model.analysis.diff.host;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Resources;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.offload.BareCodeObject;
import org.kpackworkbench.model.format.offload.BrokenBundle;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.offload.UnpackLimits;
import org.kpackworkbench.model.format.offload.UnpackedBundle;

/** The code objects in the bundles of one side. */
final class DeviceParts {
  private final Side side;
  private final OffloadPlaces places;
  private final List<DevicePart> parts = new ArrayList<>();
  private final List<FormatException> problems = new ArrayList<>();

  private DeviceParts(Side side, OffloadPlaces places) {
    this.side = side;
    this.places = places;
  }

  /** What one entry of a bundle is. */
  record DevicePart(
      Side side, StoredBundle bundle, @Nullable BundleEntry entry, String key, Place place) {

    /** Its size; -1 where that is not known. */
    long sizeBytes() {
      BundleEntry known = entry;
      return known == null ? bundle.range().length() : known.sizeBytes();
    }

    @Nullable FormatException problem() {
      return entry == null ? null : entry.problem();
    }

    /** Whether it lies in a compressed bundle. */
    boolean isCompressed() {
      return bundle.content() instanceof CompressedBundle;
    }

    String form() {
      return bundle.content() instanceof CompressedBundle compressed
          ? "compressed, %s version %d".formatted(compressed.method().words(), compressed.version())
          : bundle.content().kindName();
    }

    /**
     * Its bytes.
     *
     * @param resources what has to be closed when they are no longer needed
     */
    ByteView load(Resources resources, Progress progress) throws IOException {
      return switch (bundle.content()) {
        case OffloadBundle plain -> plain.content(entry(plain.entries()));
        case CompressedBundle compressed -> {
          UnpackedBundle unpacked =
              resources.add(compressed.unpack(UnpackLimits.of(resources.budget()), progress));
          yield unpacked.bundle().content(entry(unpacked.bundle().entries())).detached();
        }
        case BareCodeObject bare -> bare.elf().view();
        case BrokenBundle(FormatException problem) -> throw problem;
      };
    }

    private BundleEntry entry(List<BundleEntry> entries) {
      return entries.get(java.util.Objects.requireNonNull(entry).index());
    }
  }

  static DeviceParts of(Side side, OffloadPlaces places, List<StoredBundle> bundles)
      throws FormatException {
    DeviceParts found = new DeviceParts(side, places);
    for (StoredBundle bundle : bundles) {
      try {
        found.add(bundle);
      } catch (FormatException failure) {
        if (failure.reason() == FormatException.Reason.FILE_CHANGED
            || failure.reason() == FormatException.Reason.CLOSED) {
          throw failure;
        }
        found.problems.add(failure);
      }
    }
    return found;
  }

  List<DevicePart> parts() {
    return parts;
  }

  List<FormatException> problems() {
    return problems;
  }

  private void add(StoredBundle bundle) throws FormatException {
    switch (bundle.content()) {
      case OffloadBundle plain -> entries(bundle, plain.entries());
      case CompressedBundle compressed -> entries(bundle, compressed.readTable().entries());
      case BareCodeObject bare -> {
        String target = CodeObject.of(bare.elf()).target().toString();
        parts.add(
            new DevicePart(
                side, bundle, null, key(bundle, target), places.codeObject(bundle, target)));
      }
      case BrokenBundle(FormatException problem) -> throw problem;
    }
  }

  private void entries(StoredBundle bundle, List<BundleEntry> entries) {
    for (BundleEntry entry : entries) {
      if (entry.isDevice()) {
        String target = entry.target() == null ? entry.id().text() : entry.target().toString();
        parts.add(
            new DevicePart(
                side, bundle, entry, key(bundle, target), places.codeObject(bundle, entry)));
      }
    }
  }

  /** By wrapper, as loaders count; what no wrapper points to by its number in the file. */
  private static String key(StoredBundle bundle, String target) {
    return bundle.wrappers().isEmpty()
        ? "bundle %d @ %s".formatted(bundle.index(), target)
        : "wrapper %d @ %s".formatted(bundle.wrappers().getFirst(), target);
  }
}
