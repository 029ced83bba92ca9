package org.kpackworkbench.model.analysis.diff;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;

/** Looks for differences between aligned bytes, in windows. For one thread. */
final class ByteScan {
  private final List<ByteView> views;
  private final long[] leads;
  private final long[] edges;
  private final byte[][] windows;
  private final int windowBytes;

  /**
   * @param edges where sides begin and end, in order: between two of them always the same sides
   *     have bytes
   */
  ByteScan(List<ByteView> views, long[] leads, long[] edges) {
    this.views = views;
    this.leads = leads;
    this.edges = edges;
    this.windowBytes = (int) Math.min(SameBytes.WINDOW_BYTES, Math.max(1, edges[edges.length - 1]));
    this.windows = new byte[views.size()][];
  }

  /** The first edge behind a position. */
  long edgeBehind(long position) {
    int found = Arrays.binarySearch(edges, position + 1);
    return edges[found < 0 ? -found - 1 : found];
  }

  private long edgeBefore(long position) {
    int found = Arrays.binarySearch(edges, position - 1);
    int at = found < 0 ? -found - 2 : found;
    return at < 0 ? 0 : edges[at];
  }

  /** The first position from {@code from} on that differs, or that does not; -1 for none. */
  long next(long from, boolean different, Progress progress) throws FormatException {
    long end = edges[edges.length - 1];
    for (long at = Math.max(0, from); at < end; ) {
      long until = edgeBehind(at);
      if (isPartial(at)) {
        if (different) {
          return at;
        }
        at = until;
        continue;
      }
      int count = (int) Math.min(windowBytes, until - at);
      read(at, count);
      int found = different ? firstDifference(count) : firstSame(count);
      if (found >= 0) {
        return at + found;
      }
      at += count;
      progress.step(count);
    }
    return -1;
  }

  /** The last position before {@code before} that differs, or that does not; -1 for none. */
  long previous(long before, boolean different, Progress progress) throws FormatException {
    for (long at = before; at > 0; ) {
      long from = edgeBefore(at);
      if (isPartial(at - 1)) {
        if (different) {
          return at - 1;
        }
        at = from;
        continue;
      }
      int count = (int) Math.min(windowBytes, at - from);
      at -= count;
      read(at, count);
      // Windows that are the same are passed at the speed of memory.
      if (!different || firstDifference(count) >= 0) {
        for (int i = count - 1; i >= 0; i--) {
          if (differs(i) == different) {
            return at + i;
          }
        }
      }
      progress.step(count);
    }
    return -1;
  }

  /** Whether some sides have a byte at a position and some have none. */
  private boolean isPartial(long position) {
    int has = 0;
    for (int side = 0; side < leads.length; side++) {
      has += has(side, position) ? 1 : 0;
    }
    return has < leads.length;
  }

  private boolean has(int side, long position) {
    return position >= leads[side] && position - leads[side] < views.get(side).size();
  }

  private void read(long position, int count) throws FormatException {
    for (int side = 0; side < leads.length; side++) {
      if (windows[side] == null) {
        windows[side] = new byte[windowBytes];
      }
      views.get(side).copyTo(position - leads[side], windows[side], 0, count);
    }
  }

  private int firstDifference(int count) {
    int first = -1;
    for (int side = 1; side < windows.length; side++) {
      int found =
          Arrays.mismatch(
              windows[0],
              0,
              first < 0 ? count : first,
              windows[side],
              0,
              first < 0 ? count : first);
      first = found >= 0 ? found : first;
    }
    return first;
  }

  private int firstSame(int count) {
    for (int i = 0; i < count; i++) {
      if (!differs(i)) {
        return i;
      }
    }
    return -1;
  }

  private boolean differs(int index) {
    for (int side = 1; side < windows.length; side++) {
      if (windows[side][index] != windows[0][index]) {
        return true;
      }
    }
    return false;
  }

  ByteComparison.Window window(long position, int length) throws FormatException {
    List<byte[]> bytes = new ArrayList<>();
    List<BitSet> present = new ArrayList<>();
    for (int side = 0; side < leads.length; side++) {
      byte[] copy = new byte[length];
      BitSet has = new BitSet(length);
      long from = Math.max(position, leads[side]);
      long to = Math.min(position + length, leads[side] + views.get(side).size());
      if (to > from) {
        views
            .get(side)
            .copyTo(from - leads[side], copy, (int) (from - position), (int) (to - from));
        has.set((int) (from - position), (int) (to - position));
      }
      bytes.add(copy);
      present.add(has);
    }
    BitSet differing = new BitSet(length);
    for (int i = 0; i < length; i++) {
      for (int side = 1; side < bytes.size(); side++) {
        if (bytes.get(side)[i] != bytes.getFirst()[i]
            || present.get(side).get(i) != present.getFirst().get(i)) {
          differing.set(i);
        }
      }
    }
    return new ByteComparison.Window(position, length, bytes, present, differing);
  }
}
