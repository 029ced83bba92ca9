package org.kpackworkbench.model.format.kpack;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Adds up rows by target. */
final class TargetSums {
  private TargetSums() {}

  static List<TargetSum> of(EntryTable table, ArchiveNames names, @Nullable StoredBlobs blobs) {
    int targets = names.targetCount();
    int[] entries = new int[targets];
    long[] original = new long[targets];
    long[] stored = new long[targets];
    List<@Nullable BitSet> counted = new ArrayList<>();
    for (int target = 0; target < targets; target++) {
      counted.add(null);
    }
    for (int row = 0; row < table.count(); row++) {
      int target = table.target(row);
      entries[target]++;
      original[target] = add(original[target], Math.max(0, table.originalSize(row)));
      int ordinal = table.ordinal(row);
      if (blobs != null && ordinal >= 0 && ordinal < blobs.count()) {
        BitSet seen = counted.get(target);
        if (seen == null) {
          seen = new BitSet();
          counted.set(target, seen);
        }
        if (!seen.get(ordinal)) {
          seen.set(ordinal);
          stored[target] = add(stored[target], blobs.sizeBytes(ordinal));
        }
      }
    }
    List<TargetSum> sums = new ArrayList<>();
    for (int target = 0; target < targets; target++) {
      sums.add(
          new TargetSum(
              names.target(target),
              names.gpuTarget(target),
              entries[target],
              original[target],
              blobs == null ? -1 : stored[target]));
    }
    return List.copyOf(sums);
  }

  private static long add(long sum, long size) {
    return sum > Long.MAX_VALUE - size ? Long.MAX_VALUE : sum + size;
  }
}
