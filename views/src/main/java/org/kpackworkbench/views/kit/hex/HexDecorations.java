package org.kpackworkbench.views.kit.hex;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;

/**
 * Supplies the bytes that a hex view marks. Called on the UI thread, once a frame: must be quick.
 */
@FunctionalInterface
public interface HexDecorations {
  /** Marks nothing. */
  HexDecorations NONE = window -> List.of();

  /** The decorations that meet the visible bytes, at most some hundreds. */
  List<HexDecoration> in(ByteRange window);

  /** These and those. */
  default HexDecorations and(HexDecorations others) {
    return window -> {
      List<HexDecoration> all = new java.util.ArrayList<>(in(window));
      all.addAll(others.in(window));
      return all;
    };
  }
}
