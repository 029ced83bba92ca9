package org.kpackworkbench.model.loader;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.manifest.Checksum;
import org.kpackworkbench.model.place.Place;
import org.kpackworkbench.model.target.GpuTarget;

/**
 * What a wrapper of a binary leads to on a device. Immutable.
 *
 * @param wrapper the wrapper
 * @param number its number in the binary, from 0
 * @param device the device's target
 * @param code what it leads to
 */
public record WrapperOutcome(Place.Wrapper wrapper, int number, GpuTarget device, Code code) {

  /** Where the wrapper's code is, or why there is none. */
  public sealed interface Code {}

  /**
   * A loader was asked.
   *
   * @param resolution its answer
   * @param sha256 of the code object, where it was loaded; else null
   */
  public record InArchive(Resolution resolution, @Nullable Checksum sha256) implements Code {}

  /**
   * The binary still has its device code; no loader is asked.
   *
   * @param found the code object; null where the bundle has none for the device
   * @param sizeBytes its size; 0 where there is none
   * @param targets the targets that the bundle has code for
   */
  public record InBundle(Place.@Nullable CodeObject found, long sizeBytes, List<GpuTarget> targets)
      implements Code {}

  /**
   * It cannot be used at all: neither marker nor bundle is where it points, or its magic is none.
   *
   * @param error what a runtime makes of that
   * @param why a sentence
   */
  public record Unusable(LoaderError error, String why) implements Code {}

  /** Whether there is code. */
  public boolean found() {
    return error() == LoaderError.SUCCESS;
  }

  /** The error that a runtime would answer; {@code SUCCESS} where there is code. */
  public LoaderError error() {
    return switch (code) {
      case InArchive asked -> asked.resolution().error();
      case InBundle inside ->
          inside.found() == null ? LoaderError.ARCHITECTURE_NOT_FOUND : LoaderError.SUCCESS;
      case Unusable unusable -> unusable.error();
    };
  }
}
