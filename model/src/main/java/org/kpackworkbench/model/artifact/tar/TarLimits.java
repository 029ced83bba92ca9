package org.kpackworkbench.model.artifact.tar;

/**
 * What is unpacked at most. What a file says of its own sizes is not trusted; these are counted.
 *
 * @param mostEntries number of files, folders and links
 * @param mostBytes size of all files
 * @param mostRatio how many times as large as the packed file all files may be; not looked at below
 *     256 MiB
 */
public record TarLimits(long mostEntries, long mostBytes, long mostRatio) {
  /** Two million entries, 1 TiB, a thousand times the packed size. */
  public static final TarLimits DEFAULT = new TarLimits(2_000_000, 1L << 40, 1000);

  /** Below this the ratio says nothing. */
  static final long RATIO_FROM_BYTES = 256L << 20;

  public TarLimits {
    if (mostEntries < 1 || mostBytes < 1 || mostRatio < 1) {
      throw new IllegalArgumentException("limits are at least 1");
    }
  }
}
