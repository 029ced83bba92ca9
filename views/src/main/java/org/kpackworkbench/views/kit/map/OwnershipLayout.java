package org.kpackworkbench.views.kit.map;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.Ownership;

/** Makes the map of a file from the owners of its bytes. Any thread; reads nothing. */
public final class OwnershipLayout {
  /** With more claims than this, those that are hardly a pixel at first sight are left out. */
  private static final int MOST_CLAIMS = 400_000;

  private static final long HARDLY_VISIBLE_PART = 20_000;

  private OwnershipLayout() {}

  /** A map with one lane, the file. */
  public static LayoutMapModel of(Ownership ownership) {
    return new LayoutMapModel(List.of(file(ownership, List.of())), List.of());
  }

  /**
   * The lane of a file.
   *
   * @param zeros stretches of the file that are all zero
   */
  public static MapLane file(Ownership ownership, List<ByteRange> zeros) {
    return new MapLane(
        "file",
        MapLane.Unit.FILE_OFFSET,
        new ByteRange(0, ownership.sizeBytes()),
        pieces(ownership),
        zeros);
  }

  /** All claims as pieces, with how deep each is nested. */
  static List<MapPiece> pieces(Ownership ownership) {
    List<MapPiece> pieces = new ArrayList<>();
    Deque<ByteRange> around = new ArrayDeque<>();
    List<Claim> claims = ownership.claims();
    long smallest = claims.size() > MOST_CLAIMS ? ownership.sizeBytes() / HARDLY_VISIBLE_PART : 0;
    for (Claim claim : claims) {
      // Of claims that overlap without nesting, the second is drawn beside the first.
      while (!around.isEmpty() && !around.peek().contains(claim.range())) {
        around.pop();
      }
      MapPiece piece = MapPiece.of(claim, around.size());
      if (claim.range().length() >= smallest || piece.rank() >= MapPiece.ALWAYS_SEEN_RANK) {
        pieces.add(piece);
      }
      around.push(claim.range());
    }
    return pieces;
  }
}
