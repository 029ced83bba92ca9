package org.kpackworkbench.model.format.kpack;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.kpack.EntryTable.Row;
import org.kpackworkbench.model.format.kpack.KpackArchive.TargetSum;

/** Adds up the rows of a target. */
final class TargetSums {
  private final BitSet counted = new BitSet();
  private int entries;
  private long original;
  private long stored;
  private long unpacked;

  void add(Row row, @Nullable StoredBlobs blobs) {
    long size = Math.max(0, row.originalSize());
    entries++;
    original = add(original, size);
    int ordinal = row.ordinal();
    if (blobs != null && ordinal >= 0 && ordinal < blobs.count() && !counted.get(ordinal)) {
      counted.set(ordinal);
      stored = add(stored, blobs.sizeBytes(ordinal));
      unpacked = add(unpacked, size);
    }
  }

  private static long add(long sum, long size) {
    return sum > Long.MAX_VALUE - size ? Long.MAX_VALUE : sum + size;
  }

  /** Returns the totals of each target; {@code blobs} is null while positions are not known. */
  static List<TargetSum> of(EntryTable table, @Nullable StoredBlobs blobs) {
    Map<Integer, TargetSums> sums = new TreeMap<>();
    for (int row = 0; row < table.count(); row++) {
      Row entry = table.row(row);
      sums.computeIfAbsent(entry.target(), target -> new TargetSums()).add(entry, blobs);
    }
    List<TargetSum> found = new ArrayList<>();
    sums.forEach(
        (target, sum) ->
            found.add(
                new TargetSum(
                    table.targets.text(target),
                    table.gpuTarget(target),
                    sum.entries,
                    sum.original,
                    blobs == null ? -1 : sum.stored,
                    blobs == null ? -1 : sum.unpacked)));
    return List.copyOf(found);
  }
}
