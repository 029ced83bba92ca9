package org.kpackworkbench.model.base.place;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;

/**
 * A range of bytes that belongs to something.
 *
 * @param range the bytes
 * @param kind what kind of thing it is
 * @param label its name, e.g. {@code ".text"} or {@code "frame 17"}
 * @param place where a click on it leads; null if there is nothing to show but the bytes
 * @param target for device code, the target it is for, as written; else null
 */
public record Claim(
    ByteRange range, OwnerKind kind, String label, @Nullable Place place, @Nullable String target) {

  /** A claim that is not device code for a target. */
  public Claim(ByteRange range, OwnerKind kind, String label, @Nullable Place place) {
    this(range, kind, label, place, null);
  }
}
