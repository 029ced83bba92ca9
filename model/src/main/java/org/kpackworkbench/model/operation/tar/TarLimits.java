package org.kpackworkbench.model.operation.tar;

import org.kpackworkbench.model.base.unpack.UnpackBudget;

/**
 * What is unpacked at most. What a file says of its own sizes is not trusted; these are counted.
 *
 * @param mostEntries number of files, folders and links
 * @param mostBytes size of all files
 * @param budget what the operation may unpack
 */
public record TarLimits(long mostEntries, long mostBytes, UnpackBudget budget) {
  public TarLimits {
    if (mostEntries < 1 || mostBytes < 1) {
      throw new IllegalArgumentException("limits are at least 1");
    }
  }

  /** Two million entries, 1 TiB, within a budget. */
  public static TarLimits of(UnpackBudget budget) {
    return new TarLimits(2_000_000, 1L << 40, budget);
  }
}
