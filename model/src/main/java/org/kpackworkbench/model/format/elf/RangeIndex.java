package org.kpackworkbench.model.format.elf;

/**
 * Finds which of many address ranges holds an address. Addresses are unsigned; ranges may overlap,
 * then the one that starts last wins, among equal starts the one that was added last.
 */
record RangeIndex(long[] starts, long[] sizes, long[] reach, int[] ids) {
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

  /** Sorts keys together with the numbers that belong to them, without an object for each. */
  static final class SortedKeys {
    private SortedKeys() {}

    /** Sorts {@code keys} ascending, as signed numbers, and stably; {@code ids} goes along. */
    static void sort(long[] keys, int[] ids) {
      if (ascending(keys)) {
        return;
      }
      long[] otherKeys = new long[keys.length];
      int[] otherIds = new int[ids.length];
      long[] fromKeys = keys;
      int[] fromIds = ids;
      boolean inOther = false;
      for (int width = 1; width > 0 && width < keys.length; width *= 2) {
        for (int start = 0; start < keys.length; start += 2 * width) {
          merge(fromKeys, fromIds, otherKeys, otherIds, start, width);
          if (start > Integer.MAX_VALUE - 2 * width) {
            break;
          }
        }
        long[] swapKeys = fromKeys;
        fromKeys = otherKeys;
        otherKeys = swapKeys;
        int[] swapIds = fromIds;
        fromIds = otherIds;
        otherIds = swapIds;
        inOther = !inOther;
      }
      if (inOther) {
        System.arraycopy(fromKeys, 0, keys, 0, keys.length);
        System.arraycopy(fromIds, 0, ids, 0, ids.length);
      }
    }

    /** The position of the last key that is not above {@code key}; -1 if all are. */
    static int floor(long[] keys, long key) {
      int low = 0;
      int high = keys.length;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (keys[middle] <= key) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low - 1;
    }

    private static boolean ascending(long[] keys) {
      for (int i = 1; i < keys.length; i++) {
        if (keys[i - 1] > keys[i]) {
          return false;
        }
      }
      return true;
    }

    private static void merge(
        long[] keys, int[] ids, long[] toKeys, int[] toIds, int start, int width) {
      int middle = Math.min(start + width, keys.length);
      int end = Math.min(middle + width, keys.length);
      int left = start;
      int right = middle;
      for (int to = start; to < end; to++) {
        boolean takeLeft = left < middle && (right >= end || keys[left] <= keys[right]);
        int from = takeLeft ? left++ : right++;
        toKeys[to] = keys[from];
        toIds[to] = ids[from];
      }
    }
  }
}
