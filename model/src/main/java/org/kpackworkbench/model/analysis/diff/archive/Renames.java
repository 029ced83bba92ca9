package org.kpackworkbench.model.analysis.diff.archive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** Finds what was removed under one name and added under another. */
final class Renames {

  /** Takes what was found: the numbers of the aligned rows. */
  interface Found {
    void renamed(int removed, int added);
  }

  private Renames() {}

  /**
   * Pairs rows with the same content, in their order. Only what has the size of something on the
   * other side is unpacked.
   *
   * @param rows aligned rows of the two archives, -1 if there is none
   * @throws FormatException {@code TOO_LARGE} where that is more than is plausible
   */
  static void find(
      KpackArchive first,
      int[] rows,
      KpackArchive other,
      int[] otherRows,
      Progress progress,
      Found found)
      throws IOException {
    Set<Long> sizes = new HashSet<>();
    for (int row = 0; row < rows.length; row++) {
      if (rows[row] < 0 && isUsable(other, otherRows[row])) {
        sizes.add(other.originalSizeBytes(otherRows[row]));
      }
    }
    Map<ByteBuffer, Deque<Integer>> removed = new HashMap<>();
    Set<Long> wanted = new HashSet<>();
    for (int row : candidates(first, rows, otherRows, sizes)) {
      progress.step(0);
      ByteBuffer hash = hash(first, rows[row], progress);
      if (hash != null) {
        removed.computeIfAbsent(hash, none -> new ArrayDeque<>()).add(row);
        wanted.add(first.originalSizeBytes(rows[row]));
      }
    }
    for (int row : candidates(other, otherRows, rows, wanted)) {
      progress.step(0);
      ByteBuffer hash = removed.isEmpty() ? null : hash(other, otherRows[row], progress);
      Deque<Integer> same = hash == null ? null : removed.get(hash);
      if (same != null) {
        found.renamed(same.remove(), row);
        if (same.isEmpty()) {
          removed.remove(hash);
        }
      }
    }
  }

  /** Rows that the other side does not have, of some sizes; all of them will be unpacked. */
  private static List<Integer> candidates(
      KpackArchive archive, int[] rows, int[] otherRows, Set<Long> sizes) throws FormatException {
    List<Integer> candidates = new ArrayList<>();
    long sum = 0;
    for (int row = 0; row < rows.length; row++) {
      if (otherRows[row] < 0 && isUsable(archive, rows[row])) {
        long size = archive.originalSizeBytes(rows[row]);
        if (sizes.contains(size)) {
          candidates.add(row);
          sum += Math.min(size, Long.MAX_VALUE - sum);
        }
      }
    }
    archive.declareSum(sum);
    return candidates;
  }

  private static boolean isUsable(KpackArchive archive, int row) throws FormatException {
    return row >= 0 && archive.originalSizeBytes(row) > 0 && archive.problem(row).isEmpty();
  }

  /** Null where it does not unpack, which the row's own problem says. */
  private static @Nullable ByteBuffer hash(KpackArchive archive, int row, Progress progress)
      throws IOException {
    try {
      return ByteBuffer.wrap(EntryContents.hash(archive, row, progress));
    } catch (FormatException damaged) {
      damaged.throwIfFileChanged();
      return null;
    }
  }
}
