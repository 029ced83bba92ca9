package org.kpackworkbench.model.analysis.diff.archive;

import java.util.Arrays;
import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/**
 * Aligns rows of several archives by binary, index and target; indexed and plain forms of a key are
 * one, and so are spellings of a target. Open addressing over arrays of numbers: names stay in the
 * files.
 */
final class RowAligner {
  /** How many rows may have one key; further ones, in a broken table, are not aligned. */
  private static final int MOST_EQUAL = 8;

  private static final long MULTIPLIER = 0x9e3779b97f4a7c15L;

  private final List<KpackArchive> archives;
  private final long seed;
  private final int[][] rows;
  private long[] hashes = new long[1024];
  private int[] slots = new int[2048];
  private int count;

  /**
   * @param seed differs from run to run, so that no file can be made whose keys collide
   */
  private RowAligner(List<KpackArchive> archives, long seed) {
    this.archives = archives;
    this.seed = seed;
    this.rows = new int[archives.size()][1024];
    Arrays.fill(slots, -1);
  }

  /**
   * Aligns all rows.
   *
   * @return for each archive its row in each aligned one, or -1; in the first archive's order, then
   *     what the others have beside
   */
  static int[][] align(List<KpackArchive> archives, Progress progress) throws FormatException {
    RowAligner aligner = new RowAligner(archives, System.nanoTime());
    for (int side = 0; side < archives.size(); side++) {
      int entries = archives.get(side).entryCount();
      for (int row = 0; row < entries; row++) {
        aligner.add(side, row);
        if ((row & 0xfff) == 0) {
          progress.step(0);
        }
      }
    }
    int[][] aligned = new int[aligner.rows.length][];
    for (int side = 0; side < aligned.length; side++) {
      aligned[side] = Arrays.copyOf(aligner.rows[side], aligner.count);
    }
    return aligned;
  }

  private void add(int side, int row) throws FormatException {
    ArchiveEntry entry = archives.get(side).entry(row);
    long hash = hash(entry);
    int mask = slots.length - 1;
    int slot = (int) (hash >>> 32) & mask;
    int equal = 0;
    for (; slots[slot] >= 0 && equal < MOST_EQUAL; slot = (slot + 1) & mask) {
      int candidate = slots[slot];
      if (hashes[candidate] == hash && isSame(candidate, entry)) {
        if (rows[side][candidate] < 0) {
          rows[side][candidate] = row;
          return;
        }
        equal++;
      }
    }
    int added = append(side, row, hash);
    if (equal < MOST_EQUAL) {
      slots[slot] = added;
      if (2 * count > slots.length) {
        rehash();
      }
    }
  }

  private boolean isSame(int candidate, ArchiveEntry entry) throws FormatException {
    for (int side = 0; side < rows.length; side++) {
      if (rows[side][candidate] >= 0) {
        ArchiveEntry other = archives.get(side).entry(rows[side][candidate]);
        return other.index() == entry.index()
            && other.binary().equals(entry.binary())
            && other.target().equals(entry.target());
      }
    }
    return false;
  }

  private int append(int side, int row, long hash) {
    if (count == hashes.length) {
      int capacity = count + Math.max(1024, count / 2);
      hashes = Arrays.copyOf(hashes, capacity);
      for (int i = 0; i < rows.length; i++) {
        rows[i] = Arrays.copyOf(rows[i], capacity);
      }
    }
    for (int[] column : rows) {
      column[count] = -1;
    }
    rows[side][count] = row;
    hashes[count] = hash;
    return count++;
  }

  private void rehash() {
    slots = new int[2 * slots.length];
    Arrays.fill(slots, -1);
    int mask = slots.length - 1;
    for (int row = 0; row < count; row++) {
      int slot = (int) (hashes[row] >>> 32) & mask;
      while (slots[slot] >= 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = row;
    }
  }

  private long hash(ArchiveEntry entry) {
    String binary = entry.binary();
    long hash = seed ^ entry.index();
    for (int i = 0; i < binary.length(); i++) {
      hash = (hash ^ binary.charAt(i)) * MULTIPLIER;
      hash ^= hash >>> 29;
    }
    hash = (hash ^ entry.target().hashCode()) * MULTIPLIER;
    return hash ^ (hash >>> 31);
  }
}
