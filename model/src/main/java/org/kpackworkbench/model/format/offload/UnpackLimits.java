package org.kpackworkbench.model.format.offload;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.unpack.UnpackBudget;

/**
 * How much a compressed bundle may unpack to, and where.
 *
 * @param budget what the operation may unpack
 * @param inMemoryBytes up to this size it is held in memory, beyond in a temporary file
 * @param mostBytes a bundle that declares more is refused
 * @param temporaryFolder where the temporary file is made; null for the system's folder
 */
public record UnpackLimits(
    UnpackBudget budget, long inMemoryBytes, long mostBytes, @Nullable Path temporaryFolder) {
  private static final long ARRAY_LIMIT = Integer.MAX_VALUE - 64L;

  /** 64 MiB in memory, 64 GiB at all, within a budget. */
  public static UnpackLimits of(UnpackBudget budget) {
    return new UnpackLimits(budget, 64L << 20, 64L << 30, null);
  }

  public UnpackLimits {
    inMemoryBytes = Math.min(inMemoryBytes, ARRAY_LIMIT);
  }
}
