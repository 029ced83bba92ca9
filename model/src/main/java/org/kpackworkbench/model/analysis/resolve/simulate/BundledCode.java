package org.kpackworkbench.model.analysis.resolve.simulate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.simulate.WrapperOutcome.Code;
import org.kpackworkbench.model.analysis.resolve.simulate.WrapperOutcome.InBundle;
import org.kpackworkbench.model.analysis.resolve.simulate.WrapperOutcome.Unusable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.offload.BareCodeObject;
import org.kpackworkbench.model.format.offload.BrokenBundle;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.BundleTable;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.model.format.offload.StoredBundle;

/** Finds the code for a device in the bundles that a binary still has. For one thread. */
final class BundledCode {
  private static final String SPIRV = "amdgcnspirv";

  private final OffloadPlaces places;
  private final Map<Integer, Contents> read = new HashMap<>();

  /** A code object of a bundle. */
  private record Item(GpuTarget target, long sizeBytes, Place.CodeObject place) {}

  /** What is in a bundle, or why that cannot be known. */
  private record Contents(List<Item> items, @Nullable FormatException problem) {}

  BundledCode(OffloadPlaces places) {
    this.places = places;
  }

  Code find(StoredBundle bundle, List<Attempt> attempts) {
    Contents contents = read.computeIfAbsent(bundle.index(), index -> contents(bundle));
    FormatException problem = contents.problem();
    if (problem != null) {
      return new Unusable(LoaderError.of(problem), "Its bundle cannot be read: " + problem.words());
    }
    List<GpuTarget> targets = contents.items().stream().map(Item::target).toList();
    for (Attempt attempt : attempts) {
      for (Item item : contents.items()) {
        if (item.target().toString().equals(attempt.architecture())) {
          return new InBundle(item.place(), item.sizeBytes(), targets);
        }
      }
    }
    // Compiled for the device when it is loaded, where there is nothing native.
    for (Item item : contents.items()) {
      if (item.target().processor().equals(SPIRV)) {
        return new InBundle(item.place(), item.sizeBytes(), targets);
      }
    }
    return new InBundle(null, 0, targets);
  }

  private Contents contents(StoredBundle bundle) {
    try {
      List<Item> items =
          switch (bundle.content()) {
            case OffloadBundle plain -> items(bundle, plain.table());
            case CompressedBundle packed -> items(bundle, packed.readTable());
            case BareCodeObject bare -> List.of(bare(bundle, bare));
            case BrokenBundle broken -> throw broken.problem();
          };
      return new Contents(items, null);
    } catch (FormatException broken) {
      return new Contents(List.of(), broken);
    }
  }

  private Item bare(StoredBundle bundle, BareCodeObject bare) throws FormatException {
    GpuTarget target = CodeObject.of(bare.elf()).target();
    return new Item(target, bare.elf().view().size(), places.codeObject(bundle, target.toString()));
  }

  private List<Item> items(StoredBundle bundle, BundleTable table) {
    return table.entries().stream()
        .filter(entry -> entry.isDevice() && entry.sizeBytes() > 0 && entry.target() != null)
        .map(entry -> item(bundle, entry))
        .toList();
  }

  private Item item(StoredBundle bundle, BundleEntry entry) {
    GpuTarget target = java.util.Objects.requireNonNull(entry.target());
    return new Item(target, entry.sizeBytes(), places.codeObject(bundle, entry));
  }
}
