package org.kpackworkbench.views.kit.hex;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;

/** The matches of a search as decorations. */
final class FoundMarks {
  private FoundMarks() {}

  /** Marks matches of one length that start at these offsets, in order. */
  static HexDecorations of(long[] offsets, int length) {
    List<HexDecoration> marks = new ArrayList<>(offsets.length);
    for (long offset : offsets) {
      marks.add(
          new HexDecoration(new ByteRange(offset, length), HexDecoration.Mark.FOUND, "found here"));
    }
    List<HexDecoration> all = List.copyOf(marks);
    return window -> all.stream().filter(mark -> mark.range().overlaps(window)).toList();
  }
}
