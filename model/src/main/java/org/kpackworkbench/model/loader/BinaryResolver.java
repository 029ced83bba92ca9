package org.kpackworkbench.model.loader;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.bytes.ByteView;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.bytes.MappedFile;
import org.kpackworkbench.model.elf.ElfFile;
import org.kpackworkbench.model.job.Progress;
import org.kpackworkbench.model.loader.WrapperOutcome.Code;
import org.kpackworkbench.model.loader.WrapperOutcome.InArchive;
import org.kpackworkbench.model.loader.WrapperOutcome.Unusable;
import org.kpackworkbench.model.manifest.Checksum;
import org.kpackworkbench.model.offload.FatBinary;
import org.kpackworkbench.model.offload.OffloadPlaces;
import org.kpackworkbench.model.offload.StoredBundle;
import org.kpackworkbench.model.offload.Wrapper;
import org.kpackworkbench.model.offload.WrapperTarget;
import org.kpackworkbench.model.place.Place;
import org.kpackworkbench.model.target.GenericTargets;
import org.kpackworkbench.model.target.GpuTarget;

/**
 * Asks a loader for what every wrapper of a binary leads to on some devices. Safe for use by many
 * threads.
 */
public final class BinaryResolver {
  private final Loader loader;
  private final List<Device> devices;
  private final boolean loads;

  /** A device with all that it runs. */
  private record Device(GpuTarget target, List<GpuTarget> preference, List<Attempt> attempts) {}

  /**
   * @param devices the devices' targets; their generic ones are asked for, too
   * @param loads whether code objects are loaded, to see whether they unpack and what their
   *     checksums are
   */
  public BinaryResolver(Loader loader, List<GpuTarget> devices, boolean loads) {
    this.loader = loader;
    this.loads = loads;
    this.devices =
        devices.stream()
            .map(
                target -> {
                  List<GpuTarget> preference = GenericTargets.preference(target);
                  return new Device(target, preference, Attempt.of(preference));
                })
            .toList();
  }

  /** The devices' targets. */
  public List<GpuTarget> devices() {
    return devices.stream().map(Device::target).toList();
  }

  /**
   * Resolves a file.
   *
   * @throws FormatException where it is no ELF file, or changes meanwhile
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
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public BinaryResolution resolve(FatBinary fat, Place place, Progress progress)
      throws FormatException {
    OffloadPlaces places = OffloadPlaces.of(fat, place);
    BundledCode bundled = new BundledCode(places);
    List<WrapperOutcome> outcomes = new ArrayList<>();
    for (Device device : devices) {
      for (Wrapper wrapper : fat.wrappers()) {
        progress.step(0);
        Code code = code(fat, place, wrapper, device, bundled);
        outcomes.add(
            new WrapperOutcome(places.wrapper(wrapper), wrapper.index(), device.target(), code));
      }
    }
    return new BinaryResolution(
        place, fat.state(), fat.diagnosis(), fat.marker(), devices(), outcomes);
  }

  private Code code(FatBinary fat, Place place, Wrapper wrapper, Device device, BundledCode bundled)
      throws FormatException {
    return switch (wrapper.magic()) {
      case HIPK ->
          wrapper.target() instanceof WrapperTarget.ToMarker
              ? ask(LoadRequest.of(fat, place, wrapper, device.preference()))
              : new Unusable(
                  LoaderError.MSGPACK_PARSE_FAILED,
                  "It is HIPK, but points to no marker: " + words(wrapper));
      case HIPF -> {
        StoredBundle bundle = fat.bundleOf(wrapper);
        yield bundle == null
            ? new Unusable(
                LoaderError.INVALID_FORMAT,
                "It is HIPF, but points to no device code: " + words(wrapper))
            : bundled.find(bundle, device.attempts());
      }
      case OTHER ->
          new Unusable(
              LoaderError.INVALID_FORMAT,
              "Its magic is %s, neither HIPK nor HIPF.".formatted(wrapper.magicWords()));
    };
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
