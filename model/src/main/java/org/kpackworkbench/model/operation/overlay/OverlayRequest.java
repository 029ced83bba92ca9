package org.kpackworkbench.model.operation.overlay;

import java.nio.file.Path;
import java.util.List;

/**
 * Artifacts that are to become one tree.
 *
 * @param artifacts their folders, {@code .tar.zst} or {@code .tar.xz} files; at least one
 * @param output the tree's root; may be there already
 * @param flatten whether the prefixes' content lies on one root instead of in the prefixes
 * @param clean whether on a tree that is there already the prefixes that are met are emptied first;
 *     flattened, that is the whole tree
 * @param replace whether on a tree that is there already files may be replaced by others
 * @param large whether more may be unpacked than is plausible
 */
public record OverlayRequest(
    List<Path> artifacts,
    Path output,
    boolean flatten,
    boolean clean,
    boolean replace,
    boolean large) {
  public OverlayRequest {
    artifacts = List.copyOf(artifacts);
    if (artifacts.isEmpty()) {
      throw new IllegalArgumentException("there is nothing to overlay without artifacts");
    }
  }

  /** Side by side, cleaning and replacing nothing. */
  public static OverlayRequest of(List<Path> artifacts, Path output) {
    return new OverlayRequest(artifacts, output, false, false, false, false);
  }

  /** The same, with or without stage prefixes in the output. */
  public OverlayRequest withFlatten(boolean other) {
    return new OverlayRequest(artifacts, output, other, clean, replace, large);
  }

  /** The same, emptying prefixes first or not. */
  public OverlayRequest withClean(boolean other) {
    return new OverlayRequest(artifacts, output, flatten, other, replace, large);
  }

  /** The same, replacing files that are there or not. */
  public OverlayRequest replacing(boolean other) {
    return new OverlayRequest(artifacts, output, flatten, clean, other, large);
  }

  /** The same, allowed to unpack more than is plausible or not. */
  public OverlayRequest allowingLarge(boolean yes) {
    return new OverlayRequest(artifacts, output, flatten, clean, replace, yes);
  }
}
