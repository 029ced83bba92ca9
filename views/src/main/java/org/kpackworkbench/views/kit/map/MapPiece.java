package org.kpackworkbench.views.kit.map;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;

/**
 * A piece of a lane.
 *
 * @param range where it lies in the lane: file offsets or virtual addresses
 * @param depth how deep it is nested, from 0
 * @param look what it looks like
 * @param label its name
 * @param detail what else there is to say, for the tooltip; may be empty
 * @param place where a click leads; null if there is nothing to show but the range
 */
public record MapPiece(
    ByteRange range, int depth, Look look, String label, String detail, @Nullable Place place) {

  /** Pieces of this {@link #rank} and above are always drawn for themselves. */
  static final int ALWAYS_SEEN_RANK = 2;

  /** Look of a piece. */
  public sealed interface Look {}

  /**
   * The colour and pattern of an owner.
   *
   * @param target for device code, the target as written; else null
   */
  public record Owned(OwnerKind kind, @Nullable String target) implements Look {}

  /** A frame around other pieces, such as a segment. */
  public record Frame() implements Look {}

  /** A claim as a piece. */
  public static MapPiece of(Claim claim, int depth) {
    return new MapPiece(
        claim.range(),
        depth,
        new Owned(claim.kind(), claim.target()),
        claim.label(),
        claim.kind().words(),
        claim.place());
  }

  /** How much it matters that it is seen although it is tiny; more is drawn over less. */
  int rank() {
    return switch (look) {
      case Frame frame -> 0;
      case Owned owned ->
          switch (owned.kind()) {
            case PROBLEM -> 4;
            case MARKER -> 3;
            case WRAPPER -> 2;
            case PADDING, UNOWNED -> 0;
            default -> 1;
          };
    };
  }
}
