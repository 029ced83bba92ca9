package org.kpackworkbench.model.analysis.diff;

import java.util.BitSet;
import java.util.List;

/**
 * Some aligned bytes of all sides.
 *
 * @param position where it starts, in the comparison
 * @param length how many positions it has
 * @param bytes the bytes of each side, as many for each; nobody changes them
 * @param present for each side which of them it really has
 * @param differing the positions, from the window's start, where the sides differ
 */
public record ByteWindow(
    long position, int length, List<byte[]> bytes, List<BitSet> present, BitSet differing) {
  public ByteWindow {
    bytes = List.copyOf(bytes);
    present = List.copyOf(present);
  }
}
