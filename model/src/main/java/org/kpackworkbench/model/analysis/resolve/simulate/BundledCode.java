package org.kpackworkbench.model.analysis.resolve.simulate;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.Code;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.InBundle;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.Unusable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.TextReduction;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.RuntimeCheck;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.offload.BareCodeObject;
import org.kpackworkbench.model.format.offload.BrokenBundle;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.BundleTable;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.CompressedBundle.UnpackLimits;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.offload.UnpackedBundle;

/** Finds the code for a device in the bundles that a binary still has. For one thread. */
final class BundledCode {
  private static final String SPIRV = "amdgcnspirv";

  private final OffloadPlaces places;
  private final Map<Integer, Contents> read = new HashMap<>();

  private record Item(
      GpuTarget target, long sizeBytes, Place.CodeObject place, @Nullable BundleEntry entry) {}

  /** The items of a bundle, or the reason why they cannot be known. */
  private record Contents(
      StoredBundle bundle, List<Item> items, @Nullable FormatException problem) {}

  BundledCode(OffloadPlaces places) {
    this.places = places;
  }

  Code find(StoredBundle bundle, List<TextReduction> attempts) {
    Contents contents = read.computeIfAbsent(bundle.index(), index -> contents(bundle));
    FormatException problem = contents.problem();
    if (problem != null) {
      return new Unusable(LoaderError.of(problem), "Its bundle cannot be read: " + problem.words());
    }
    List<GpuTarget> targets = contents.items().stream().map(Item::target).toList();
    for (TextReduction attempt : attempts) {
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
      return new Contents(bundle, items, null);
    } catch (FormatException broken) {
      return new Contents(bundle, List.of(), broken);
    }
  }

  /**
   * The outcomes with what the bytes of code in the binary show. Compressed bundles are unpacked
   * only where code is loaded; what does not unpack then is unusable, and what would unpack to more
   * than is plausible has no checksum.
   *
   * @param loads whether code is loaded
   * @throws IOException if a temporary file cannot be written
   */
  List<WrapperOutcome> examine(List<WrapperOutcome> outcomes, boolean loads, Progress progress)
      throws IOException {
    Set<Place.CodeObject> wanted = new HashSet<>();
    for (WrapperOutcome outcome : outcomes) {
      if (outcome.code() instanceof InBundle inside && inside.found() != null) {
        wanted.add(inside.found());
      }
    }
    Map<Place.CodeObject, Examined> examined = new HashMap<>();
    for (Contents contents : read.values()) {
      List<Item> items =
          contents.items().stream().filter(item -> wanted.contains(item.place())).toList();
      try {
        examined.putAll(examine(contents.bundle(), items, loads, progress));
      } catch (FormatException problem) {
        if (problem.reason() != FormatException.Reason.TOO_LARGE) {
          Examined broken = new Examined(null, RuntimeCheck.NONE, problem);
          items.forEach(item -> examined.put(item.place(), broken));
        }
      }
    }
    return outcomes.stream().map(outcome -> with(outcome, examined)).toList();
  }

  /**
   * A code object of a bundle, read.
   *
   * @param sha256 null where it was not loaded
   * @param problem why it does not unpack; null if it does
   */
  private record Examined(
      @Nullable Checksum sha256, RuntimeCheck runtime, @Nullable FormatException problem) {
    static Examined of(ByteView bytes, boolean loads, Progress progress) throws FormatException {
      return new Examined(
          loads ? Checksum.of(bytes, progress) : null, RuntimeCheck.ofStored(bytes), null);
    }
  }

  private static WrapperOutcome with(
      WrapperOutcome outcome, Map<Place.CodeObject, Examined> examined) {
    if (!(outcome.code() instanceof InBundle inside) || inside.found() == null) {
      return outcome;
    }
    Examined found = examined.get(inside.found());
    if (found == null) {
      return outcome;
    }
    FormatException problem = found.problem();
    Code code =
        problem == null
            ? inside.with(found.sha256())
            : new Unusable(
                LoaderError.of(problem),
                (problem.reason() == FormatException.Reason.CHECKSUM_MISMATCH
                        ? "Its bundle is damaged: "
                        : "Its code does not unpack: ")
                    + problem.words());
    return new WrapperOutcome(outcome.wrapper(), outcome.number(), outcome.device(), code)
        .checked(found.runtime());
  }

  private static Map<Place.CodeObject, Examined> examine(
      StoredBundle bundle, List<Item> items, boolean loads, Progress progress) throws IOException {
    Map<Place.CodeObject, Examined> examined = new HashMap<>();
    if (items.isEmpty()) {
      return examined;
    }
    switch (bundle.content()) {
      case OffloadBundle plain -> examine(plain, items, loads, progress, examined);
      case CompressedBundle packed when !loads -> {}
      case CompressedBundle packed -> {
        // Once for all devices.
        try (UnpackedBundle unpacked =
            packed.unpack(UnpackLimits.of(UnpackBudget.one()), progress)) {
          unpacked.verifyHash(progress);
          examine(unpacked.bundle(), items, true, progress, examined);
        }
      }
      case BareCodeObject bare -> {
        Examined one = Examined.of(bare.elf().view(), loads, progress);
        items.forEach(item -> examined.put(item.place(), one));
      }
      case BrokenBundle(FormatException problem) -> throw problem;
    }
    return examined;
  }

  private static void examine(
      OffloadBundle bundle,
      List<Item> items,
      boolean loads,
      Progress progress,
      Map<Place.CodeObject, Examined> examined)
      throws FormatException {
    for (Item item : items) {
      ByteView bytes = bundle.content(Objects.requireNonNull(item.entry()));
      examined.put(item.place(), Examined.of(bytes, loads, progress));
    }
  }

  private Item bare(StoredBundle bundle, BareCodeObject bare) throws FormatException {
    GpuTarget target = CodeObject.of(bare.elf()).target();
    return new Item(
        target, bare.elf().view().size(), places.codeObject(bundle, target.toString()), null);
  }

  private List<Item> items(StoredBundle bundle, BundleTable table) {
    return table.entries().stream()
        .filter(entry -> entry.isDevice() && entry.sizeBytes() > 0 && entry.target() != null)
        .map(entry -> item(bundle, entry))
        .toList();
  }

  private Item item(StoredBundle bundle, BundleEntry entry) {
    GpuTarget target = Objects.requireNonNull(entry.target());
    return new Item(target, entry.sizeBytes(), places.codeObject(bundle, entry), entry);
  }
}
