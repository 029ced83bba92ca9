package org.kpackworkbench.model.analysis.resolve.simulate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.TextReduction;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.RuntimeCheck;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.edit.LayoutVerifier;
import org.kpackworkbench.model.format.host.HostImages;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.kpm.SearchPaths;
import org.kpackworkbench.model.format.offload.BareCodeObject;
import org.kpackworkbench.model.format.offload.BrokenBundle;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.BundleTable;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.CompressedBundle.UnpackLimits;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.offload.UnpackedBundle;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperMagic;
import org.kpackworkbench.model.format.offload.WrapperTarget;
import org.kpackworkbench.model.format.registration.CodeOwnership;
import org.kpackworkbench.model.format.registration.FiledCode;
import org.kpackworkbench.model.format.registration.KernelOwners;
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
                .checked(bytes == null ? RuntimeCheck.NONE : RuntimeCheck.of(bytes)));
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

  /** Finds the code for a device in the bundles that a binary still has. For one thread. */
  private static final class BundledCode {
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
        return new Unusable(
            LoaderError.of(problem), "Its bundle cannot be read: " + problem.words());
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
     * only where code is loaded; what does not unpack then is unusable, and what would unpack to
     * more than is plausible has no checksum.
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
        StoredBundle bundle, List<Item> items, boolean loads, Progress progress)
        throws IOException {
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

  /**
   * Check of whose kernels the code objects have that a loader found for a binary, and of whether
   * the runtime loads them. A loader checks neither: it finds what is filed under a wrapper's
   * index, and a program gets it.
   *
   * @param original the fat binary that the binary was made of; null if that is not available
   */
  private record KernelOwnership(Loader loader, @Nullable Original original) {
    /** A row by what a loader knows of it. */
    private record Filed(Path archive, String key, String architecture) {
      static @Nullable Filed of(WrapperOutcome outcome) {
        Resolution.Found found =
            outcome.code() instanceof InArchive asked ? asked.resolution().found() : null;
        return found == null ? null : new Filed(found.archive(), found.key(), found.architecture());
      }
    }

    /**
     * Returns the outcomes with the owner of each one's kernels.
     *
     * @throws FormatException if a file changed meanwhile
     * @throws IOException if the original cannot be read, or a temporary file not written
     */
    List<WrapperOutcome> judge(
        FatBinary binary, Place place, List<WrapperOutcome> outcomes, Progress progress)
        throws IOException {
      Filed any = null;
      for (WrapperOutcome outcome : outcomes) {
        any = any == null ? Filed.of(outcome) : any;
      }
      if (any == null) {
        return outcomes;
      }
      FiledCode code =
          new FiledCode(
              BinaryKey.parse(any.key()).binary(),
              KernelOwners.of(binary, progress),
              original,
              progress);
      Map<Row, Filed> rows = new HashMap<>();
      Set<Filed> known = new HashSet<>();
      for (WrapperOutcome outcome : outcomes) {
        progress.step(0);
        Filed filed = Filed.of(outcome);
        if (filed != null && known.add(filed)) {
          add(filed, code, rows);
        }
      }
      if (code.isOpen()) {
        addOthers(binary, place, known, code, progress);
      }
      Map<Filed, FiledCode.Judged> judgements = new HashMap<>();
      for (FiledCode.Judged judged : code.judge()) {
        Filed filed = rows.get(new Row(judged.archive(), judged.row()));
        if (filed != null) {
          judgements.put(filed, judged);
        }
      }
      StatedIndices stated = new StatedIndices(binary.wrappers());
      List<WrapperOutcome> judged = new ArrayList<>();
      for (WrapperOutcome outcome : outcomes) {
        Filed filed = Filed.of(outcome);
        FiledCode.Judged one = filed == null ? null : judgements.get(filed);
        WrapperOutcome checked =
            one != null ? outcome.of(one.ownership()).checked(one.runtime()) : outcome;
        if (filed != null && (one == null || one.runtime().equals(RuntimeCheck.NONE))) {
          checked = unread(checked);
        }
        judged.add(
            filed == null ? checked : stated.judge(checked, one == null ? null : one.fitting()));
      }
      return judged;
    }

    /**
     * Wrappers get what is filed under the index that they state, which is that of the wrapper with
     * this number, unless its kernels show whose it is.
     */
    private record StatedIndices(List<Wrapper> wrappers) {
      WrapperOutcome judge(WrapperOutcome outcome, @Nullable List<Integer> fitting) {
        long index = wrappers.get(outcome.number()).statedIndex();
        List<Integer> stating =
            wrappers.stream()
                .filter(each -> each.statedIndex() == index)
                .map(Wrapper::index)
                .toList();
        List<Integer> owners =
            fitting != null && !fitting.isEmpty()
                ? fitting
                : stating.contains((int) index) || (stating.size() == 1 && index < wrappers.size())
                    ? List.of((int) index)
                    : List.of();
        if (owners.contains(outcome.number())
            || (stating.size() == 1 && !(outcome.ownership() instanceof CodeOwnership.Unknown))) {
          return outcome;
        }
        String why =
            stating.size() == 1
                ? "Wrapper %d states index %d, so it gets what is filed under #%d."
                    .formatted(outcome.number(), index, index)
                : "Wrappers %s all state index %d, so each of them gets what is filed under #%d."
                    .formatted(
                        ListText.some(stating.stream().map(String::valueOf).toList()),
                        index,
                        index);
        return outcome.of(
            owners.isEmpty()
                ? new CodeOwnership.Disputed(why)
                : new CodeOwnership.Foreign(owners, false, why));
      }
    }

    private record Row(Path archive, int number) {}

    /** Checks the bytes of a row that readers cannot use, and from which loaders take code. */
    private WrapperOutcome unread(WrapperOutcome outcome) throws FormatException {
      ByteView bytes =
          outcome.code() instanceof InArchive asked
              ? loader.load(asked.resolution().request()).bytes()
              : null;
      return bytes == null ? outcome : outcome.checked(RuntimeCheck.ofStored(bytes));
    }

    /**
     * Adds what archives have for targets that were not asked, so that the answer is the same
     * whichever are.
     */
    private void addOthers(
        FatBinary binary, Place place, Set<Filed> known, FiledCode code, Progress progress)
        throws IOException {
      String name = BinaryKey.parse(known.iterator().next().key()).binary();
      Map<Path, Path> archives = new LinkedHashMap<>();
      for (Filed filed : known) {
        archives.put(filed.archive().toRealPath(), filed.archive());
      }
      Marker marker = binary.marker();
      PathRules rules = loader.rules(binary.image().pathRules());
      if (marker != null && loader.environment().overridePaths(rules).isEmpty()) {
        SearchPaths search = SearchPaths.at(place.file(), rules);
        for (Path archive : search.files(place.file(), marker.searchPaths())) {
          archives.putIfAbsent(archive.toRealPath(), archive);
        }
      }
      for (Map.Entry<Path, Path> archive : archives.entrySet()) {
        loader.peek(
            archive.getKey(),
            open -> {
              for (String target : open.architectures()) {
                for (Wrapper wrapper : binary.wrappers()) {
                  progress.step(0);
                  long index = wrapper.statedIndex();
                  int row =
                      index > Integer.MAX_VALUE
                          ? -1
                          : open.find(name, (int) index, target).orElse(-1);
                  if (row >= 0) {
                    code.add(archive.getValue(), open, row, index, target);
                  }
                }
              }
            });
      }
    }

    private void add(Filed filed, FiledCode code, Map<Row, Filed> rows) throws IOException {
      try {
        loader.look(
            filed.archive().toString(),
            archive -> {
              try {
                add(filed, archive, code, rows);
              } catch (IOException failure) {
                throw new UncheckedIOException(failure);
              }
            });
      } catch (UncheckedIOException wrapped) {
        throw wrapped.getCause();
      }
    }

    private static void add(Filed filed, KpackArchive archive, FiledCode code, Map<Row, Filed> rows)
        throws IOException {
      int row = archive.findText(filed.key(), filed.architecture()).orElse(-1);
      if (row >= 0) {
        code.add(
            filed.archive(),
            archive,
            row,
            BinaryKey.parse(filed.key()).index(),
            filed.architecture());
        rows.put(new Row(filed.archive(), row), filed);
      }
    }
  }
}
