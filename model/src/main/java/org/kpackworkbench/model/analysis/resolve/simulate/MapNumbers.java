package org.kpackworkbench.model.analysis.resolve.simulate;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;

/** The numbers of a map below two names, of each of which the first counts. */
final class MapNumbers {
  static final String ORDINAL = "ordinal";

  /** Clause about the first loaders where a number has another type. */
  static final String ABORTS = "; loaders before mid-2026 abort the process here";

  private static final long MOST_ORDINAL = 0xffffffffL;

  private final Name first;
  private final Name second;

  /** A name, and the number below it; null if there is none. */
  private static final class Name {
    private final String text;
    private final byte[] bytes;
    private @Nullable Long number;

    Name(String text) {
      this.text = text;
      this.bytes = text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Takes the next value, if that is below this name for the first time. */
    boolean takes(MsgCursor cursor) throws FormatException, Refused {
      if (number != null || !cursor.spanEquals(bytes)) {
        return false;
      }
      number = number(cursor, text, text.equals(ORDINAL));
      return true;
    }
  }

  MapNumbers(String first, String second) {
    this.first = new Name(first);
    this.second = new Name(second);
  }

  /**
   * Reads a map.
   *
   * @throws Refused if what counts is no number
   */
  void read(MsgCursor cursor) throws FormatException, Refused {
    first.number = null;
    second.number = null;
    long pairs = cursor.mapHeader("map");
    for (long i = 0; i < pairs; i++) {
      boolean text = cursor.shortTextSpan("key");
      if (!text || (!first.takes(cursor) && !second.takes(cursor))) {
        cursor.skip("value");
      }
    }
  }

  @Nullable Long first() {
    return first.number;
  }

  @Nullable Long second() {
    return second.number;
  }

  /** A number as its 64 bits. */
  static long number(MsgCursor cursor, String field, boolean small)
      throws FormatException, Refused {
    long position = cursor.position();
    MsgKind kind = cursor.kind(field);
    if (cursor.unsigned(field)
        && (!small || Long.compareUnsigned(cursor.unsignedBits(), MOST_ORDINAL) <= 0)) {
      return cursor.unsignedBits();
    }
    throw new Refused(
        LoaderError.MSGPACK_PARSE_FAILED,
        "table of contents, %s at 0x%x: expected a number from 0 to 2%s−1, found %s"
                .formatted(
                    field,
                    position,
                    small ? "³²" : "⁶⁴",
                    kind == MsgKind.INTEGER ? "one beyond that" : kind.words())
            + ABORTS,
        null,
        field);
  }
}
