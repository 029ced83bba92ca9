package org.kpackworkbench.model.analysis.diff;

import java.util.Arrays;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;

/** Looks for differences between aligned bytes, in windows. For one thread. */
final class ByteScan {
  private final List<ByteView> views;
  private final ByteAlignment alignment;
  private final byte[][] windows;
  private final int windowBytes;

  ByteScan(List<ByteView> views, ByteAlignment alignment) {
    this.views = views;
    this.alignment = alignment;
    this.windowBytes = (int) Math.min(SameBytes.WINDOW_BYTES, Math.max(1, alignment.length()));
    this.windows = new byte[views.size()][];
  }

  /** The first position from {@code from} on that differs, or that does not; -1 for none. */
  long next(long from, boolean different, Progress progress) throws FormatException {
    for (long at = Math.max(0, from); at < alignment.length(); ) {
      long until = alignment.pieceOf(at).end();
      if (!alignment.isWhole(at)) {
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
      long from = alignment.pieceOf(at - 1).start();
      if (!alignment.isWhole(at - 1)) {
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

  private void read(long position, int count) throws FormatException {
    for (int side = 0; side < windows.length; side++) {
      if (windows[side] == null) {
        windows[side] = new byte[windowBytes];
      }
      views.get(side).copyTo(alignment.offset(side, position), windows[side], 0, count);
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
}
