package org.kpackworkbench.model.format.registry;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.ClaimMap;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;

/** Makes owners of bytes, also where the format's own list cannot be had. */
public final class Claims {
  private Claims() {}

  /**
   * Owners of a document's own bytes, from claims that count in the file: members of a library
   * start behind the file's first byte.
   */
  public static Ownership map(ByteView bytes, List<Claim> claims) {
    long base = bytes.fileOffset(0);
    return ClaimMap.of(
        bytes.size(),
        base == 0 ? claims : claims.stream().map(claim -> moved(claim, -base)).toList());
  }

  private static Claim moved(Claim claim, long by) {
    ByteRange range = new ByteRange(claim.range().start() + by, claim.range().length());
    return new Claim(range, claim.kind(), claim.label(), claim.place(), claim.target());
  }

  /** One claim that says why nothing more is known. */
  public static Ownership problem(ByteView bytes, Place place, FormatException failure) {
    return single(bytes, OwnerKind.PROBLEM, failure.structure() + " cannot be read", place);
  }

  /** One claim for all bytes. */
  public static Ownership single(ByteView bytes, OwnerKind kind, String label, Place place) {
    ByteRange all = new ByteRange(0, bytes.size());
    return ClaimMap.of(bytes.size(), List.of(new Claim(all, kind, label, place)));
  }
}
