package org.kpackworkbench.model.offload;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How much a compressed bundle may unpack to, and where.
 *
 * @param inMemoryBytes up to this size it is held in memory, beyond in a temporary file
 * @param mostBytes a bundle that declares more is refused
 * @param temporaryFolder where the temporary file is made; null for the system's folder
 */
public record UnpackLimits(long inMemoryBytes, long mostBytes, @Nullable Path temporaryFolder) {
  private static final long ARRAY_LIMIT = Integer.MAX_VALUE - 64L;

  /** 256 MiB in memory, 16 GiB at all. */
  public static final UnpackLimits DEFAULT = new UnpackLimits(256L << 20, 16L << 30, null);

  public UnpackLimits {
    inMemoryBytes = Math.min(inMemoryBytes, ARRAY_LIMIT);
  }
}
