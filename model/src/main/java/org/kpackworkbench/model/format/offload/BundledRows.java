package org.kpackworkbench.model.format.offload;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.registry.CodeObjectRow;

/**
 * Lists the code objects of bundles: for each wrapper what it points to, then what no wrapper does.
 *
 * <p>Of a compressed bundle only the beginning is decompressed, for its table.
 */
public final class BundledRows {
  private final OffloadPlaces places;
  private final String binary;
  private final List<BundledRow> rows = new ArrayList<>();
  private final List<FormatException> problems = new ArrayList<>();

  private BundledRows(OffloadPlaces places, Place parent) {
    this.places = places;
    this.binary = parent.label();
  }

  /** The rows, and what kept others from being listed. */
  public record Listing(List<BundledRow> rows, List<FormatException> problems) {}

  /** Those of a host binary or a file of bundles. */
  public static Listing of(FatBinary fat, Place parent) {
    BundledRows list = new BundledRows(OffloadPlaces.of(fat, parent), parent);
    for (Wrapper wrapper : fat.wrappers()) {
      StoredBundle bundle = fat.bundleOf(wrapper).orElse(null);
      if (bundle != null) {
        list.bundle(bundle, wrapper.index());
      }
    }
    for (StoredBundle bundle : fat.bundles()) {
      if (bundle.wrappers().isEmpty()) {
        list.bundle(bundle, CodeObjectRow.NO_WRAPPER);
      }
    }
    return list.listing();
  }

  /** Those of a host binary or a file of bundles. */
  public static Listing of(BundleFile file, Place parent) {
    BundledRows list = new BundledRows(OffloadPlaces.of(file, parent), parent);
    for (StoredBundle bundle : file.bundles()) {
      list.bundle(bundle, bundle.index());
    }
    return list.listing();
  }

  private Listing listing() {
    return new Listing(List.copyOf(rows), List.copyOf(problems));
  }

  private void bundle(StoredBundle bundle, int index) {
    Rows target = new Rows(bundle, index);
    switch (bundle.content()) {
      case OffloadBundle plain -> target.entries(plain.table(), false);
      case CompressedBundle compressed -> {
        try {
          target.entries(compressed.readTable(), true);
        } catch (FormatException failure) {
          problems.add(failure);
        }
      }
      case BareCodeObject bare -> {
        try {
          target.bare(bare);
        } catch (FormatException failure) {
          problems.add(failure);
        }
      }
      case BrokenBundle(FormatException problem) -> problems.add(problem);
    }
  }

  private final class Rows {
    private final StoredBundle bundle;
    private final int index;
    private final Set<String> targets = new HashSet<>();

    Rows(StoredBundle bundle, int index) {
      this.bundle = bundle;
      this.index = index;
    }

    void entries(BundleTable table, boolean compressed) {
      problems.addAll(table.problems());
      for (BundleEntry entry : table.entries()) {
        if (entry.isDevice()) {
          entry(entry, compressed);
        }
      }
    }

    private void entry(BundleEntry entry, boolean compressed) {
      Place.CodeObject place = places.codeObject(bundle, entry);
      // Two entries of one bundle may be for one target (other kinds of offloading): they differ
      // only in their IDs.
      String text = targets.add(place.target()) ? place.target() : entry.id().text();
      GpuTarget target = entry.target();
      add(
          text,
          target == null ? GpuTarget.lenient(text) : target,
          entry.id().architecture().startsWith("spirv") ? "spirv" : "hsaco",
          compressed ? -1 : entry.sizeBytes(),
          entry.sizeBytes(),
          place,
          entry);
    }

    void bare(BareCodeObject bare) throws FormatException {
      GpuTarget target = CodeObject.of(bare.elf()).target();
      long size = bundle.range().length();
      Place.CodeObject place = places.codeObject(bundle, target.toString());
      add(target.toString(), target, "hsaco", size, size, place, null);
    }

    private void add(
        String text,
        GpuTarget target,
        String type,
        long storedSizeBytes,
        long originalSizeBytes,
        Place.CodeObject place,
        @Nullable BundleEntry entry) {
      // Several wrappers may share a bundle: each looks up the code under its own index.
      int placeIndex = index == CodeObjectRow.NO_WRAPPER ? place.index() : index;
      CodeObjectRow row =
          new CodeObjectRow(
              rows.size(),
              binary,
              index,
              text,
              target,
              type,
              -1,
              storedSizeBytes,
              originalSizeBytes,
              new Place.CodeObject(
                  place.parent(), binary, placeIndex, text, place.range(), place.unpacked()),
              entry == null ? null : entry.problem());
      rows.add(new BundledRow(row, bundle, entry));
    }
  }
}
