package org.kpackworkbench.model.base.text;

import java.util.HexFormat;

/** Bytes as lower-case hexadecimal digits, two for each byte: {@code 4b50414b}. */
public final class HexText {
  private static final HexFormat PLAIN = HexFormat.of();
  private static final HexFormat SPACED = HexFormat.ofDelimiter(" ");

  private HexText() {}

  /** All bytes, without separators, as checksums are written. */
  public static String of(byte[] bytes) {
    return PLAIN.formatHex(bytes);
  }

  /** The first bytes, without separators; at most as many as there are. */
  public static String first(byte[] bytes, int count) {
    return PLAIN.formatHex(bytes, 0, Math.min(count, bytes.length));
  }

  /** All bytes, with a space between every two: {@code 4b 50 41 4b}. */
  public static String spaced(byte[] bytes) {
    return SPACED.formatHex(bytes);
  }

  /**
   * The bytes of digits without separators, in upper or lower case.
   *
   * @throws IllegalArgumentException for an odd number of digits, or another character
   */
  public static byte[] parse(String digits) {
    return PLAIN.parseHex(digits);
  }
}
