package org.kpackworkbench.views.kit.rows;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.OwnerKind;

/**
 * Mark before a row: the colour and pattern of what it is, and whether something is wrong.
 *
 * @param kind what it is; null for no swatch
 * @param target for device code its target; else null
 * @param problem what is wrong, in a sentence; empty if nothing is
 */
public record RowMark(@Nullable OwnerKind kind, @Nullable String target, String problem) {
  public static final RowMark NONE = new RowMark(null, null, "");

  /** A mark in a kind's colour. */
  public static RowMark of(OwnerKind kind) {
    return new RowMark(kind, null, "");
  }

  /** Returns this mark with a problem; with none where {@code sentence} is empty. */
  public RowMark problem(String sentence) {
    return new RowMark(kind, target, sentence);
  }
}
