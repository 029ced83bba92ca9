package org.kpackworkbench.model.analysis.diff;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;

/**
 * A side of a comparison.
 *
 * @param label its name, long enough to distinguish the sides
 * @param place what it is
 * @param bytes its bytes; null for a folder
 */
public record Side(String label, Place place, @Nullable ByteView bytes) {

  /** How many bytes it has; -1 for a folder. */
  public long sizeBytes() {
    return bytes == null ? -1 : bytes.size();
  }

  /**
   * A problem of a side, because of which some of it could not be compared.
   *
   * @param side its number, from 0
   * @param failure what is wrong
   */
  public record Problem(int side, FormatException failure) {}
}
