package org.kpackworkbench.model.format.coff;

import java.nio.charset.StandardCharsets;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;

/**
 * The names in a Windows file. Names of more than eight bytes are in the string table, which
 * follows the symbols: a section says {@code /n} for offset n, a symbol four zeros and the offset.
 *
 * @param strings where the string table is in the file; 0 if there is none
 */
record CoffNames(ByteView view, long strings) {
  private static final int FIELD_BYTES = 8;
  private static final int MOST_NAME_BYTES = 1024;

  /** The name in a section header. */
  String section(byte[] field) throws FormatException {
    String name = upToZero(field);
    boolean reference =
        name.length() > 1
            && name.charAt(0) == '/'
            && name.substring(1).chars().allMatch(c -> c >= '0' && c <= '9');
    return reference && strings != 0 ? text(Long.parseLong(name.substring(1)), name) : name;
  }

  /** The name in a symbol. */
  String symbol(long at) throws FormatException {
    return view.u32(at) == 0 ? text(view.u32(at + 4), "") : upToZero(view.bytes(at, FIELD_BYTES));
  }

  /** The text at an address; empty if it is outside of the file. */
  String text(long offset, String other) throws FormatException {
    return at(strings + offset, other);
  }

  String at(long at, String other) throws FormatException {
    int length = (int) Math.min(MOST_NAME_BYTES, view.size() - at);
    return at < 0 || length <= 0 ? other : upToZero(view.bytes(at, length));
  }

  private static String upToZero(byte[] bytes) {
    int length = 0;
    while (length < bytes.length && bytes[length] != 0) {
      length++;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }
}
