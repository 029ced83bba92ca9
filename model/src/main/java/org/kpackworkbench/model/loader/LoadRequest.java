package org.kpackworkbench.model.loader;

import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.offload.FatBinary;
import org.kpackworkbench.model.offload.Marker;
import org.kpackworkbench.model.offload.OffloadPlaces;
import org.kpackworkbench.model.offload.Wrapper;
import org.kpackworkbench.model.place.Place;
import org.kpackworkbench.model.target.GpuTarget;
import org.kpackworkbench.model.target.TargetReductions;

/**
 * What a program asks a loader for. Immutable.
 *
 * @param marker the binary's marker
 * @param markerPlace where that stands
 * @param binary the binary's file; search paths count from the folder where it really is. It need
 *     not be there
 * @param index the index that the wrapper states, from 0, below 2³²
 * @param targets what the device runs, in order of preference; see {@link
 *     org.kpackworkbench.model.target.GenericTargets#preference}
 */
public record LoadRequest(
    Marker marker, Place markerPlace, Path binary, long index, List<GpuTarget> targets) {

  public LoadRequest {
    if (index < 0 || index > 0xffffffffL) {
      throw new IllegalArgumentException("no wrapper states index " + index);
    }
    targets = List.copyOf(targets);
    targets.forEach(TargetReductions::of);
  }

  /** For a marker at the place it names itself. */
  public LoadRequest(Marker marker, Path binary, long index, List<GpuTarget> targets) {
    this(marker, new Place.Marker(new Place.File(binary), marker.range()), binary, index, targets);
  }

  /**
   * What a wrapper of a binary leads to.
   *
   * @param fat a binary with a marker
   * @param place the binary's place
   * @throws IllegalArgumentException where there is no marker
   */
  public static LoadRequest of(
      FatBinary fat, Place place, Wrapper wrapper, List<GpuTarget> targets) {
    Marker marker = fat.marker();
    if (marker == null) {
      throw new IllegalArgumentException(place.label() + " has no marker");
    }
    return new LoadRequest(
        marker,
        OffloadPlaces.of(fat, place).marker(marker),
        place.file(),
        wrapper.statedIndex(),
        targets);
  }

  /** The key that is looked up; for index 0 the name alone will do, too. */
  public String key() {
    return marker.kernelName() + "#" + index;
  }
}
