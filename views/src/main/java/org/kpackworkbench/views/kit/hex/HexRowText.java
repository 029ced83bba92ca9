package org.kpackworkbench.views.kit.hex;

import org.kpackworkbench.model.base.place.Claim;

/** Bytes as the columns of a hex view write them. */
public final class HexRowText {
  private static final char[] DIGITS = "0123456789abcdef".toCharArray();

  private HexRowText() {}

  /** Writes the two digits of a byte. */
  public static void putHex(char[] line, int at, int value) {
    line[at] = DIGITS[value >> 4];
    line[at + 1] = DIGITS[value & 0xf];
  }

  /** Whether a byte is a character of ASCII that has a shape. */
  public static boolean isPrintable(int value) {
    return value >= 0x20 && value < 0x7f;
  }

  /** A byte as a character; a point for what has no shape. */
  public static char character(int value) {
    return isPrintable(value) ? (char) value : '.';
  }

  /** An offset with at least {@code digits} hexadecimal digits. */
  public static String offset(long offset, int digits) {
    String text = Long.toHexString(offset);
    return "0".repeat(Math.max(0, digits - text.length())) + text;
  }

  /** Digits for every offset of a file: 8, or more where it needs them. */
  public static int offsetDigits(long sizeBytes) {
    return Math.max(8, Long.toHexString(Math.max(0, sizeBytes - 1)).length());
  }

  /** A byte in words, for a screen reader. */
  static String spoken(long offset, int value, Iterable<Claim> owners) {
    StringBuilder text =
        new StringBuilder("offset 0x%x, byte %02x, %d".formatted(offset, value, value));
    if (isPrintable(value) && value != ' ') {
      text.append(", ").append((char) value);
    }
    String separator = ", in ";
    for (Claim owner : owners) {
      text.append(separator).append(owner.label());
      separator = ", ";
    }
    return text.toString();
  }
}
