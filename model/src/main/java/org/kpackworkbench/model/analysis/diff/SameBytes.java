package org.kpackworkbench.model.analysis.diff;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;

/** Compares bytes in windows; nothing is held whole. */
final class SameBytes {
  static final int WINDOW_BYTES = 256 * 1024;

  private SameBytes() {}

  /** Whether all sides have bytes, as many, and the same. */
  static boolean identical(List<Side> sides, Progress progress) throws FormatException {
    ByteView first = sides.getFirst().bytes();
    if (first == null) {
      return false;
    }
    for (Side side : sides) {
      if (side.sizeBytes() != first.size()) {
        return false;
      }
    }
    for (Side side : sides.subList(1, sides.size())) {
      ByteView bytes = side.bytes();
      if (bytes == null || first.mismatch(bytes, progress).isPresent()) {
        return false;
      }
    }
    return true;
  }

  /** The bytes that are read to know whether all are the same; 0 where sizes say it. */
  static long work(List<Side> sides) {
    ByteView first = sides.getFirst().bytes();
    return first != null && sides.stream().allMatch(side -> side.sizeBytes() == first.size())
        ? first.size() * (sides.size() - 1)
        : 0;
  }
}
