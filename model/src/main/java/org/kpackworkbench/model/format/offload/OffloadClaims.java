package org.kpackworkbench.model.format.offload;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.ZeroScan;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.Gaps;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.offload.FatBinary.RelocatableCode;

/**
 * Claims of wrappers, bundles and marker on a file's bytes. Together with the claims of the binary,
 * inside whose sections these lie, they are the whole list.
 */
public final class OffloadClaims {
  private final ByteView view;
  private final OffloadPlaces places;
  private final List<Claim> claims = new ArrayList<>();

  private OffloadClaims(ByteView view, OffloadPlaces places) {
    this.view = view;
    this.places = places;
  }

  /**
   * The claims in a host binary.
   *
   * @param parent the place of the binary
   * @throws FormatException if the file changed meanwhile
   */
  public static List<Claim> of(FatBinary fat, Place parent) throws FormatException {
    OffloadClaims all = new OffloadClaims(fat.image().view(), OffloadPlaces.of(fat, parent));
    for (Wrapper wrapper : fat.wrappers()) {
      String label = "wrapper %d (%s)".formatted(wrapper.index(), wrapper.magicWords());
      all.add(wrapper.range(), OwnerKind.WRAPPER, label, all.places.wrapper(wrapper));
    }
    all.bundles(fat.bundles());
    for (HostImage.Section section : fat.fatSections()) {
      all.rest(fat.image().rangeOf(section), fat.bundles());
    }
    if (fat.marker() != null) {
      Marker marker = fat.marker();
      all.add(marker.range(), OwnerKind.MARKER, "marker", all.places.marker(marker));
    }
    for (RelocatableCode code : fat.relocatable()) {
      all.relocatable(fat, code, parent);
    }
    return List.copyOf(all.claims);
  }

  /** The claims in a file of bundles: all of its bytes. */
  public static List<Claim> of(BundleFile file, Place parent) throws FormatException {
    OffloadClaims all = new OffloadClaims(file.view(), OffloadPlaces.of(file, parent));
    all.bundles(file.bundles());
    all.rest(new ByteRange(0, file.view().size()), file.bundles());
    return List.copyOf(all.claims);
  }

  private void bundles(List<StoredBundle> bundles) throws FormatException {
    for (StoredBundle bundle : bundles) {
      switch (bundle.content()) {
        case OffloadBundle plain -> plain(bundle, plain);
        case CompressedBundle compressed -> compressed(bundle, compressed);
        case BareCodeObject bare ->
            add(bundle.range(), OwnerKind.DEVICE_CODE, "code object", places.bundle(bundle));
        case BrokenBundle broken ->
            add(bundle.range(), OwnerKind.PROBLEM, "broken bundle", places.bundle(bundle));
      }
    }
  }

  private void plain(StoredBundle stored, OffloadBundle bundle) throws FormatException {
    long start = stored.range().start();
    String name = "bundle " + stored.index();
    add(stored.range(), OwnerKind.METADATA, name, places.bundle(stored));
    BundleTable table = bundle.table();
    List<ByteRange> taken = new ArrayList<>();
    ByteRange header = new ByteRange(start, table.headerSizeBytes());
    add(header, OwnerKind.METADATA, name + " header", places.part(stored, "header", header));
    taken.add(header);
    for (BundleEntry entry : table.entries()) {
      row(stored, entry);
      ByteRange range = places.range(stored, entry);
      if (!range.isEmpty()) {
        taken.add(range);
        entry(stored, entry, range);
      }
    }
    claims.addAll(Gaps.of(view, stored.range(), taken, "bytes that no entry holds"));
  }

  private void row(StoredBundle stored, BundleEntry entry) {
    ByteRange row =
        new ByteRange(stored.range().start() + entry.tableOffset(), entry.rowSizeBytes());
    String label = "entry %d of bundle %d".formatted(entry.index(), stored.index());
    add(row, OwnerKind.METADATA, label, places.part(stored, label, row));
  }

  private void entry(StoredBundle stored, BundleEntry entry, ByteRange range) {
    Place.CodeObject place = places.codeObject(stored, entry);
    claims.add(
        entry.isDevice()
            ? new Claim(
                places.outer(range), OwnerKind.DEVICE_CODE, place.target(), place, place.target())
            : new Claim(places.outer(range), OwnerKind.HOST_DATA, entry.id().text(), place));
  }

  private void compressed(StoredBundle stored, CompressedBundle bundle) {
    String name = "bundle %d (compressed)".formatted(stored.index());
    add(stored.range(), OwnerKind.COMPRESSED, name, places.bundle(stored));
    ByteRange header = new ByteRange(stored.range().start(), bundle.headerSizeBytes());
    add(header, OwnerKind.METADATA, name + " header", places.part(stored, "header", header));
    ByteRange payload = ByteRange.between(header.end(), stored.range().end());
    String label = "%s payload, %s".formatted(name, bundle.method().words());
    add(payload, OwnerKind.COMPRESSED, label, places.part(stored, "payload", payload));
  }

  private void rest(ByteRange section, List<StoredBundle> bundles) throws FormatException {
    List<ByteRange> taken = bundles.stream().map(StoredBundle::range).toList();
    boolean empty = taken.stream().noneMatch(section::overlaps);
    if (empty && !section.isEmpty() && ZeroScan.isZero(view, section)) {
      add(section, OwnerKind.ZERO_FILLED, "zeros where device code was", null);
      return;
    }
    claims.addAll(Gaps.of(view, section, taken, "bytes that no bundle holds"));
  }

  private void relocatable(FatBinary fat, RelocatableCode code, Place parent) {
    ByteRange range = fat.image().rangeOf(code.section());
    Place place = fat.image().placeOf(code.section(), parent);
    String target = code.id().target();
    if (code.id().isHost()) {
      add(range, OwnerKind.HOST_DATA, code.section().label(), place);
    } else {
      claims.add(
          new Claim(
              places.outer(range),
              OwnerKind.DEVICE_CODE,
              code.section().label(),
              place,
              target.isEmpty() ? null : target));
    }
  }

  private void add(ByteRange range, OwnerKind kind, String label, @Nullable Place place) {
    claims.add(new Claim(places.outer(range), kind, label, place));
  }
}
