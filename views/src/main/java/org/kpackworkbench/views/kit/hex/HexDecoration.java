package org.kpackworkbench.views.kit.hex;

import org.kpackworkbench.model.base.bytes.ByteRange;

/**
 * Bytes that are marked, beside what their owners' colours say.
 *
 * @param range the bytes
 * @param mark how they are marked
 * @param words what the mark means there, for the tooltip; may be empty
 */
public record HexDecoration(ByteRange range, Mark mark, String words) {
  /** How bytes are marked; each mark has a shape of its own, not only a colour. */
  public enum Mark {
    /** Found: a box. */
    FOUND,
    /** Differs from the other side: a thick line below. */
    CHANGED,
    /** Only on this side: a thick line above and below. */
    ADDED,
    /** A finding points here: a wavy line below. */
    FINDING,
    /** A bookmark: a ribbon before the row that it starts in, and a line beside its rows. */
    BOOKMARK
  }
}
