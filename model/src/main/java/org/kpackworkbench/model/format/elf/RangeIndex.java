package org.kpackworkbench.model.format.elf;

/**
 * Finds which of many address ranges holds an address. Addresses are unsigned; ranges may overlap,
 * then the one that starts last wins, among equal starts the one that was added last.
 */
final class RangeIndex {
  private final long[] starts;
  private final long[] sizes;
  private final long[] reach;
  private final int[] ids;

  private RangeIndex(long[] starts, long[] sizes, long[] reach, int[] ids) {
    this.starts = starts;
    this.sizes = sizes;
    this.reach = reach;
    this.ids = ids;
  }

  /** Collects ranges; what is empty holds nothing and is left out. */
  static final class Builder {
    private long[] starts = new long[16];
    private long[] sizes = new long[16];
    private int[] ids = new int[16];
    private int count;

    void add(long start, long sizeBytes, int id) {
      if (sizeBytes == 0) {
        return;
      }
      if (count == ids.length) {
        int capacity = count + (count >> 1);
        starts = java.util.Arrays.copyOf(starts, capacity);
        sizes = java.util.Arrays.copyOf(sizes, capacity);
        ids = java.util.Arrays.copyOf(ids, capacity);
      }
      // With the sign bit flipped, unsigned order is signed order.
      starts[count] = start ^ Long.MIN_VALUE;
      sizes[count] = sizeBytes;
      ids[count++] = id;
    }

    RangeIndex build() {
      long[] keys = java.util.Arrays.copyOf(starts, count);
      int[] order = new int[count];
      java.util.Arrays.setAll(order, i -> i);
      SortedKeys.sort(keys, order);
      long[] sortedSizes = new long[count];
      long[] reach = new long[count];
      int[] sortedIds = new int[count];
      long furthest = Long.MIN_VALUE;
      for (int i = 0; i < count; i++) {
        sortedSizes[i] = sizes[order[i]];
        sortedIds[i] = ids[order[i]];
        furthest = Math.max(furthest, lastOf(keys[i], sortedSizes[i]));
        reach[i] = furthest;
      }
      return new RangeIndex(keys, sortedSizes, reach, sortedIds);
    }

    private static long lastOf(long key, long sizeBytes) {
      long last = key + (sizeBytes - 1);
      // A range that runs over the end of the address space ends there.
      return last < key || sizeBytes < 0 ? Long.MAX_VALUE : last;
    }
  }

  /** The id of the range that holds the address, or -1. */
  int find(long address) {
    long key = address ^ Long.MIN_VALUE;
    for (int i = SortedKeys.floor(starts, key); i >= 0 && reach[i] >= key; i--) {
      if (Long.compareUnsigned(key - starts[i], sizes[i]) < 0) {
        return ids[i];
      }
    }
    return -1;
  }
}
