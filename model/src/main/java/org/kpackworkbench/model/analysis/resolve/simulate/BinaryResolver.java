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
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.Code;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.InArchive;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.InBundle;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.Unusable;
import org.kpackworkbench.model.analysis.resolve.simulate.LoadRequest.LoadedImage;
import org.kpackworkbench.model.analysis.resolve.simulate.LoadRequest.LoaderMarker;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader.LoadedCode;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.bytes.ZeroScan;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.TextReduction;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.codeobject.RuntimeCheck;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.edit.LayoutVerifier;
import org.kpackworkbench.model.format.host.HostImages;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperMagic;
import org.kpackworkbench.model.format.offload.WrapperTarget;
import org.kpackworkbench.model.format.registration.Original;

/**
 * Simulates which code a loader finds for every wrapper of a binary on some devices. Safe for use
 * by many threads.
 */
public final class BinaryResolver {
  /** No code object begins with so many zeros. */
  private static final int FIRST_BYTES = 64;

  private final Loader loader;

  /** Of each device the settings to resolve, its default first. */
  private final List<List<Device>> devices;

  private final boolean loads;
  private final @Nullable Original original;

  /**
   * @param devices the devices' targets; their generic targets are also looked up
   * @param loads whether code objects are loaded, to see whether they unpack and what their
   *     checksums are
   */
  public BinaryResolver(Loader loader, List<GpuTarget> devices, boolean loads) {
    this(loader, loads, devices.stream().map(Device::of).map(List::of).toList(), null);
  }

  private BinaryResolver(
      Loader loader, boolean loads, List<List<Device>> devices, @Nullable Original original) {
    this.loader = loader;
    this.original = original;
    this.loads = loads;
    this.devices = List.copyOf(devices);
  }

  /** Likewise, for devices of whose targets the spelling matters. */
  public static BinaryResolver handing(Loader loader, List<Device> devices, boolean loads) {
    return new BinaryResolver(loader, loads, devices.stream().map(List::of).toList(), null);
  }

  /**
   * Likewise, for every setting that such devices can have: outcomes are those of the default
   * setting, with the others beside them.
   */
  public static BinaryResolver everySetting(Loader loader, List<Device> devices, boolean loads) {
    return new BinaryResolver(
        loader, loads, devices.stream().map(Device::settings).distinct().toList(), null);
  }

  /**
   * Returns a resolver that compares the code that is found with that of the fat binary that the
   * binary was made of.
   */
  public BinaryResolver with(Original fat) {
    return new BinaryResolver(loader, loads, devices, fat);
  }

  private static List<TextReduction> bundled(Device device) {
    return TextReduction.planned(
        GpuTable.preference(device.target()).stream().map(GpuTarget::toString).toList());
  }

  /** The simulated loader. */
  public Loader loader() {
    return loader;
  }

  /** The devices' targets. */
  public List<GpuTarget> devices() {
    return devices.stream().map(settings -> settings.getFirst().target()).toList();
  }

  /**
   * Resolves a file.
   *
   * @throws FormatException if it is no binary for a host, or changes meanwhile
   * @throws FileSystemException if the original is not this binary's
   * @throws IOException if it cannot be read
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public BinaryResolution resolve(Path file, Progress progress) throws IOException {
    try (OpenFile mapped = OpenFile.open(file)) {
      FatBinary fat = fat(mapped, progress);
      return resolve(fat, new Place.File(file), progress);
    }
  }

  /**
   * Resolves a binary that was read already.
   *
   * @param place its place
   * @throws FormatException if an archive changes while its code is loaded
   * @throws FileSystemException if the original is not this binary's
   * @throws IOException if the original cannot be read, or a temporary file not written
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public BinaryResolution resolve(FatBinary fat, Place place, Progress progress)
      throws IOException {
    String mismatch = original == null ? null : original.mismatch(fat, place.file().toString());
    if (original != null && mismatch != null) {
      throw new FileSystemException(original.path().toString(), null, mismatch);
    }
    return found(
        fat,
        place,
        new KernelOwnership(loader, original)
            .judge(fat, place, outcomes(fat, place, progress), progress));
  }

  /** Of a damaged file it is not known whether it has wrappers: only those found are there. */
  private static FatBinary fat(OpenFile file, Progress progress) throws IOException {
    FatBinary fat = FatBinary.read(HostImages.read(file.view()), progress);
    List<FormatException> problems = fat.image().problems();
    boolean unknown = fat.wrappers().isEmpty() && fat.state() != DeviceCode.NO_SECTION_HEADERS;
    if (unknown && !problems.isEmpty()) {
      throw problems.getFirst();
    }
    return fat;
  }

  /** Resolves a file without comparing whose kernels the found code has. */
  public BinaryResolution lookUp(Path file, Progress progress) throws IOException {
    try (OpenFile mapped = OpenFile.open(file)) {
      FatBinary fat = fat(mapped, progress);
      return lookUp(fat, new Place.File(file), progress);
    }
  }

  /**
   * Resolves a binary that was read already, without comparing whose kernels the found code has.
   *
   * @throws FormatException if an archive changes while its code is loaded
   * @throws IOException if a temporary file cannot be written
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public BinaryResolution lookUp(FatBinary fat, Place place, Progress progress) throws IOException {
    return found(fat, place, outcomes(fat, place, progress));
  }

  /**
   * Looks up a code object in an archive, as a library does that names it by a key of its own.
   *
   * @throws FormatException if the archive changes while its code is loaded
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public BinaryResolution lookUp(Path archive, String key, Progress progress)
      throws FormatException {
    Place.File place = new Place.File(archive);
    List<WrapperOutcome> outcomes = new ArrayList<>();
    for (List<Device> settings : devices) {
      for (Device device : settings) {
        progress.step(0);
        LoadedCode loaded = loader.load(LoadRequest.inArchive(archive, key, device.handed()));
        ByteView bytes = loaded.bytes();
        Code code =
            new InArchive(loaded.resolution(), bytes == null ? null : Checksum.of(bytes, progress));
        outcomes.add(
            new WrapperOutcome(place, 0, device.target(), code)
                .checked(bytes == null ? RuntimeCheck.NONE : RuntimeCheck.ofStored(bytes)));
      }
    }
    return new BinaryResolution(
        place, DeviceCode.NONE, List.of(), null, devices(), withSettings(outcomes, 1));
  }

  private BinaryResolution found(FatBinary fat, Place place, List<WrapperOutcome> outcomes)
      throws FormatException {
    return new BinaryResolution(
        place,
        fat.state(),
        fat.diagnosis(),
        fat.marker(),
        devices(),
        withSettings(outcomes, fat.wrappers().size()),
        fat.image() instanceof ElfFile elf && !elf.isObject() ? LayoutVerifier.refusal(elf) : null);
  }

  private List<WrapperOutcome> outcomes(FatBinary fat, Place place, Progress progress)
      throws IOException {
    OffloadPlaces places = OffloadPlaces.of(fat, place);
    BundledCode bundled = new BundledCode(places);
    Wrappers wrappers = new Wrappers(fat, place, bundled);
    List<WrapperOutcome> outcomes = new ArrayList<>();
    for (List<Device> settings : devices) {
      for (Wrapper wrapper : fat.wrappers()) {
        Code usual = null;
        for (Device device : settings) {
          progress.step(0);
          Code code = wrappers.code(wrapper, device, usual);
          usual = usual == null ? code : usual;
          outcomes.add(
              new WrapperOutcome(places.wrapper(wrapper), wrapper.index(), device.target(), code));
        }
      }
    }
    return bundled.examine(outcomes, loads, progress.cancelOnly());
  }

  private List<WrapperOutcome> withSettings(List<WrapperOutcome> outcomes, int wrappers) {
    List<WrapperOutcome> usual = new ArrayList<>();
    int next = 0;
    for (List<Device> settings : devices) {
      for (int i = 0; i < wrappers; i++) {
        int end = next + settings.size();
        usual.add(outcomes.get(next).beside(outcomes.subList(next + 1, end)));
        next = end;
      }
    }
    return usual;
  }

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

    /**
     * @param usual the outcome on the device's default setting, where this is another one
     */
    Code code(Wrapper wrapper, Device device, @Nullable Code usual) throws FormatException {
      if (wrapper.magic() != WrapperMagic.OTHER && wrapper.version() != Wrapper.VERSION) {
        return new Unusable(
            LoaderError.INVALID_FORMAT,
            "It states version %d, and runtimes register version %d only."
                .formatted(wrapper.version(), Wrapper.VERSION));
      }
      return switch (wrapper.magic()) {
        case HIPK -> inArchive(wrapper, device, usual);
        case HIPF -> {
          StoredBundle bundle = fat.bundleOf(wrapper).orElse(null);
          yield bundle == null
              ? new Unusable(
                  LoaderError.INVALID_FORMAT,
                  "It is HIPF, but points to no device code: " + words(wrapper))
              : bundled.find(bundle, bundled(device));
        }
        case OTHER ->
            new Unusable(
                LoaderError.INVALID_FORMAT,
                "Its magic is %s, neither HIPK nor HIPF.".formatted(wrapper.magicWords()));
      };
    }

    private Code inArchive(Wrapper wrapper, Device device, @Nullable Code usual)
        throws FormatException {
      long address = wrapper.pointer().value();
      ByteView memory = markers.get(address);
      if (memory == null) {
        Marker own = fat.marker();
        memory =
            own != null && own.isStated() && wrapper.target() instanceof WrapperTarget.ToMarker
                ? LoadRequest.stated(own)
                : new LoadedImage(fat.image()).from(address, LoaderMarker.MOST_BYTES);
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
                  device.handed(),
                  fat.image().pathRules()),
              usual);
      if (loader.behaviour() == LoaderBehaviour.PLANNED && mayFallBack(asked.resolution())) {
        LastResort last = lastResort(wrapper, device);
        if (last.code() != null) {
          return last.after(asked.resolution());
        }
        asked = new InArchive(asked.resolution().with(new Step.Noted(last.why())), null);
      }
      String old = marker != null && marker.isManifestPath() ? marker.manifestWords() : null;
      if ((old != null || !(wrapper.target() instanceof WrapperTarget.ToMarker))
          && asked.resolution().error() == LoaderError.INVALID_METADATA) {
        return new Unusable(
            LoaderError.INVALID_METADATA,
            old != null
                ? "Its marker is %s; kpack-workbench edit makes a marker of it, with --kernel-name and --search-path."
                    .formatted(old)
                : "It is HIPK, but points to no marker: " + words(wrapper));
      }
      return asked;
    }

    /** Where loading is switched off, or the request is no target, there is no code at all. */
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
      StoredBundle pointed = fat.bundleOf(wrapper).orElse(null);
      if (pointed == null) {
        if (bundles.isEmpty()) {
          return LastResort.none("No device code is left in the binary to fall back to");
        }
        if (bundles.size() != fat.wrappers().size() || index >= bundles.size()) {
          return LastResort.none(
              "The binary still has %s for %d wrappers; which of them #%d had is unknown, so there is nothing to fall back to"
                  .formatted(CountText.of(bundles.size(), "bundle"), fat.wrappers().size(), index));
        }
      }
      StoredBundle bundle = pointed == null ? bundles.get((int) index) : pointed;
      String override = loader.environment().architectureOverride();
      List<TextReduction> attempts =
          override == null ? bundled(device) : TextReduction.planned(List.of(override));
      return switch (bundled.find(bundle, attempts)) {
        case InBundle inside when inside.found() == null ->
            LastResort.none(
                "Bundle %d of the binary has code for %s, which cannot serve as a fallback"
                    .formatted(
                        bundle.index(),
                        inside.targets().isEmpty()
                            ? "no target"
                            : ListText.some(
                                inside.targets().stream().map(GpuTarget::toString).toList())));
        case InBundle inside when isOverwritten(bundle, inside) ->
            LastResort.none(
                "Bundle %d of the binary remains, but its code is overwritten with zeros"
                    .formatted(bundle.index()));
        case InBundle inside -> new LastResort(bundle.index(), inside, "");
        case Unusable broken ->
            LastResort.none(
                "Bundle %d of the binary cannot serve as a fallback. %s"
                    .formatted(bundle.index(), broken.why().replaceFirst("\\.$", "")));
        case InArchive never ->
            throw new IllegalStateException("a bundle is not an archive: " + never);
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
   * A planned loader's code in the binary where no archive gives code.
   *
   * @param bundle its number
   * @param code null if there is none
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
      return new InBundle(found, inside.sizeBytes(), inside.targets(), answered.with(step), null);
    }
  }

  private static String words(Wrapper wrapper) {
    return switch (wrapper.target()) {
      case WrapperTarget.ToMarker marker -> "to the marker.";
      case WrapperTarget.ToBundle(int bundle) -> "to bundle %d.".formatted(bundle);
      case WrapperTarget.ToNothing(String why) -> why + ".";
    };
  }

  private InArchive ask(LoadRequest request, @Nullable Code usual) throws FormatException {
    if (!loads) {
      return new InArchive(loader.resolve(request), null);
    }
    if (usual instanceof InArchive known && known.resolution().found() != null) {
      Resolution resolution = loader.resolve(request);
      if (known.resolution().found().equals(resolution.found())) {
        // One code object need not be unpacked for each setting.
        return new InArchive(resolution, known.sha256());
      }
    }
    LoadedCode loaded = loader.load(request);
    @Nullable ByteView bytes = loaded.bytes();
    return new InArchive(loaded.resolution(), bytes == null ? null : Checksum.of(bytes));
  }
}
