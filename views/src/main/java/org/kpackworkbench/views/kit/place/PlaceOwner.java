package org.kpackworkbench.views.kit.place;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;

/** Finds what selected bytes belong to. */
public final class PlaceOwner {
  private PlaceOwner() {}

  /**
   * Selected bytes of the file as a part of the innermost thing that owns their first byte and
   * leads somewhere; anything else as it is.
   */
  public static Place of(Place selected, Ownership ownership) {
    // The owners are those of the file's bytes; unpacked ones have others.
    return selected.container() == null ? within(selected, ownership) : selected;
  }

  /**
   * Returns selected bytes as a part of their innermost owner; the owners are those of the bytes in
   * which the place's range counts.
   */
  public static Place within(Place selected, Ownership ownership) {
    if (!(selected instanceof Place.Bytes bytes)) {
      return selected;
    }
    Place owner = ownerOf(bytes.range(), ownership);
    return owner == null ? selected : new Place.Bytes(owner, bytes.range());
  }

  private static @Nullable Place ownerOf(ByteRange range, Ownership ownership) {
    if (range.start() >= ownership.sizeBytes()) {
      return null;
    }
    List<Claim> claims = ownership.at(range.start());
    for (Claim claim : claims.reversed()) {
      Place place = claim.place();
      if (place != null) {
        return place instanceof Place.CodeObject code ? asStored(code) : place;
      }
    }
    return null;
  }

  /**
   * Returns a code object as the bytes that the file stores: what is selected in these are bytes of
   * the file, not of what they unpack to.
   */
  private static Place asStored(Place.CodeObject code) {
    return new Place.CodeObject(
        code.parent(), code.binary(), code.index(), code.target(), code.range(), false);
  }
}
