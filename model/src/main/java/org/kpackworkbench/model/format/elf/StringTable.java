package org.kpackworkbench.model.format.elf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/**
 * A string table: names that end with a zero byte, found by their offset.
 *
 * <p>Nothing is kept in memory. Safe for use by many threads.
 */
public final class StringTable {
  /** A name longer than this is refused, so that a table without zero bytes cannot fill memory. */
  public static final int MOST_NAME_BYTES = 1 << 17;

  private static final int WINDOW = 64;

  private final ByteView bytes;

  StringTable(ByteView bytes) {
    this.bytes = bytes;
  }

  /**
   * The text at an offset; offset 0 is the empty name even in an empty table.
   *
   * @throws FormatException if the offset is outside, or the text has no end
   */
  public String text(long offset) throws FormatException {
    return text(offset, MOST_NAME_BYTES);
  }

  /** Like {@link #text(long)}, for names that are to be shorter than {@code mostBytes}. */
  String text(long offset, int mostBytes) throws FormatException {
    if (offset == 0 && bytes.size() == 0) {
      return "";
    }
    if (offset < 0 || offset >= bytes.size()) {
      throw FormatException.at(bytes, 0, "string table", "name", Reason.OUT_OF_BOUNDS)
          .mismatch("an offset below " + bytes.size(), offset);
    }
    byte[] window = new byte[WINDOW];
    int length = 0;
    while (true) {
      int room = Math.min(window.length, mostBytes) - length;
      int count = (int) Math.min(room, bytes.size() - offset - length);
      if (count == 0) {
        throw unended(offset, length, length >= mostBytes);
      }
      bytes.copyTo(offset + length, window, length, count);
      for (int end = length + count; length < end; length++) {
        if (window[length] == 0) {
          return new String(window, 0, length, StandardCharsets.UTF_8);
        }
      }
      if (length == window.length) {
        window = Arrays.copyOf(window, length * 4);
      }
    }
  }

  private FormatException unended(long offset, int length, boolean tooLong) {
    return FormatException.at(
            bytes, offset, "string table", "name", tooLong ? Reason.TOO_LARGE : Reason.TRUNCATED)
        .mismatch(
            "a zero byte within " + (tooLong ? length : bytes.size() - offset) + " bytes", "none");
  }
}
