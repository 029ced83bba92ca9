package org.kpackworkbench.model.analysis.resolve.simulate;

import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgEncoder;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.model.format.offload.Wrapper;

/**
 * What a program asks a loader for. Immutable.
 *
 * @param metadata memory from the address on that the wrapper states; a loader reads at most 64 KiB
 * @param markerPlace what is known to be there
 * @param binary the binary's file; search paths count from the folder where it really is. It need
 *     not be there
 * @param index the index that the wrapper states, from 0, below 2³²
 * @param targets what the runtime hands over, in order of preference, as texts: loaders compare
 *     them as they are
 */
public record LoadRequest(
    ByteView metadata, Place markerPlace, Path binary, long index, List<String> targets) {

  /**
   * Checks what a runtime could not ask for.
   *
   * @throws IllegalArgumentException where the index is out of range, or a target has more than 16
   *     features
   */
  public LoadRequest {
    if (index < 0 || index > 0xffffffffL) {
      throw new IllegalArgumentException("no wrapper states index " + index);
    }
    targets = List.copyOf(targets);
    Attempt.of(targets);
  }

  /** For a marker that says what another does, at the place that names itself. */
  public LoadRequest(Marker marker, Path binary, long index, List<GpuTarget> targets) {
    this(
        stated(marker),
        new Place.Marker(new Place.File(binary), marker.range()),
        binary,
        index,
        targets.stream().map(GpuTarget::toString).toList());
  }

  /**
   * What a wrapper of a binary leads to.
   *
   * @param fat a binary; whatever its wrapper points to is taken for a marker
   * @param place the binary's place
   * @throws FormatException where the binary changes meanwhile
   */
  public static LoadRequest of(FatBinary fat, Place place, Wrapper wrapper, List<String> targets)
      throws FormatException {
    Marker marker = fat.marker();
    OffloadPlaces places = OffloadPlaces.of(fat, place);
    return of(
        fat.elf(),
        marker == null ? places.wrapper(wrapper) : places.marker(marker),
        place.file(),
        wrapper,
        targets);
  }

  static LoadRequest of(
      ElfFile elf, Place markerPlace, Path binary, Wrapper wrapper, List<String> targets)
      throws FormatException {
    ByteView memory = new LoadedImage(elf).from(wrapper.pointer().value(), LoaderMarker.MOST_BYTES);
    return new LoadRequest(memory, markerPlace, binary, wrapper.statedIndex(), targets);
  }

  private static ByteView stated(Marker marker) {
    String name = marker.kernelName();
    byte[] bytes =
        MsgEncoder.bytes(
            packer -> {
              packer.packMapHeader(name == null ? 1 : 2);
              if (name != null) {
                packer.packString(Marker.KERNEL_NAME_KEY).packString(name);
              }
              packer.packString(Marker.SEARCH_PATHS_KEY);
              packer.packArrayHeader(marker.searchPaths().size());
              for (String path : marker.searchPaths()) {
                packer.packString(path);
              }
            });
    return ByteView.of("marker", bytes);
  }

  /** The key that is looked up; the index alone where the marker has no name that can be read. */
  public String key() {
    try {
      return SystemText.shown(LoaderMarker.read(metadata).kernelName()) + "#" + index;
    } catch (FormatException unreadable) {
      return "#" + index;
    }
  }
}
