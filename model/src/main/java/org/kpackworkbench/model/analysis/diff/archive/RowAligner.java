package org.kpackworkbench.model.analysis.diff.archive;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/**
 * Aligns rows of several archives by binary, index and target; indexed and plain forms of a key are
 * one, and so are spellings of a target. Of several rows of one key in a broken table the first is
 * beside the first.
 */
final class RowAligner {
  private RowAligner() {}

  /** Has an order, so that names that are made to have one hash are found as quickly as others. */
  private record Key(String binary, long index, GpuTarget target, int times)
      implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::binary)
            .thenComparing(Key::index)
            .thenComparing(key -> key.target().toString())
            .thenComparing(Key::times);

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }

    static Key of(ArchiveEntry entry, int times) {
      return new Key(entry.binary(), entry.index(), entry.target(), times);
    }
  }

  /**
   * Aligns all rows.
   *
   * @return for each archive its row in each aligned one, or -1; in the first archive's order, then
   *     what the others have beside
   */
  static int[][] align(List<KpackArchive> archives, Progress progress) throws FormatException {
    Map<Key, int[]> aligned = new HashMap<>();
    List<int[]> rows = new ArrayList<>();
    for (int side = 0; side < archives.size(); side++) {
      Map<Key, Integer> seen = new HashMap<>();
      int entries = archives.get(side).entryCount();
      for (int row = 0; row < entries; row++) {
        ArchiveEntry entry = archives.get(side).entry(row);
        Key key = Key.of(entry, seen.merge(Key.of(entry, 0), 1, Integer::sum));
        int[] beside = aligned.get(key);
        if (beside == null) {
          beside = new int[archives.size()];
          Arrays.fill(beside, -1);
          aligned.put(key, beside);
          rows.add(beside);
        }
        beside[side] = row;
        if ((row & 0xfff) == 0) {
          progress.step(0);
        }
      }
    }
    int[][] bySide = new int[archives.size()][];
    for (int side = 0; side < bySide.length; side++) {
      int of = side;
      bySide[side] = rows.stream().mapToInt(row -> row[of]).toArray();
    }
    return bySide;
  }
}
