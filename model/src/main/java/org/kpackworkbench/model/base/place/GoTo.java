package org.kpackworkbench.model.base.place;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;

/** The result of a text that was typed to go to a place. */
public sealed interface GoTo {

  /**
   * Where it leads.
   *
   * @param range the bytes; of length 0 if only a position was named
   * @param place the thing that was named, where it is more than bytes
   * @param words what it is, e.g. {@code "file offset 0x1000"}, for a suggestion's line
   */
  record Found(ByteRange range, @Nullable Place place, String words) implements GoTo {}

  /**
   * Nowhere.
   *
   * @param reason what is wrong with the text, a sentence for people
   */
  record Refused(String reason) implements GoTo {}
}
