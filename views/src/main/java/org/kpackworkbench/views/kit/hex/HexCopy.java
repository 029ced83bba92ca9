package org.kpackworkbench.views.kit.hex;

import java.nio.charset.StandardCharsets;

/** The ways in which selected bytes can be copied as text. */
public enum HexCopy {
  HEX("Hex, with spaces"),
  DENSE_HEX("Hex, without spaces"),
  DUMP("Hex dump"),
  TEXT("Text (UTF-8)"),
  C_ARRAY("C array");

  /** How many bytes are copied at most; a clipboard is no place for more. */
  public static final int MOST_BYTES = 4 << 20;

  private static final int ROW_BYTES = 16;

  private final String words;

  HexCopy(String words) {
    this.words = words;
  }

  /** The name a menu shows. */
  public String words() {
    return words;
  }

  /**
   * Writes bytes.
   *
   * @param firstOffset the offset of the first one, for a dump
   */
  public String format(long firstOffset, byte[] bytes) {
    return switch (this) {
      case HEX -> hex(bytes, " ");
      case DENSE_HEX -> hex(bytes, "");
      case TEXT -> new String(bytes, StandardCharsets.UTF_8);
      case C_ARRAY -> array(bytes);
      case DUMP -> dump(firstOffset, bytes);
    };
  }

  private static String hex(byte[] bytes, String separator) {
    StringBuilder text = new StringBuilder(bytes.length * 3);
    char[] digits = new char[2];
    for (int i = 0; i < bytes.length; i++) {
      HexRowText.putHex(digits, 0, bytes[i] & 0xff);
      text.append(i == 0 ? "" : separator).append(digits);
    }
    return text.toString();
  }

  private static String array(byte[] bytes) {
    StringBuilder text =
        new StringBuilder("const unsigned char data[%d] = {".formatted(bytes.length));
    char[] digits = new char[2];
    for (int i = 0; i < bytes.length; i++) {
      HexRowText.putHex(digits, 0, bytes[i] & 0xff);
      text.append(i % ROW_BYTES == 0 ? "\n  0x" : " 0x").append(digits).append(',');
    }
    return text.append("\n};\n").toString();
  }

  private static String dump(long firstOffset, byte[] bytes) {
    StringBuilder text = new StringBuilder(bytes.length * 5);
    int digits = HexRowText.offsetDigits(firstOffset + bytes.length);
    for (int row = 0; row < bytes.length; row += ROW_BYTES) {
      int end = Math.min(bytes.length, row + ROW_BYTES);
      char[] hex = " ".repeat(3 * ROW_BYTES + 1).toCharArray();
      StringBuilder characters = new StringBuilder();
      for (int i = row; i < end; i++) {
        int column = i - row;
        HexRowText.putHex(hex, 3 * column + column / 8, bytes[i] & 0xff);
        characters.append(HexRowText.character(bytes[i] & 0xff));
      }
      text.append(HexRowText.offset(firstOffset + row, digits))
          .append("  ")
          .append(hex)
          .append(" |")
          .append(characters)
          .append("|\n");
    }
    return text.toString();
  }
}
