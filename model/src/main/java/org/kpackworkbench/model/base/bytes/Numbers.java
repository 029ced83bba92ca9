package org.kpackworkbench.model.base.bytes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * A list of numbers that only grows, in blocks, so that growing copies little. Not safe for use by
 * several threads while it does, then by any.
 */
public final class Numbers {
  private static final int BLOCK = 4096;

  private final List<long[]> blocks = new ArrayList<>();
  private int count;

  /** Adds a number at the end. */
  public void add(long value) {
    int inBlock = count % BLOCK;
    if (inBlock == 0) {
      blocks.add(new long[blocks.isEmpty() ? 16 : BLOCK]);
    } else if (inBlock == blocks.getLast().length) {
      blocks.set(blocks.size() - 1, Arrays.copyOf(blocks.getLast(), 2 * inBlock));
    }
    blocks.getLast()[inBlock] = value;
    count = Math.incrementExact(count);
  }

  /** How many there are. */
  public int size() {
    return count;
  }

  /** Returns a number by its index. */
  public long get(int index) {
    Objects.checkIndex(index, count);
    return blocks.get(index / BLOCK)[index % BLOCK];
  }

  /** The last one; a number below all others where there is none. */
  public long last() {
    return count == 0 ? Long.MIN_VALUE : get(count - 1);
  }

  /** Where a number is in a list that is sorted; negative if it is not in it. */
  public int find(long value) {
    int low = 0;
    int high = count - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = Long.compare(get(middle), value);
      if (order == 0) {
        return middle;
      }
      low = order < 0 ? middle + 1 : low;
      high = order > 0 ? middle - 1 : high;
    }
    return -(low + 1);
  }
}
