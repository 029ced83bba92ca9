package org.kpackworkbench.views.format.kpack;

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
    return unpacked(storedBytes, distinctOriginalBytes, originalBytes);
  }

  private static long unpacked(long stored, long distinct, long original) {
    return stored > 0 && distinct > 0 ? distinct : original;
  }

  /** How many rows name a blob that another of them names, too. */
  int shared() {
    return rows - codeObjects;
  }

  /** Adds up rows. */
  static Sums of(ArchiveRows rows, int[] some) {
    Many many = new Many(1);
    Counter counter = new Counter(rows, many);
    for (int row : some) {
      counter.add(0, row);
    }
    return many.get(0);
  }

  /** The sums of many groups, as columns of numbers. Filled once, then not changed. */
  static final class Many {
    private final int[] rows;
    private final int[] codeObjects;
    private final int[] problems;
    private final long[] original;
    private final long[] stored;
    private final long[] distinct;

    Many(int groups) {
      rows = new int[groups];
      codeObjects = new int[groups];
      problems = new int[groups];
      original = new long[groups];
      stored = new long[groups];
      distinct = new long[groups];
    }

    Sums get(int group) {
      return new Sums(
          rows[group],
          codeObjects[group],
          original[group],
          stored[group],
          distinct[group],
          problems[group]);
    }

    /** Returns the groups in another order. */
    Many inOrder(int[] groups) {
      Many ordered = new Many(groups.length);
      for (int i = 0; i < groups.length; i++) {
        int from = groups[i];
        ordered.rows[i] = rows[from];
        ordered.codeObjects[i] = codeObjects[from];
        ordered.problems[i] = problems[from];
        ordered.original[i] = original[from];
        ordered.stored[i] = stored[from];
        ordered.distinct[i] = distinct[from];
      }
      return ordered;
    }

    long unpackedBytes(int group) {
      return unpacked(stored[group], distinct[group], original[group]);
    }

    long storedBytes(int group) {
      return stored[group];
    }

    int problems(int group) {
      return problems[group];
    }
  }

  /** Adds rows to groups, one group after the other. */
  static final class Counter {
    private final ArchiveRows source;
    private final Many sums;
    // By code object, one more than the group that it was last counted in.
    private final int[] counted;

    Counter(ArchiveRows source, Many sums) {
      this.source = source;
      this.sums = sums;
      this.counted = new int[source.codeObjectCount()];
    }

    /** Adds a row; rows of one group come together. */
    void add(int group, int row) {
      long original = Math.max(0, source.originalSizeBytes(row));
      sums.rows[group]++;
      sums.problems[group] += source.problem(row) == null ? 0 : 1;
      sums.original[group] = sum(sums.original[group], original);
      int codeObject = source.codeObject(row);
      if (codeObject >= 0) {
        if (counted[codeObject] == group + 1) {
          return;
        }
        counted[codeObject] = group + 1;
      }
      sums.codeObjects[group]++;
      long stored = source.storedSizeBytes(row);
      if (stored >= 0) {
        sums.stored[group] = sum(sums.stored[group], stored);
        sums.distinct[group] = sum(sums.distinct[group], original);
      } else if (!source.storedSizesKnown()) {
        sums.stored[group] = -1;
      }
    }

    private static long sum(long total, long size) {
      return total > Long.MAX_VALUE - size ? Long.MAX_VALUE : total + size;
    }
  }
}
