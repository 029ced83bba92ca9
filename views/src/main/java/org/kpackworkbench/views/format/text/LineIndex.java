package org.kpackworkbench.views.format.text;

import java.util.Arrays;
import java.util.stream.IntStream;
import javafx.scene.control.IndexRange;

/** Where the lines of a text begin, counted from 0. Immutable. */
record LineIndex(int[] starts, int length) {
  static LineIndex of(String text) {
    IntStream.Builder starts = IntStream.builder().add(0);
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
      starts.add(end + 1);
    }
    return new LineIndex(starts.build().toArray(), text.length());
  }

  int count() {
    return starts.length;
  }

  /** The line of a position in the text. */
  int lineOf(int position) {
    int found = Arrays.binarySearch(starts, position);
    return found >= 0 ? found : -found - 2;
  }

  /** Where a line begins. */
  int start(int line) {
    return starts[Math.clamp(line, 0, starts.length - 1)];
  }

  /** The rest of a line from a column on; the nearest there is where it has no such column. */
  IndexRange from(int line, int column) {
    int row = Math.clamp(line, 0, starts.length - 1);
    int end = row + 1 < starts.length ? starts[row + 1] - 1 : length;
    return new IndexRange(Math.clamp((long) starts[row] + column, starts[row], end), end);
  }
}
