package org.kpackworkbench.model.format.elf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds which of many address ranges holds an address. Addresses are unsigned; ranges may overlap,
 * then the one that starts last wins, among equal starts the one that was added last.
 */
final class RangeIndex {
  private final long[] starts;
  private final List<Range> ranges;

  /**
   * A range.
   *
   * @param start its first address, with the sign bit flipped: unsigned order is signed order then
   * @param reach the last address, likewise, of this range and of all that start before it
   */
  private record Range(long start, long sizeBytes, int id, long reach) {
    static Range of(long start, long sizeBytes, int id, long reachBefore) {
      long last = start + (sizeBytes - 1);
      // A range that runs over the end of the address space ends there.
      long end = last < start || sizeBytes < 0 ? Long.MAX_VALUE : last;
      return new Range(start, sizeBytes, id, Math.max(end, reachBefore));
    }
  }

  private RangeIndex(List<Range> ranges) {
    this.starts = ranges.stream().mapToLong(Range::start).toArray();
    this.ranges = ranges;
  }

  /** Collects ranges; what is empty holds nothing and is left out. */
  static final class Builder {
    private final List<Range> ranges = new ArrayList<>();

    void add(long start, long sizeBytes, int id) {
      if (sizeBytes != 0) {
        ranges.add(new Range(start ^ Long.MIN_VALUE, sizeBytes, id, 0));
      }
    }

    RangeIndex build() {
      ranges.sort(Comparator.comparingLong(Range::start));
      long furthest = Long.MIN_VALUE;
      for (int i = 0; i < ranges.size(); i++) {
        Range range = ranges.get(i);
        range = Range.of(range.start, range.sizeBytes, range.id, furthest);
        ranges.set(i, range);
        furthest = range.reach;
      }
      return new RangeIndex(ranges);
    }
  }

  /** The id of the range that holds the address, or -1. */
  int find(long address) {
    long key = address ^ Long.MIN_VALUE;
    for (int i = SortedKeys.floor(starts, key); i >= 0 && ranges.get(i).reach >= key; i--) {
      if (Long.compareUnsigned(key - starts[i], ranges.get(i).sizeBytes) < 0) {
        return ranges.get(i).id;
      }
    }
    return -1;
  }

  /** Sorts keys together with the numbers that belong to them. */
  static final class SortedKeys {
    private SortedKeys() {}

    /** Sorts {@code keys} ascending, as signed numbers, and stably; {@code ids} goes along. */
    static void sort(long[] keys, int[] ids) {
      if (ascending(keys)) {
        return;
      }
      int[] order =
          IntStream.range(0, keys.length)
              .boxed()
              .sorted(Comparator.comparingLong(at -> keys[at]))
              .mapToInt(Integer::intValue)
              .toArray();
      long[] oldKeys = keys.clone();
      int[] oldIds = ids.clone();
      Arrays.setAll(keys, at -> oldKeys[order[at]]);
      Arrays.setAll(ids, at -> oldIds[order[at]]);
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
  }
}
