package org.kpackworkbench.model.format.elf;

/** Sorts keys together with the numbers that belong to them, without an object for each. */
final class SortedKeys {
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

  /** The position of the last key that is not above {@code key}; -1 where all are. */
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
