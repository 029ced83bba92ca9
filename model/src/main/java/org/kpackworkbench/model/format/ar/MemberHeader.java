package org.kpackworkbench.model.format.ar;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.StructReader;

/**
 * The header of a member, as stored.
 *
 * @param name the name field without its padding
 */
record MemberHeader(String name, long timeSeconds, int mode, long sizeBytes) {
  private static final String STRUCTURE = "library member";

  static MemberHeader read(ByteView view, long at) throws FormatException {
    StructReader reader = new StructReader(view, at, STRUCTURE);
    String name = reader.text("name", 16).stripTrailing();
    String time = reader.text("time", 12).strip();
    reader.skip("user and group", 12);
    String mode = reader.text("mode", 8).strip();
    String size = reader.text("size", 10).strip();
    int end = reader.u16("end mark");
    if (end != 0x0a60) {
      throw error(view, at + 58, "end mark", Reason.BAD_VALUE)
          .expected("the bytes 60 0A")
          .found("%02X %02X".formatted(end & 0xff, end >> 8))
          .build();
    }
    return new MemberHeader(
        name,
        Math.max(0, lenient(time, 10)),
        (int) Math.max(0, lenient(mode, 8)),
        number(view, at + 48, size, "size"));
  }

  boolean isBsdSymbolIndex() {
    return name.startsWith("__.SYMDEF");
  }

  /** A number in text, 0 or more. */
  static long number(ByteView view, long at, String text, String field) throws FormatException {
    long value = lenient(text, 10);
    if (value < 0 || text.isEmpty()) {
      throw error(view, at, field, Reason.BAD_VALUE)
          .expected("a number")
          .found("\"" + text.replaceAll("\\p{Cntrl}", "?") + "\"")
          .build();
    }
    return value;
  }

  /** A number in text; 0 for an empty one, which some writers use, -1 where it is none. */
  private static long lenient(String text, int radix) {
    if (text.isEmpty()) {
      return 0;
    }
    // A radix above ten does not occur, so digits are all there may be; no sign either.
    boolean digits = text.length() <= 18 && text.chars().allMatch(c -> c >= '0' && c < '0' + radix);
    return digits ? Long.parseLong(text, radix) : -1;
  }

  static FormatException.Builder error(ByteView view, long at, String field, Reason reason) {
    return FormatException.at(view, at, STRUCTURE, field, reason);
  }
}
