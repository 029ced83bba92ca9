package org.kpackworkbench.model.analysis.estimate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** An order of code objects in which each is followed by the one most like it. */
final class LikeOrder {
  private static final int HASHES = 32;

  /** More code objects than this are not compared one by one, but sorted. */
  private static final int MOST_COMPARED = 4096;

  private LikeOrder() {}

  private record Sketch(int row, long[] least) {
    int common(Sketch other) {
      int common = 0;
      for (int i = 0; i < least.length; i++) {
        common += least[i] == other.least[i] ? 1 : 0;
      }
      return common;
    }
  }

  /** Returns all rows of an archive of uncompressed code. */
  static int[] of(KpackArchive code, Progress progress) throws IOException {
    List<Sketch> left = new ArrayList<>();
    for (int row = 0; row < code.entryCount(); row++) {
      left.add(new Sketch(row, Likeness.least(code.stored(row), HASHES, progress.cancelOnly())));
    }
    if (left.size() > MOST_COMPARED) {
      left.sort(Comparator.comparing(Sketch::least, Arrays::compare));
      return left.stream().mapToInt(Sketch::row).toArray();
    }
    int[] order = new int[left.size()];
    Sketch last = left.getFirst();
    for (int i = 0; i < order.length; i++) {
      Sketch before = last;
      last = left.stream().max(Comparator.comparingInt(before::common)).orElseThrow();
      left.remove(last);
      order[i] = last.row;
    }
    return order;
  }
}
