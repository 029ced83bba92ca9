package org.kpackworkbench.model.analysis.resolve.simulate;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.resolve.simulate.WrapperOutcome.Code;
import org.kpackworkbench.model.analysis.resolve.simulate.WrapperOutcome.InArchive;
import org.kpackworkbench.model.analysis.resolve.simulate.WrapperOutcome.InBundle;
import org.kpackworkbench.model.analysis.resolve.simulate.WrapperOutcome.Unusable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.bytes.ZeroScan;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GenericTargets;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperTarget;
import org.kpackworkbench.model.format.registration.Original;

/**
 * Asks a loader for what every wrapper of a binary leads to on some devices. Safe for use by many
 * threads.
 */
public final class BinaryResolver {
  /** No code object begins with so many zeros. */
  private static final int FIRST_BYTES = 64;

  private final Loader loader;
  private final List<Device> devices;
  private final boolean loads;
  private final @Nullable Original original;

  /**
   * A device of a process.
   *
   * @param target what it is, for people and for bundles
   * @param handed what a runtime hands to a loader for it, as texts
   */
  public record Device(GpuTarget target, List<String> handed) {
    public Device {
      handed = List.copyOf(handed);
    }

    /** A device whose runtime spells targets as usual. */
    public static Device of(GpuTarget target) {
      return written(target.toString());
    }

    /** Its target as a loader gets it. */
    public String written() {
      return handed.isEmpty() ? target.toString() : handed.getFirst();
    }

    /** A device whose target a loader gets just as it is written. */
    public static Device written(String target) {
      String generic = GenericTargets.handed(target);
      return new Device(
          GpuTarget.lenient(target), generic == null ? List.of(target) : List.of(target, generic));
    }

    private List<Attempt> bundled() {
      return Attempt.planned(
          GenericTargets.preference(target).stream().map(GpuTarget::toString).toList());
    }
  }

  /**
   * @param devices the devices' targets; their generic ones are asked for, too
   * @param loads whether code objects are loaded, to see whether they unpack and what their
   *     checksums are
   */
  public BinaryResolver(Loader loader, List<GpuTarget> devices, boolean loads) {
    this(loader, loads, devices.stream().map(Device::of).toList(), null);
  }

  private BinaryResolver(
      Loader loader, boolean loads, List<Device> devices, @Nullable Original original) {
    this.loader = loader;
    this.original = original;
    this.loads = loads;
    this.devices = List.copyOf(devices);
  }

  /** Likewise, for devices of whose targets the spelling matters. */
  public static BinaryResolver handing(Loader loader, List<Device> devices, boolean loads) {
    return new BinaryResolver(loader, loads, devices, null);
  }

  /**
   * The same, comparing the code that is found with that of the fat binary that the binary was made
   * of.
   */
  public BinaryResolver with(Original fat) {
    return new BinaryResolver(loader, loads, devices, fat);
  }

  /** The devices' targets. */
  public List<GpuTarget> devices() {
    return devices.stream().map(Device::target).toList();
  }

  /**
   * Resolves a file.
   *
   * @throws FormatException where it is no ELF file, or changes meanwhile
   * @throws FileSystemException where the original is not this binary's
   * @throws IOException where it cannot be read
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public BinaryResolution resolve(Path file, Progress progress) throws IOException {
    try (MappedFile mapped = MappedFile.open(file)) {
      FatBinary fat = FatBinary.read(ElfFile.read(mapped.view()), progress);
      return resolve(fat, new Place.File(file), progress);
    }
  }

  /**
   * Resolves a binary that was read already.
   *
   * @param place its place
   * @throws FormatException where an archive changes while its code is loaded
   * @throws FileSystemException where the original is not this binary's
   * @throws IOException where the original cannot be read, or a temporary file not written
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public BinaryResolution resolve(FatBinary fat, Place place, Progress progress)
      throws IOException {
    String mismatch = original == null ? null : original.mismatch(fat, place.file().toString());
    if (original != null && mismatch != null) {
      throw new FileSystemException(original.path().toString(), null, mismatch);
    }
    OffloadPlaces places = OffloadPlaces.of(fat, place);
    BundledCode bundled = new BundledCode(places);
    Wrappers wrappers = new Wrappers(fat, place, bundled);
    List<WrapperOutcome> outcomes = new ArrayList<>();
    for (Device device : devices) {
      for (Wrapper wrapper : fat.wrappers()) {
        progress.step(0);
        Code code = wrappers.code(wrapper, device);
        outcomes.add(
            new WrapperOutcome(places.wrapper(wrapper), wrapper.index(), device.target(), code));
      }
    }
    return new BinaryResolution(
        place,
        fat.state(),
        fat.diagnosis(),
        fat.marker(),
        devices(),
        new FoundKernels(loader, original).judge(fat, outcomes, progress));
  }

  /** What the wrappers of one binary lead to. */
  private final class Wrappers {
    private final FatBinary fat;
    private final Place place;
    private final BundledCode bundled;
    private final Map<Long, ByteView> markers = new HashMap<>();

    Wrappers(FatBinary fat, Place place, BundledCode bundled) {
      this.fat = fat;
      this.place = place;
      this.bundled = bundled;
    }

    Code code(Wrapper wrapper, Device device) throws FormatException {
      return switch (wrapper.magic()) {
        case HIPK -> inArchive(wrapper, device);
        case HIPF -> {
          StoredBundle bundle = fat.bundleOf(wrapper);
          yield bundle == null
              ? new Unusable(
                  LoaderError.INVALID_FORMAT,
                  "It is HIPF, but points to no device code: " + words(wrapper))
              : bundled.find(bundle, device.bundled());
        }
        case OTHER ->
            new Unusable(
                LoaderError.INVALID_FORMAT,
                "Its magic is %s, neither HIPK nor HIPF.".formatted(wrapper.magicWords()));
      };
    }

    private Code inArchive(Wrapper wrapper, Device device) throws FormatException {
      long address = wrapper.pointer().value();
      ByteView memory = markers.get(address);
      if (memory == null) {
        memory = new LoadedImage(fat.elf()).from(address, LoaderMarker.MOST_BYTES);
        markers.put(address, memory);
      }
      if (!wrapper.pointer().isKnown() || memory.size() == 0) {
        return new Unusable(
            LoaderError.INVALID_METADATA, "It is HIPK, but points to no marker: " + words(wrapper));
      }
      Marker marker = fat.marker();
      OffloadPlaces places = OffloadPlaces.of(fat, place);
      InArchive asked =
          ask(
              new LoadRequest(
                  memory,
                  marker == null ? places.wrapper(wrapper) : places.marker(marker),
                  place.file(),
                  wrapper.statedIndex(),
                  device.handed()));
      if (loader.behaviour() == LoaderBehaviour.PLANNED && mayFallBack(asked.resolution())) {
        LastResort last = lastResort(wrapper, device);
        if (last.code() != null) {
          return last.after(asked.resolution());
        }
        asked = new InArchive(asked.resolution().with(new Step.Noted(last.why())), null);
      }
      if (!(wrapper.target() instanceof WrapperTarget.ToMarker)
          && asked.resolution().error() == LoaderError.INVALID_METADATA) {
        return new Unusable(
            LoaderError.INVALID_METADATA, "It is HIPK, but points to no marker: " + words(wrapper));
      }
      return asked;
    }

    /** Whoever switches loading off, or asks for what is no target, gets no code at all. */
    private static boolean mayFallBack(Resolution answered) {
      return switch (answered.error()) {
        case SUCCESS, NOT_IMPLEMENTED, INVALID_ARGUMENT -> false;
        default -> true;
      };
    }

    /**
     * Code that is still in the binary. A converted wrapper points to the marker and no longer to
     * its bundle, so the bundle is the one with the wrapper's index, where there are as many.
     */
    private LastResort lastResort(Wrapper wrapper, Device device) throws FormatException {
      List<StoredBundle> bundles = fat.bundles();
      long index = wrapper.statedIndex();
      StoredBundle pointed = fat.bundleOf(wrapper);
      if (pointed == null) {
        if (bundles.isEmpty()) {
          return LastResort.none("No device code is left in the binary to fall back to");
        }
        if (bundles.size() != fat.wrappers().size() || index >= bundles.size()) {
          return LastResort.none(
              "The binary still has %d bundle%s for %d wrappers: which is that of #%d is unknown, so there is none to fall back to"
                  .formatted(
                      bundles.size(),
                      bundles.size() == 1 ? "" : "s",
                      fat.wrappers().size(),
                      index));
        }
      }
      StoredBundle bundle = pointed == null ? bundles.get((int) index) : pointed;
      String override = loader.environment().architectureOverride();
      List<Attempt> attempts =
          override == null ? device.bundled() : Attempt.planned(List.of(override));
      return switch (bundled.find(bundle, attempts)) {
        case InBundle inside when inside.found() == null ->
            LastResort.none(
                "Bundle %d of the binary has code for %s, which is none to fall back to"
                    .formatted(
                        bundle.index(),
                        inside.targets().isEmpty()
                            ? "no target"
                            : Diagnosis.Words.some(
                                inside.targets().stream().map(GpuTarget::toString).toList())));
        case InBundle inside when isOverwritten(bundle, inside) ->
            LastResort.none(
                "Bundle %d of the binary is left, but its code is overwritten with zeros"
                    .formatted(bundle.index()));
        case InBundle inside -> new LastResort(bundle.index(), inside, "");
        case Unusable broken ->
            LastResort.none(
                "Bundle %d of the binary is none to fall back to. %s"
                    .formatted(bundle.index(), broken.why().replaceFirst("\\.$", "")));
        case InArchive never -> throw new IllegalStateException("a bundle is no archive: " + never);
      };
    }

    /** Whether tools removed the code and left the bundle's table, as by whole pages they do. */
    private static boolean isOverwritten(StoredBundle bundle, InBundle inside)
        throws FormatException {
      Place.CodeObject found = Objects.requireNonNull(inside.found());
      if (!(bundle.content() instanceof OffloadBundle plain)) {
        return false;
      }
      for (BundleEntry entry : plain.entries()) {
        GpuTarget target = entry.target();
        if (target != null && entry.sizeBytes() > 0 && target.toString().equals(found.target())) {
          ByteView code = plain.content(entry);
          return ZeroScan.isZero(code, new ByteRange(0, Math.min(code.size(), FIRST_BYTES)));
        }
      }
      return false;
    }
  }

  /**
   * What a planned loader finds in the binary where no archive gives code.
   *
   * @param bundle its number
   * @param code null where there is none
   * @param why there is none, in a sentence
   */
  private record LastResort(int bundle, @Nullable InBundle code, String why) {
    static LastResort none(String why) {
      return new LastResort(-1, null, why + ".");
    }

    InBundle after(Resolution answered) {
      InBundle inside = Objects.requireNonNull(code);
      Place.CodeObject found = Objects.requireNonNull(inside.found());
      Step step = new Step.EmbeddedFound(bundle, found.target(), inside.sizeBytes(), found);
      return new InBundle(found, inside.sizeBytes(), inside.targets(), answered.with(step));
    }
  }

  private static String words(Wrapper wrapper) {
    return switch (wrapper.target()) {
      case WrapperTarget.ToMarker marker -> "to the marker.";
      case WrapperTarget.ToBundle(int bundle) -> "to bundle %d.".formatted(bundle);
      case WrapperTarget.ToNothing(String why) -> why + ".";
    };
  }

  private InArchive ask(LoadRequest request) throws FormatException {
    if (!loads) {
      return new InArchive(loader.resolve(request), null);
    }
    LoadedCode loaded = loader.load(request);
    @Nullable ByteView bytes = loaded.bytes();
    return new InArchive(loaded.resolution(), bytes == null ? null : Checksum.of(bytes));
  }
}
