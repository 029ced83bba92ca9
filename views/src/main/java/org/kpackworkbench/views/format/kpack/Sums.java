package org.kpackworkbench.views.format.kpack;

import java.util.HashSet;
import java.util.Set;

/**
 * Sums over some rows.
 *
 * @param rows how many there are
 * @param codeObjects how many different blobs they name
 * @param originalBytes sum of the declared sizes, at most {@link Long#MAX_VALUE}
 * @param storedBytes stored bytes, each blob counted once; -1 while they are not known
 * @param distinctOriginalBytes declared sizes of these blobs, each counted once: what the stored
 *     bytes unpack to
 * @param problems how many rows are spoiled
 */
record Sums(
    int rows,
    int codeObjects,
    long originalBytes,
    long storedBytes,
    long distinctOriginalBytes,
    int problems) {

  /** Nothing. */
  static final Sums NONE = new Sums(0, 0, 0, 0, 0, 0);

  /** Stored bytes for each original one, blobs counted once; NaN where not known. */
  double ratio() {
    return ArchiveRows.ratio(storedBytes, distinctOriginalBytes);
  }

  /**
   * Returns the size to which the stored bytes unpack: each blob counted once, as in {@link
   * #storedBytes}, so that the two can be compared. While stored sizes are not known, all rows.
   */
  long unpackedBytes() {
    return storedBytes > 0 && distinctOriginalBytes > 0 ? distinctOriginalBytes : originalBytes;
  }

  /** How many rows name a blob that another of them names, too. */
  int shared() {
    return rows - codeObjects;
  }

  /** Adds up rows. */
  static Sums of(ArchiveRows source, int[] some) {
    Set<Integer> counted = new HashSet<>();
    int alone = 0;
    int problems = 0;
    long original = 0;
    long stored = 0;
    long distinct = 0;
    for (int row : some) {
      long size = Math.max(0, source.originalSizeBytes(row));
      problems += source.problem(row) == null ? 0 : 1;
      original = sum(original, size);
      if (source.blob(row) < 0) {
        alone++;
      } else if (!counted.add(source.blob(row))) {
        continue;
      }
      long bytes = source.storedSizeBytes(row);
      if (bytes >= 0) {
        stored = sum(stored, bytes);
        distinct = sum(distinct, size);
      } else if (!source.storedSizesKnown()) {
        stored = -1;
      }
    }
    return new Sums(some.length, counted.size() + alone, original, stored, distinct, problems);
  }

  private static long sum(long total, long size) {
    return total > Long.MAX_VALUE - size ? Long.MAX_VALUE : total + size;
  }
}
