package org.kpackworkbench.model.format.kpack;

import java.nio.charset.StandardCharsets;
import org.kpackworkbench.model.base.bytes.TextIndex;

/**
 * The bytes of a key as they lie in the table: what is known of most keys without decoding them.
 */
final class KeyBytes {
  private static final int MOST_DIGITS = 10;

  private int nameHash;
  private int hash;
  private boolean plain;

  /** The hash of a key, or of the name in it. */
  static int hash(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return TextIndex.hash(bytes, 0, bytes.length);
  }

  /** Reads a key. */
  void read(byte[] bytes, int start, int length) {
    int name = nameLength(bytes, start, length);
    nameHash = TextIndex.hash(bytes, start, name);
    hash = TextIndex.hash(bytes, start, length);
    boolean seen = length == 0 || bytes[start] == '/' || (length > 1 && bytes[start + 1] == ':');
    byte last = 0;
    for (int i = start; i < start + length; i++) {
      byte each = bytes[i];
      seen |= each <= 0 || each == '\\' || (each == '.' && last == '.');
      last = each;
    }
    plain = !seen;
  }

  private static int nameLength(byte[] bytes, int start, int length) {
    int digits = 0;
    while (digits <= MOST_DIGITS
        && digits < length
        && isDigit(bytes[start + length - digits - 1])) {
      digits++;
    }
    int name = length - digits - 1;
    if (digits == 0 || name < 0 || bytes[start + name] != '#') {
      return length;
    }
    boolean index =
        digits == 1
            || BinaryKey.index(
                    new String(bytes, start + name, digits + 1, StandardCharsets.US_ASCII), 1)
                >= 0;
    return index ? name : length;
  }

  private static boolean isDigit(byte each) {
    return each >= '0' && each <= '9';
  }

  /** The {@link #hash(String)} of the name without index. */
  int nameHash() {
    return nameHash;
  }

  /** The {@link #hash(String)} of the whole key. */
  int hash() {
    return hash;
  }

  /** Whether it is ASCII in which {@link BinaryKey#unsafe} finds nothing; else one has to look. */
  boolean isPlain() {
    return plain;
  }
}
