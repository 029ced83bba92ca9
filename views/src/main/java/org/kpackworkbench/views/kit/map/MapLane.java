package org.kpackworkbench.views.kit.map;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;

/**
 * One bar of a map.
 *
 * @param title what it shows, such as {@code "file"}
 * @param unit what its numbers are
 * @param range all of it
 * @param pieces what lies in it, parents before their children
 * @param zeros stretches whose bytes are there and are all zero
 */
public record MapLane(
    String title, Unit unit, ByteRange range, List<MapPiece> pieces, List<ByteRange> zeros) {
  /** Units of the numbers of a lane. */
  public enum Unit {
    FILE_OFFSET("offset"),
    ADDRESS("address");

    private final String words;

    Unit(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  public MapLane {
    pieces = List.copyOf(pieces);
    zeros = List.copyOf(zeros);
  }

  /** How many levels its pieces have. */
  int levels() {
    return pieces.stream().mapToInt(MapPiece::depth).max().orElse(0) + 1;
  }
}
