package org.kpackworkbench.model.format.container;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;

/**
 * An entry of a container: an image, and texts about it.
 *
 * @param container the number of its container
 * @param number its number in the file, over all containers
 * @param imageKind what the image is, as a number
 * @param offloadKind what language it is for, as a number
 * @param flags as written
 * @param texts the texts by their keys, in their order
 * @param image the image in its container, after inflation; empty if there is none
 * @param problem what spoils it; null if nothing is known to
 */
public record ContainerEntry(
    int container,
    int number,
    int imageKind,
    int offloadKind,
    long flags,
    Map<String, String> texts,
    ByteRange image,
    @Nullable FormatException problem) {
  private static final long NO_IMAGE = 1;

  public ContainerEntry {
    texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
  }

  /** Whether there is an image, and it lies inside its container. */
  public boolean hasImage() {
    return !image.isEmpty();
  }

  /** Whether the entry states that it has no image. */
  public boolean textsOnly() {
    return (flags & NO_IMAGE) != 0;
  }

  /** The target's triple; empty if none is written. */
  public String triple() {
    return texts.getOrDefault("triple", "");
  }

  /** The target's architecture, such as {@code gfx942}; empty if none is written. */
  public String arch() {
    return texts.getOrDefault("arch", "");
  }

  /** Returns the kind of the image in words. */
  public String imageWords() {
    return switch (imageKind) {
      case 0 -> textsOnly() ? "texts only" : "not said";
      case 1 -> "object";
      case 2 -> "bitcode";
      case 3 -> "cubin";
      case 4 -> "fat binary";
      case 5 -> "PTX";
      case 6 -> "SPIR-V";
      default -> "kind " + imageKind;
    };
  }

  /** Returns the language of the image in words. HIP is 3, and since kinds are a bit mask 4. */
  public String offloadWords() {
    return switch (offloadKind) {
      case 0 -> "none";
      case 1 -> "OpenMP";
      case 2 -> "CUDA";
      case 3, 4 -> "HIP";
      case 8 -> "SYCL";
      default -> "kind " + offloadKind;
    };
  }
}
