package org.kpackworkbench.model.base.bytes;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A pattern for {@link ByteSearch}: bytes, some of whose bits may not matter. Immutable.
 *
 * <p>A position matches the byte {@code b} when {@code (b & mask) == value}. So a wildcard has mask
 * 0, and a letter whose case does not matter lacks the bit that distinguishes the cases.
 */
public final class SearchPattern {
  /** The longest pattern, in bytes. */
  public static final int MOST_BYTES = 4096;

  private static final int ALL_BITS = 0xff;
  private static final int CASE_BIT = 0x20;

  /** The encoding of text in the bytes. */
  public enum Encoding {
    /** One byte for ASCII, more for others. */
    UTF_8(StandardCharsets.UTF_8),
    /** Two bytes a character, as Windows binaries keep text. */
    UTF_16LE(StandardCharsets.UTF_16LE);

    private final Charset charset;

    Encoding(Charset charset) {
      this.charset = charset;
    }
  }

  private final byte[] values;
  private final byte[] masks;
  private final String words;

  private SearchPattern(byte[] values, byte[] masks, String words) {
    this.values = values;
    this.masks = masks;
    this.words = words;
  }

  /**
   * Text.
   *
   * @param ignoreCase whether the case of the letters A–Z does not matter
   * @throws IllegalArgumentException if the text is empty or too long
   */
  public static SearchPattern text(String text, Encoding encoding, boolean ignoreCase) {
    byte[] values = text.getBytes(encoding.charset);
    byte[] masks = new byte[values.length];
    Arrays.fill(masks, (byte) ALL_BITS);
    if (ignoreCase) {
      int width = encoding == Encoding.UTF_16LE ? 2 : 1;
      for (int i = 0; i < values.length; i += width) {
        // Not the second byte of a wide character, nor the first of one that is no ASCII letter.
        if (isLetter(values[i]) && (width == 1 || values[i + 1] == 0)) {
          masks[i] = (byte) ~CASE_BIT;
          values[i] &= (byte) ~CASE_BIT;
        }
      }
    }
    return checked(values, masks, "\"" + text + "\"");
  }

  /**
   * Bytes in hexadecimal: {@code 48 49 50 4b}, {@code 4849504B}, {@code 0x48, 0x49}, {@code \x48};
   * {@code ??} represents any byte, {@code 4?} for any whose upper half is 4.
   *
   * @throws IllegalArgumentException if it is none; the message says what is wrong, for people
   */
  public static SearchPattern hex(String text) {
    ByteArrayOutputStream values = new ByteArrayOutputStream();
    ByteArrayOutputStream masks = new ByteArrayOutputStream();
    for (String token : text.replace("\\x", " ").strip().split("[\\s,;:]+", -1)) {
      String digits = token.startsWith("0x") || token.startsWith("0X") ? token.substring(2) : token;
      int[] halves = digits.chars().map(digit -> nibble(token, (char) digit)).toArray();
      if (halves.length % 2 != 0) {
        throw new IllegalArgumentException(
            "\"%s\" has an odd number of digits; a byte has two".formatted(token));
      }
      for (int i = 0; i < halves.length; i += 2) {
        int high = halves[i];
        int low = halves[i + 1];
        values.write(Math.max(high, 0) << 4 | Math.max(low, 0));
        masks.write((high < 0 ? 0 : 0xf0) | (low < 0 ? 0 : 0x0f));
      }
    }
    return checked(values.toByteArray(), masks.toByteArray(), text.strip());
  }

  /**
   * Exactly these bytes.
   *
   * @throws IllegalArgumentException if there are none or too many
   */
  public static SearchPattern bytes(byte[] bytes) {
    byte[] masks = new byte[bytes.length];
    Arrays.fill(masks, (byte) ALL_BITS);
    return checked(bytes.clone(), masks, bytes.length + " bytes");
  }

  private static SearchPattern checked(byte[] values, byte[] masks, String words) {
    if (values.length == 0) {
      throw new IllegalArgumentException("there is nothing to look for yet");
    }
    if (values.length > MOST_BYTES) {
      throw new IllegalArgumentException(
          "%d bytes are too many to look for; at most %d".formatted(values.length, MOST_BYTES));
    }
    boolean anything = true;
    for (byte mask : masks) {
      anything &= mask == 0;
    }
    if (anything) {
      throw new IllegalArgumentException("?? alone is found everywhere; name at least one digit");
    }
    return new SearchPattern(values, masks, words);
  }

  private static int nibble(String token, char digit) {
    if (digit == '?') {
      return -1;
    }
    int value = digit < 0x80 ? Character.digit(digit, 16) : -1;
    if (value < 0) {
      throw new IllegalArgumentException(
          "\"%s\" in \"%s\" is not a hexadecimal digit".formatted(digit, token));
    }
    return value;
  }

  private static boolean isLetter(byte value) {
    int upper = value & ~CASE_BIT;
    return upper >= 'A' && upper <= 'Z';
  }

  /** Number of bytes that a match has. */
  public int length() {
    return values.length;
  }

  /** Whether the bytes at {@code start} match. The array must hold them all. */
  boolean matches(byte[] bytes, int start) {
    for (int i = 0; i < values.length; i++) {
      if ((bytes[start + i] & masks[i]) != values[i]) {
        return false;
      }
    }
    return true;
  }

  /** Returns the pattern as it was typed. */
  @Override
  public String toString() {
    return words;
  }
}
