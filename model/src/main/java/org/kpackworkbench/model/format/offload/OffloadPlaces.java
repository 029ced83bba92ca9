package org.kpackworkbench.model.format.offload;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.image.HostImage;

/**
 * The places of wrappers, bundles, entries and the marker. Their ranges count in the file that
 * holds the bundles. Parents are the sections that contain them, where there are any.
 */
public final class OffloadPlaces {
  private final ByteView view;
  private final Place parent;
  private final @Nullable HostImage image;

  private OffloadPlaces(ByteView view, Place parent, @Nullable HostImage image) {
    this.view = view;
    this.parent = parent;
    this.image = image;
  }

  /**
   * The places in a host binary.
   *
   * @param parent the place of the binary: a file, or a member of a library
   */
  public static OffloadPlaces of(FatBinary fat, Place parent) {
    return new OffloadPlaces(fat.image().view(), parent, fat.image());
  }

  /** The places in a file of bundles. */
  public static OffloadPlaces of(BundleFile file, Place parent) {
    return new OffloadPlaces(file.view(), parent, null);
  }

  /** The place of a wrapper. */
  public Place.Wrapper wrapper(Wrapper wrapper) {
    return new Place.Wrapper(section(wrapper.section()), wrapper.index(), outer(wrapper.range()));
  }

  /** The place of a bundle. */
  public Place.Bundle bundle(StoredBundle bundle) {
    return new Place.Bundle(holder(bundle.range()), bundle.index(), outer(bundle.range()));
  }

  /** The place of the marker. */
  public Place.Marker marker(Marker marker) {
    return new Place.Marker(section(marker.section()), outer(marker.range()));
  }

  /**
   * A code object of a bundle. Its index is that of the first wrapper that points to the bundle,
   * or, where none does, the bundle's. In a compressed bundle its range is the whole payload.
   */
  public Place.CodeObject codeObject(StoredBundle bundle, BundleEntry entry) {
    boolean unpacked = bundle.content() instanceof CompressedBundle;
    String target = entry.target() == null ? entry.id().text() : entry.target().toString();
    return codeObject(bundle, target, unpacked ? payload(bundle) : range(bundle, entry), unpacked);
  }

  /** A code object without a bundle; its target is what its own header says. */
  public Place.CodeObject codeObject(StoredBundle bare, String target) {
    return codeObject(bare, target, bare.range(), false);
  }

  /** A part of a bundle that has no type of its own. */
  Place.Part part(StoredBundle bundle, String label, ByteRange range) {
    return new Place.Part(bundle(bundle), label, outer(range));
  }

  /** The part of an entry's bytes that is inside the file, relative to the view. */
  ByteRange range(StoredBundle bundle, BundleEntry entry) {
    ByteRange whole = new ByteRange(0, view.size());
    long left = Math.max(0, view.size() - bundle.range().start());
    boolean possible = entry.offset() >= 0 && entry.offset() <= left && entry.sizeBytes() > 0;
    if (!possible) {
      return new ByteRange(bundle.range().end(), 0);
    }
    long start = bundle.range().start() + entry.offset();
    return new ByteRange(start, Math.min(entry.sizeBytes(), view.size() - start)).intersect(whole);
  }

  /** A range of the view as a range of the file that the view is a part of. */
  ByteRange outer(ByteRange range) {
    return new ByteRange(view.fileOffset(range.start()), range.length());
  }

  private Place.CodeObject codeObject(
      StoredBundle bundle, String target, ByteRange range, boolean unpacked) {
    int index = bundle.wrappers().isEmpty() ? bundle.index() : bundle.wrappers().getFirst();
    return new Place.CodeObject(
        bundle(bundle), parent.label(), index, target, outer(range), unpacked);
  }

  private static ByteRange payload(StoredBundle bundle) {
    int header =
        bundle.content() instanceof CompressedBundle compressed ? compressed.headerSizeBytes() : 0;
    return ByteRange.between(bundle.range().start() + header, bundle.range().end());
  }

  private Place holder(ByteRange range) {
    return image == null ? parent : section(image.sectionAtOffset(range.start()).orElse(null));
  }

  private Place section(HostImage.@Nullable Section section) {
    return image == null || section == null ? parent : image.placeOf(section, parent);
  }
}
